# The CMake package `ttc`, for find_package(ttc) in other projects:
#
#   component C     ttc::ttc, the C interface in libttc.so, which needs nothing
#   component CXX   ttc::Compiler and all other libraries of ttc, to be linked
#                   with the shared MLIR and LLVM of the packages ttc is built
#                   with
#
# Without components, those that can be had. There is a C component where
# libttc.so is built (TTC_STATIC_TOOLS).

include(CMakePackageConfigHelpers)

get_property(TTC_CXX_TARGETS GLOBAL PROPERTY TTC_CXX_TARGETS)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/ttc)
configure_package_config_file(
    ${CMAKE_CURRENT_LIST_DIR}/ttcConfig.cmake.in ttcConfig.cmake
    INSTALL_DESTINATION ${package_dir})
# Until 1.0, C++ changes from one minor version to the next.
write_basic_package_version_file(ttcConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/ttcConfig.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/ttcConfigVersion.cmake
        DESTINATION ${package_dir} COMPONENT ttc-c)
install(EXPORT ttcCXXTargets NAMESPACE ttc:: DESTINATION ${package_dir}
        COMPONENT ttc-cxx)
if(TARGET ttc)
  install(EXPORT ttcCTargets NAMESPACE ttc:: DESTINATION ${package_dir}
          COMPONENT ttc-c)
endif()
