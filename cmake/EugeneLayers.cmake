# A layer is a folder of src/. Its headers are reached as "layer/file.h" through an include directory of its own. Which
# layers it may include is written once, in src/CMakeLists.txt, and holds exactly: where the lists and the includes differ,
# the build stops (eugene_check_includes).
add_library(eugene_options INTERFACE)
target_compile_options(eugene_options INTERFACE -Wall -Wextra -Wno-missing-field-initializers -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Werror=return-type)
# IEEE semantics to the bit: no contraction of a * b + c behind the program's back.
target_compile_options(eugene_options INTERFACE -ffp-contract=off -fno-math-errno -fno-trapping-math)
# GCC 14 takes a precompiled header only where these options are as they were for the header. -O2 turns them on, and -O1,
# which some layers have, does not. There the first has no effect, and the second none without AVX.
include(CheckCXXCompilerFlag)
check_cxx_compiler_flag(-munroll-only-small-loops EUGENE_HAS_UNROLL_ONLY_SMALL_LOOPS)
if(EUGENE_HAS_UNROLL_ONLY_SMALL_LOOPS)
  target_compile_options(eugene_options INTERFACE -munroll-only-small-loops -mvzeroupper)
endif()
# GCC begins to collect garbage when its heap has 128 megabytes. With half a gigabyte it compiles in a fifth less time.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(eugene_options INTERFACE --param=ggc-min-heapsize=524288)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # libstdc++ 12 offers std::expected only to compilers that announce C++20's final concepts.
  target_compile_options(eugene_options INTERFACE -Wno-builtin-macro-redefined -Wno-macro-redefined -D__cpp_concepts=202002L)
  # Its std::unique_ptr is constexpr in C++23, and clang instantiates such members early: LLVM's headers, which are C++17,
  # have one of an incomplete type.
  target_compile_definitions(eugene_options INTERFACE _GLIBCXX23_CONSTEXPR=)
  target_compile_options(eugene_options INTERFACE -Wno-unknown-pragmas)  # ivdep is GCC's
endif()
if(EUGENE_SANITIZE)
  # AddressSanitizer stops each access by a null pointer, and accesses beyond an object. The same checks of
  # UndefinedBehaviorSanitizer are left out, because GCC needs a third more time with them. With any check of null
  # pointers, GCC 12 also refuses to compare constant addresses with null in constant expressions. The fuzz targets, which
  # clang compiles, have all checks.
  set(EUGENE_UNCHECKED "")
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    set(EUGENE_UNCHECKED -fno-sanitize=null,object-size,nonnull-attribute,returns-nonnull-attribute)
  endif()
  target_compile_options(eugene_options INTERFACE -fsanitize=address,undefined ${EUGENE_UNCHECKED} -fno-sanitize-recover=all
                                                  -fno-omit-frame-pointer)
  target_link_options(eugene_options INTERFACE -fsanitize=address,undefined)
endif()
if(EUGENE_PORTABLE)
  # What comes from an archive stays this file's own.
  target_link_options(eugene_options INTERFACE -static-libstdc++ -static-libgcc LINKER:--exclude-libs,ALL LINKER:--gc-sections)
endif()
if(EUGENE_FUZZ)
  target_compile_options(eugene_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

# eugene_precompile(target [FROM other] [header...]): `target` has the headers of libraries parsed once, or as `other` has.
# They are a third of the time of a build. What a file needs it includes all the same: other presets do without.
function(eugene_precompile target)
  if(NOT EUGENE_PRECOMPILE)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "FROM" "")
  if(arg_FROM)
    target_precompile_headers(${target} REUSE_FROM ${arg_FROM})
  else()
    target_precompile_headers(${target} PRIVATE ${arg_UNPARSED_ARGUMENTS} <algorithm> <array> <bit> <cstring> <expected>
                              <optional> <span> <string> <variant> <vector> <fmt/format.h>)
  endif()
endfunction()

# eugene_use_headers(target scope layer...): `target` includes headers of layers that it is not linked with, as it calls none
# of their functions. Whoever calls one is linked with the layer, and who calls none does without building it.
function(eugene_use_headers target scope)
  foreach(layer ${ARGN})
    target_include_directories(${target} ${scope} $<TARGET_PROPERTY:eugene_${layer},INTERFACE_INCLUDE_DIRECTORIES>)
  endforeach()
endfunction()

