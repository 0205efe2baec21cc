# Compiles through ccache, where it is installed, with what precompiled headers
# need from it. The settings are part of each command, so they hold whatever
# shell runs the build. Paths inside the checkout are hashed as relative ones:
# several checkouts share their results.

find_program(TTC_CCACHE ccache DOC "Compiler cache, empty for none")
if(TTC_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(launcher ${CMAKE_COMMAND} -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
      CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}
      CCACHE_NOHASHDIR=1
      ${TTC_CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
endif()
