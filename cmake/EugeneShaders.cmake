# Shaders of Vulkan programs.
find_program(GLSLANG_VALIDATOR glslangValidator)

# eugene_shader(program array source): adds a header <source>.h to a program. It has the words of the shader, a file of
# GLSL in the current directory, as an array.
function(eugene_shader program array source)
  get_filename_component(name ${source} NAME)
  set(header ${CMAKE_CURRENT_BINARY_DIR}/${name}.h)
  add_custom_command(OUTPUT ${header}
    COMMAND ${GLSLANG_VALIDATOR} -V --quiet --vn ${array} -o ${header} ${CMAKE_CURRENT_SOURCE_DIR}/${source}
    DEPENDS ${source})
  target_sources(${program} PRIVATE ${header})
  target_include_directories(${program} PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
endfunction()
