#include "binary/pipeline_file.h"

#include <sstream>
#include <string>
#include <string_view>
#include <utility>

#include "binary/spirv_shader.h"

namespace eugene::binary {
namespace {

// Removes the next line from `text` and returns it. Returns nothing if there is no line end.
std::optional<std::string> take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  std::string line(text.substr(0, end));
  text.remove_prefix(end + 1);
  return line;
}

}  // namespace

std::optional<ComputeShader> pipeline_shader(std::span<const std::byte> file) {
  constexpr std::string_view kBegin = "eugene pipeline ";
  std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
  const auto first = take_line(text), entry = take_line(text), name = take_line(text), constants = take_line(text);
  if (!constants || !first->starts_with(kBegin)) return std::nullopt;
  SpirvPipeline pipeline{.module = std::as_bytes(std::span(text)), .entry = *entry, .specialization = {}};
  std::istringstream numbers(*constants);
  for (std::uint32_t id = 0, value = 0; numbers >> id >> value;) pipeline.specialization[id] = value;
  auto shader = spirv_shader(pipeline);
  if (!shader) return std::nullopt;
  if (!name->empty())
    shader->name = *name;
  else if (shader->name == "main")
    shader->name = "pipeline " + first->substr(kBegin.size());
  return shader;
}

}  // namespace eugene::binary
