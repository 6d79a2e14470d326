# Compiles through ccache where it is installed: a second build directory, or a branch that was built before, is then ready
# in a fraction of the time. -DCMAKE_CXX_COMPILER_LAUNCHER=... (any launcher, or an empty one) takes precedence.
find_program(EUGENE_CCACHE ccache)
if(EUGENE_CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  # ccache caches a file that uses a precompiled header only if it may ignore what the preprocessor would have defined
  # there; GCC must leave the `#pragma` that names the header in the preprocessed text.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${EUGENE_CCACHE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-fpch-preprocess)
  endif()
endif()