# eugene_check_includes(target directory [PUBLIC layer...] [PRIVATE layer...]): building `target` from
# src/<directory> begins with a comparison of these lists and what its files include. Folders that lie beside each other must
# not include each other in a circle.
function(eugene_check_includes target directory)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "PUBLIC;PRIVATE")
  list(JOIN arg_PUBLIC "," public)
  list(JOIN arg_PRIVATE "," private)
  list(JOIN EUGENE_LAYERS "," known)
  get_filename_component(name ${directory} NAME)
  set(stamp ${CMAKE_BINARY_DIR}/layers/${name}.checked)
  set(root ${CMAKE_SOURCE_DIR}/src/${directory})
  file(GLOB_RECURSE files CONFIGURE_DEPENDS ${root}/*.cpp ${root}/*.h ${root}/*.def)
  add_custom_command(OUTPUT ${stamp} VERBATIM COMMENT "Checking what src/${directory} includes"
    COMMAND ${CMAKE_COMMAND} -DNAME=${name} -DDIRECTORY=${root} -DPUBLIC=${public} -DPRIVATE=${private} -DKNOWN=${known}
            -DSTAMP=${stamp} -P ${CMAKE_SOURCE_DIR}/cmake/CheckIncludes.cmake
    DEPENDS ${files} ${CMAKE_SOURCE_DIR}/cmake/CheckIncludes.cmake ${CMAKE_SOURCE_DIR}/src/CMakeLists.txt)
  add_custom_target(check_includes_${name} DEPENDS ${stamp})
  add_dependencies(${target} check_includes_${name})
endfunction()

# eugene_layer(name [PUBLIC layer...] [PRIVATE layer...] [HEADERS layer...] [PACKAGES target...] [BY_FILE] [BATCH n]): the
# library eugene_<name> from src/<name>/**/*.cpp. PUBLIC are the layers that its headers include, PRIVATE those that only its
# sources do (layer:part: a part of one, eugene_part), and HEADERS those of which it uses types only (eugene_use_headers). Programs load
# some of them as part of a shared library: the code may lie anywhere, and its names are its own. Files are compiled BATCH at a
# time (six by default), for a faster build, unless BY_FILE is given. EUGENE_PRECOMPILE=OFF compiles each by itself, without precompiled headers,
# and so finds includes that are missing (`make nightly`).
function(eugene_layer name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "BY_FILE" "BATCH" "PUBLIC;PRIVATE;HEADERS;PACKAGES")
  if(NOT arg_BATCH)
    set(arg_BATCH 6)
  endif()
  set(root ${CMAKE_BINARY_DIR}/layers/${name})
  file(MAKE_DIRECTORY ${root})
  if(NOT EXISTS ${root}/${name})
    file(CREATE_LINK ${CMAKE_SOURCE_DIR}/src/${name} ${root}/${name} SYMBOLIC)
  endif()
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${name}/*.cpp)
  list(TRANSFORM arg_PUBLIC PREPEND eugene_ OUTPUT_VARIABLE public)
  list(TRANSFORM arg_PRIVATE PREPEND eugene_ OUTPUT_VARIABLE private)
  list(TRANSFORM private REPLACE : _)
  list(TRANSFORM arg_PRIVATE REPLACE :.* "")
  if(sources)
    add_library(eugene_${name} STATIC ${sources})
    set(scope PUBLIC)
    target_link_libraries(eugene_${name} PRIVATE eugene_options ${private})
    set_target_properties(eugene_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden
                                                    VISIBILITY_INLINES_HIDDEN ON)
    if(NOT arg_BY_FILE)
      set_target_properties(eugene_${name} PROPERTIES UNITY_BUILD ${EUGENE_PRECOMPILE} UNITY_BUILD_BATCH_SIZE ${arg_BATCH})
    endif()
    if(name STREQUAL base)
      eugene_precompile(eugene_base)
    elseif(name STREQUAL jit)
      eugene_precompile(eugene_jit <llvm/IR/IRBuilder.h>)
    elseif(arg_BY_FILE)
      eugene_precompile(eugene_${name} FROM eugene_base)
    endif()
  else()
    add_library(eugene_${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  eugene_check_includes(eugene_${name} ${name} PUBLIC ${arg_PUBLIC} ${arg_HEADERS} PRIVATE ${arg_PRIVATE})
  eugene_use_headers(eugene_${name} ${scope} ${arg_HEADERS})
  target_include_directories(eugene_${name} ${scope} ${root})
  target_link_libraries(eugene_${name} ${scope} ${public} ${arg_PACKAGES})
endfunction()

# eugene_part(layer part [APART] file...): a library eugene_<layer>_<part> of these files of a layer. A layer that needs no
# more is built without the rest. With APART, the layer's own library does without the part. Call after eugene_layer(layer).
function(eugene_part layer part)
  cmake_parse_arguments(PARSE_ARGV 2 arg "APART" "" "")
  list(TRANSFORM arg_UNPARSED_ARGUMENTS PREPEND ${CMAKE_SOURCE_DIR}/src/${layer}/ OUTPUT_VARIABLE files)
  get_target_property(sources eugene_${layer} SOURCES)
  list(REMOVE_ITEM sources ${files})
  set_target_properties(eugene_${layer} PROPERTIES SOURCES "${sources}")
  get_target_property(uses eugene_${layer} INTERFACE_LINK_LIBRARIES)
  list(FILTER uses EXCLUDE REGEX "LINK_ONLY")
  set(library eugene_${layer}_${part})
  add_library(${library} STATIC ${files})
  target_link_libraries(${library} PRIVATE eugene_options PUBLIC ${uses})
  target_include_directories(${library} PUBLIC ${CMAKE_BINARY_DIR}/layers/${layer})
  set_target_properties(${library} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON
                                              UNITY_BUILD ${EUGENE_PRECOMPILE} UNITY_BUILD_BATCH_SIZE 12)
  if(arg_APART)
    target_link_libraries(${library} PUBLIC eugene_${layer})
  else()
    target_link_libraries(eugene_${layer} PUBLIC ${library})
  endif()
endfunction()
