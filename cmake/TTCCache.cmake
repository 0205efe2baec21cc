# Compiles through ccache, where it is installed, with the leniency that it
# needs for precompiled headers. The settings are part of each command, so they
# hold whatever shell runs the build. Results are not shared between checkouts:
# clang writes absolute paths into a precompiled header.

find_program(TTC_CCACHE ccache DOC "Compiler cache, empty for none")
if(TTC_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(sloppiness pch_defines,time_macros,include_file_mtime,include_file_ctime)
  set(launcher ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=${sloppiness}
               ${TTC_CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
endif()
