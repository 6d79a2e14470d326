// Reads compute shaders of OpenGL from their sources. Mesa writes the sources to the directory MESA_SHADER_CAPTURE_PATH
// when a program links them: piglit's shader_test format, one file for each program.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "binary/compute_shader.h"

namespace eugene::binary {

// Returns the group size and the storage blocks of the file's compute shader, under the name `name`. Returns nothing if
// the file has no compute shader. Values that need arithmetic or the preprocessor's conditions stay unknown.
std::optional<ComputeShader> glsl_shader(std::string_view file, std::string name);

}  // namespace eugene::binary
