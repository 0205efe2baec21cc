# Functions that every CMakeLists.txt of ttc uses to declare its targets.
#
#   ttc_tablegen(FILE.td TARGET  OUTPUT "-gen-..." [OUTPUT "-gen-..."]...)
#   ttc_add_library(NAME source... [LINK lib...])
#   ttc_add_tool(NAME source... [JIT] [SHARED_ONLY] [LINK lib...])
#   ttc_add_unittest(NAMETests source... [LINK lib...])

add_compile_options(-fPIC -ffunction-sections -fdata-sections
                    -Wall -Wextra -Wno-unused-parameter -fno-exceptions
                    "SHELL:-Xclang -fno-pch-timestamp")

include(TTCCache)
include(TTCStatic)

# One precompiled header serves every target, so all of them are compiled with
# the same flags.
add_library(ttc_pch OBJECT ${CMAKE_CURRENT_LIST_DIR}/pch.cpp)
target_precompile_headers(ttc_pch PRIVATE ${CMAKE_CURRENT_LIST_DIR}/pch.h)

# Everything that TableGen writes exists before anything is compiled.
add_custom_target(ttc_tablegen_all)

function(ttc_tablegen td target)
  set(LLVM_TARGET_DEFINITIONS ${td})
  set(args ${ARGN})
  while(args)
    list(POP_FRONT args output options)
    separate_arguments(options)
    mlir_tablegen(${output} ${options})
  endwhile()
  set(TABLEGEN_OUTPUT ${TABLEGEN_OUTPUT} PARENT_SCOPE)
  add_public_tablegen_target(${target})
  add_dependencies(ttc_tablegen_all ${target})
endfunction()

function(ttc_add_library name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  add_dependencies(${name} ttc_tablegen_all)
  target_precompile_headers(${name} REUSE_FROM ttc_pch)
  target_link_libraries(${name} PUBLIC ${ARG_LINK})
  ttc_install_library(${name})
endfunction()

# Makes the archive TTCNAME the target ttc::NAME of the CMake package.
function(ttc_install_library name)
  string(REGEX REPLACE "^TTC" "" exported ${name})
  set_target_properties(${name} PROPERTIES EXPORT_NAME ${exported})
  target_include_directories(${name} INTERFACE
      $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  install(TARGETS ${name} EXPORT ttcCXXTargets
          ARCHIVE COMPONENT ttc-cxx)
  set_property(GLOBAL APPEND PROPERTY TTC_CXX_TARGETS ttc::${exported})
endfunction()

add_library(ttc_sanitizer_options OBJECT
            ${CMAKE_CURRENT_LIST_DIR}/SanitizerOptions.c)

# The libraries of ttc name no LLVM library: an executable picks the shared
# libMLIR and libLLVM, or the static archives, for the same object files.
function(ttc_link_shared_llvm name)
  target_link_libraries(${name} PRIVATE MLIR LLVM)
  if(CMAKE_BUILD_TYPE STREQUAL "Debug")
    target_link_libraries(${name} PRIVATE ttc_sanitizer_options)
  endif()
  set_target_properties(${name} PROPERTIES BUILD_RPATH ${LLVM_LIBRARY_DIRS}
                                           INSTALL_RPATH ${LLVM_LIBRARY_DIRS})
endfunction()

# Declares the tool and, in builds that make them, its self-contained twin
# NAME-static. JIT says that the tool runs code on the host, so the twin needs
# the host's back end beside NVPTX. SHARED_ONLY is for tools of developers, which
# nobody carries to another machine: they have no twin.
function(ttc_add_tool name)
  cmake_parse_arguments(ARG "JIT;SHARED_ONLY" "" "LINK" ${ARGN})
  add_library(${name}-objects OBJECT ${ARG_UNPARSED_ARGUMENTS})
  add_dependencies(${name}-objects ttc_tablegen_all)
  target_precompile_headers(${name}-objects REUSE_FROM ttc_pch)

  add_executable(${name} $<TARGET_OBJECTS:${name}-objects>)
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX)
  target_link_libraries(${name} PRIVATE ${ARG_LINK})
  ttc_link_shared_llvm(${name})
  install(TARGETS ${name} RUNTIME COMPONENT ttc-tools)
  set_property(GLOBAL APPEND PROPERTY TTC_TOOLS ${name})

  if(TTC_STATIC_TOOLS AND NOT ARG_SHARED_ONLY)
    ttc_add_static_tool(${name} "${ARG_JIT}" "${ARG_LINK}")
  endif()
endfunction()

function(ttc_add_unittest name)
  if(NOT name MATCHES "Tests$")
    message(FATAL_ERROR "${name}: lit finds unit tests by names in ...Tests")
  endif()
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  add_dependencies(${name} ttc_tablegen_all)
  target_precompile_headers(${name} REUSE_FROM ttc_pch)
  target_link_libraries(${name} PRIVATE ${ARG_LINK} gtest gtest_main)
  ttc_link_shared_llvm(${name})
  set_target_properties(${name} PROPERTIES
      RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/unittests)
  set_property(GLOBAL APPEND PROPERTY TTC_UNITTESTS ${name})
endfunction()
