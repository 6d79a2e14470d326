#include "check/known_shader.h"

#include <algorithm>
#include <bit>
#include <vector>

namespace eugene::check {
namespace {

std::uint64_t volume(const binary::GroupSize& size) { return std::uint64_t{size[0]} * size[1] * size[2]; }

bool is_buffer(const ArgumentMemory& surface, bool is_storage) {
  return !surface.is_image && !surface.is_null && (surface.made_as == kStorageBuffer) == is_storage;
}

void name_surface(LaunchMemory& memory, const binary::ComputeShader& shader, bool is_storage) {
  const auto blocks = std::ranges::count(shader.blocks, is_storage, &binary::ShaderBlock::is_storage);
  const auto surfaces =
      std::ranges::count_if(memory.arguments, [&](const ArgumentMemory& each) { return is_buffer(each, is_storage); });
  if (blocks != 1 || surfaces != 1) return;
  const binary::ShaderBlock& block = *std::ranges::find(shader.blocks, is_storage, &binary::ShaderBlock::is_storage);
  if (block.is_array) return;
  ArgumentMemory& surface =
      *std::ranges::find_if(memory.arguments, [&](const ArgumentMemory& each) { return is_buffer(each, is_storage); });
  surface.name = block.name;
  if (!block.binding.empty()) surface.label = block.binding;
}

}  // namespace

binary::ComputeShader known_shader(std::span<const binary::ComputeShader> all, std::uint64_t invocations) {
  std::vector<const binary::ComputeShader*> fitting;
  for (const binary::ComputeShader& each : all) {
    if (!each.local || volume(*each.local) == invocations) fitting.push_back(&each);
  }
  if (fitting.empty()) return {};
  binary::ComputeShader known = *fitting.front();
  if (fitting.size() == 1) return known;
  const bool is_of_all =
      std::ranges::all_of(fitting, [&](const binary::ComputeShader* each) { return each->local == known.local; });
  return {.name = {}, .local = is_of_all ? known.local : std::nullopt, .blocks = {}, .has_all_blocks = false};
}

// Changes nothing unless the size of the variables explains the allocation: drivers leave out variables that their
// compiler deletes, and allocate a power of two.
void name_shared_memory(LaunchMemory& memory, const binary::ComputeShader& shader) {
  constexpr std::uint64_t kLeast = 1024;
  if (!shader.shared || shader.shared->empty()) return;
  const binary::SharedVariable& last = shader.shared->back();
  const std::uint64_t bytes = last.offset + last.bytes;
  if (memory.local_bytes != std::max(kLeast, std::bit_ceil(bytes))) return;
  memory.local_bytes = bytes;
  if (shader.shared->size() != 1) return;
  memory.local_variables.push_back({.label = "shared variable",
                                    .name = last.name,
                                    .made_as = "",
                                    .address = last.offset,
                                    .bytes = last.bytes,
                                    .is_local = true});
}

void name_surfaces(LaunchMemory& memory, const binary::ComputeShader& shader) {
  if (!shader.has_all_blocks) return;
  for (const bool is_storage : {true, false}) name_surface(memory, shader, is_storage);
}

}  // namespace eugene::check
