# The libraries that Eugene uses, as the targets that src/CMakeLists.txt links.
#
# With EUGENE_PORTABLE they are linked in, so that the same files run on every distribution with glibc 2.36 or later. That
# also keeps them apart from the program's: Eugene is loaded into programs whose drivers bring a libz, a libelf or an LLVM of
# their own, perhaps a later one, and of two libraries of one name the loader takes the first. Those that Debian has no
# archive of for a shared library (astcenc, dw) stay libraries; tools/package puts them beside Eugene's, under other names.
find_package(Threads REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(astcenc CONFIG REQUIRED)
find_package(fmt REQUIRED)
find_path(DW_INCLUDE_DIR elfutils/libdw.h REQUIRED)
find_path(YAML_INCLUDE_DIR yaml.h REQUIRED)
find_path(LZMA_INCLUDE_DIR lzma.h REQUIRED)
find_path(ZSTD_INCLUDE_DIR zstd.h REQUIRED)
find_path(DRM_INCLUDE_DIR i915_drm.h PATH_SUFFIXES libdrm REQUIRED)  # the uAPI's structures are libdrm's

# eugene_library(target [ARCHIVES] name...): `target` links the system's libraries of these names, or their archives.
function(eugene_library target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "ARCHIVES" "" "")
  add_library(${target} INTERFACE)
  if(arg_ARCHIVES)
    set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
  endif()
  foreach(name ${arg_UNPARSED_ARGUMENTS})
    find_library(EUGENE_${target}_${name} ${name} REQUIRED)
    target_link_libraries(${target} INTERFACE ${EUGENE_${target}_${name}})
  endforeach()
endfunction()

set(eugene_fmt fmt::fmt)
set(archives)
if(EUGENE_PORTABLE)
  set(eugene_fmt fmt::fmt-header-only)  # Debian has no archive of it
  set(archives ARCHIVES)
endif()
eugene_library(eugene_lzma ${archives} lzma)
target_include_directories(eugene_lzma SYSTEM INTERFACE ${LZMA_INCLUDE_DIR})
eugene_library(eugene_zstd ${archives} zstd)
target_include_directories(eugene_zstd SYSTEM INTERFACE ${ZSTD_INCLUDE_DIR})
eugene_library(eugene_yaml ${archives} yaml)
target_include_directories(eugene_yaml SYSTEM INTERFACE ${YAML_INCLUDE_DIR})
eugene_library(eugene_dw dw elf)
target_include_directories(eugene_dw SYSTEM INTERFACE ${DW_INCLUDE_DIR})
add_library(eugene_drm INTERFACE)
target_include_directories(eugene_drm SYSTEM INTERFACE ${DRM_INCLUDE_DIR})

# Lines of the debugger's terminal are edited where it is there. Not in what runs everywhere: it brings libraries of its own.
find_path(EDIT_INCLUDE_DIR histedit.h)
find_library(EDIT_LIBRARY edit)
set(EUGENE_EDIT OFF)
if(EDIT_INCLUDE_DIR AND EDIT_LIBRARY AND NOT EUGENE_PORTABLE)
  set(EUGENE_EDIT ON)
  eugene_library(eugene_edit edit)
  target_include_directories(eugene_edit SYSTEM INTERFACE ${EDIT_INCLUDE_DIR})
endif()

if(EUGENE_JIT)
  include(EugeneLlvm)
endif()
if(EUGENE_JIT)
  add_library(eugene_llvm INTERFACE)
  target_include_directories(eugene_llvm SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
  if(EUGENE_PORTABLE)
    execute_process(COMMAND ${LLVM_TOOLS_BINARY_DIR}/llvm-config --link-static --libfiles orcjit passes x86
                    OUTPUT_VARIABLE llvm_archives OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    separate_arguments(llvm_archives)
    eugene_library(eugene_llvm_uses ARCHIVES z zstd)
    target_link_libraries(eugene_llvm INTERFACE ${llvm_archives} eugene_llvm_uses)
  else()
    target_link_libraries(eugene_llvm INTERFACE LLVM)
  endif()
endif()
