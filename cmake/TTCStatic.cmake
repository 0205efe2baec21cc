# Self-contained tools: the same object files as the ordinary ones, linked with
# the static archives of LLVM and MLIR into static/bin of the build folder; and
# libttc.so, made in the same way.
#
# They need libc and libm only, of glibc 2.34 or later; test/Tools and test/CAPI
# check both. GlibcCompat.c defines the two newer functions that the archives
# would take from glibc.

option(TTC_STATIC_TOOLS
       "Also link a self-contained binary of each tool, and libttc.so" OFF)

if(TTC_STATIC_TOOLS)
  # Linking one takes a gigabyte of memory or more.
  set_property(GLOBAL APPEND PROPERTY JOB_POOLS ttc_static_link=1)
endif()

add_library(ttc_glibc_compat STATIC ${CMAKE_CURRENT_LIST_DIR}/GlibcCompat.c)

# Paths of all archives of MLIR and of LLVM, but for back ends other than those
# named. lld takes from an archive what is referenced and minds no order, so
# the list needs no dependency graph (and the graph that CMake has leads to the
# shared libLLVM).
function(ttc_static_archives out)
  get_property(libs GLOBAL PROPERTY MLIR_ALL_LIBS)
  set(other_targets ${LLVM_TARGETS_TO_BUILD})
  list(REMOVE_ITEM other_targets ${ARGN})
  list(JOIN other_targets "|" other_targets)
  foreach(lib ${LLVM_AVAILABLE_LIBS})
    if(NOT lib MATCHES "^LLVM(${other_targets})[A-Z]")
      list(APPEND libs ${lib})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES libs)
  set(paths)
  foreach(lib ${libs})
    set(path ${LLVM_LIBRARY_DIR}/lib${lib}.a)
    if(EXISTS ${path})
      list(APPEND paths ${path})
    endif()
  endforeach()
  set(${out} ${paths} PARENT_SCOPE)
endfunction()

function(ttc_add_static_tool name jit libs)
  set(back_ends NVPTX)
  if(jit)
    list(APPEND back_ends X86)
  endif()
  ttc_static_archives(archives ${back_ends})

  add_executable(${name}-static $<TARGET_OBJECTS:${name}-objects>)
  target_link_libraries(${name}-static PRIVATE
      ${libs} ttc_glibc_compat ${archives} libz.a libzstd.a)
  target_link_options(${name}-static PRIVATE
      -no-pie -static-libstdc++ -static-libgcc
      LINKER:--as-needed,--gc-sections,--strip-all,-O2)
  set_target_properties(${name}-static PROPERTIES
      LINKER_LANGUAGE CXX
      OUTPUT_NAME ${name}
      RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/static/bin
      JOB_POOL_LINK ttc_static_link)
  set_property(GLOBAL APPEND PROPERTY TTC_STATIC_BINARIES ${name}-static)
endfunction()

# Declares lib/libOUTPUT_NAME.so of the build folder: all of the archive WHOLE,
# what it needs of LLVM, and no symbol visible but those of the file EXPORTS.
#
# The library may be loaded beside other copies of LLVM: its own references bind
# to itself (-Bsymbolic). It stays loaded, as LLVM does not expect to leave.
function(ttc_add_static_library name)
  cmake_parse_arguments(ARG "" "OUTPUT_NAME;WHOLE;EXPORTS" "LINK" ${ARGN})
  ttc_static_archives(archives NVPTX X86)
  add_library(${name} SHARED ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE
      $<LINK_LIBRARY:WHOLE_ARCHIVE,${ARG_WHOLE}> ${ARG_LINK}
      ttc_glibc_compat ${archives} libz.a libzstd.a)
  target_link_options(${name} PRIVATE
      -static-libstdc++ -static-libgcc
      LINKER:--version-script=${ARG_EXPORTS},-Bsymbolic,--build-id=sha1
      LINKER:-z,defs,-z,nodelete,-z,relro,-z,now
      LINKER:--as-needed,--gc-sections,--strip-all,-O2)
  set_target_properties(${name} PROPERTIES
      OUTPUT_NAME ${ARG_OUTPUT_NAME}
      LINK_DEPENDS ${ARG_EXPORTS}
      JOB_POOL_LINK ttc_static_link)
endfunction()
