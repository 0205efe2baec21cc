# Functions that every CMakeLists.txt of ttc uses to declare its targets.
#
#   ttc_tablegen(FILE.td TARGET  OUTPUT "-gen-..." [OUTPUT "-gen-..."]...)
#   ttc_add_library(NAME source... [LINK lib...])
#   ttc_add_tool(NAME source... [LINK lib...])
#   ttc_add_unittest(NAME source... [LINK lib...])

add_compile_options(-fPIC -Wall -Wextra -Wno-unused-parameter -fno-exceptions
                    "SHELL:-Xclang -fno-pch-timestamp")

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
endfunction()

# The libraries of ttc name no LLVM library: an executable picks the shared
# libMLIR and libLLVM, or the static archives, for the same object files.
function(ttc_add_tool name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  add_dependencies(${name} ttc_tablegen_all)
  target_precompile_headers(${name} REUSE_FROM ttc_pch)
  target_link_libraries(${name} PRIVATE ${ARG_LINK} MLIR LLVM)
  set_target_properties(${name} PROPERTIES BUILD_RPATH ${LLVM_LIBRARY_DIRS}
                                           INSTALL_RPATH ${LLVM_LIBRARY_DIRS})
endfunction()

function(ttc_add_unittest name)
  ttc_add_tool(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE gtest gtest_main)
  set_target_properties(${name} PROPERTIES
      RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/unittests)
  set_property(GLOBAL APPEND PROPERTY TTC_UNITTESTS ${name})
endfunction()
