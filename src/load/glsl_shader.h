// Compute shaders of OpenGL from their sources, as Mesa writes them to the directory MESA_SHADER_CAPTURE_PATH when a
// program links them: piglit's shader_test format, one file for each program.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "load/compute_shader.h"

namespace eugene::load {

// Its size of groups and its blocks of storage. `name`: of the shader that is returned. Nothing: the file has no
// compute shader. Only what the text says without arithmetic and a preprocessor's conditions is known.
std::optional<ComputeShader> glsl_shader(std::string_view file, std::string name);

}  // namespace eugene::load
