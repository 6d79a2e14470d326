// Arbitrary bytes as a compiler's debug data: either kernels with files, or a reason with a place. The lines of every
// file are in the order of the code.
#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "binary/debug_data.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace eugene;
  const std::span<const std::byte> bytes{reinterpret_cast<const std::byte*>(data), size};
  const auto is_sound = [](const SourceLines& lines) {
    return std::ranges::is_sorted(lines.rows, {}, &SourceLines::Row::begin) &&
           std::ranges::all_of(
               lines.rows, [&](const SourceLines::Row& row) { return row.line == 0 || row.file < lines.files.size(); });
  };
  if (!is_sound(binary::read_source_lines(bytes))) std::abort();
  const auto kernels = binary::read_debug_data(bytes, 0);
  if (!kernels) {
    if (kernels.error().message.empty() || kernels.error().where.offset < 0) std::abort();
    return 0;
  }
  for (const binary::KernelDebugData& kernel : *kernels) {
    if (!is_sound(binary::read_source_lines(kernel.elf))) std::abort();
  }
  return 0;
}
