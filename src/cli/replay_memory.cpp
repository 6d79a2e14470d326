#include "replay_memory.h"

#include <fmt/format.h>

#include "base/number.h"
#include "binary/file.h"
#include "functions/surfaces.h"
#include "gpu/mmio_gpu.h"
#include "memory/surface.h"

namespace eugene::cli {
namespace {

struct Range {
  std::uint64_t address = 0;
  std::uint64_t size = 0;
};
constexpr std::uint64_t kLargestDump = std::uint64_t{4} << 30;

Result<Range> parse_range(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon != std::string::npos) {
    const auto address = parse_c_number<std::uint64_t>(std::string_view(text).substr(0, colon));
    const auto size = parse_c_number<std::uint64_t>(std::string_view(text).substr(colon + 1));
    if (address && size && *size <= kLargestDump) return Range{*address, *size};
  }
  return fail(fmt::format("--dump {} is not ADDRESS:SIZE", text), {}, "write for example --dump 0x10000:4096");
}

// Returns the memory range that --dump or --surface names.
Result<Range> wanted(const MemoryRequest& request, const ReplayedDispatch& ran, const isa::Gen& gen,
                     memory::View& view) {
  if (request.dump) return parse_range(*request.dump);
  const gpu::Work& work = ran.work;
  const auto surface = memory::read_surface_state(view, functions::surface_layout(gen), work.bases.surface,
                                                  work.binding_table, *request.surface);
  if (!surface) {
    return fail(fmt::format("surface {}: address {:#x} is not mapped", *request.surface, view.bad_address()));
  }
  if (surface->type == memory::SurfaceType::null) return fail(fmt::format("surface {} is null", *request.surface));
  if (surface->tile != memory::TileMode::linear) {
    return fail(fmt::format("surface {} is tiled", *request.surface), {},
                "use --dump to write its bytes in their tiled order");
  }
  const std::uint64_t bytes = surface_bytes(*surface);
  if (bytes > kLargestDump)
    return fail(fmt::format("surface {} has {} bytes, which is too large to write", *request.surface, bytes));
  return Range{surface->base, bytes};
}

}  // namespace

Result<void> write_memory(const MemoryRequest& request, const std::vector<ReplayedDispatch>& dispatches,
                          gpu::MmioGpu& gpu) {
  if (dispatches.empty())
    return fail("the trace has no dispatch, so there is no memory to write", "", "omit --dump and --surface");
  const std::size_t index = request.dispatch.value_or(static_cast<unsigned>(dispatches.size() - 1));
  if (index >= dispatches.size())
    return fail(fmt::format("there is no dispatch {}: the trace has {}, counted from 0", index, dispatches.size()));
  memory::Ppgtt space(gpu.memory(), dispatches[index].page_tables);
  memory::View view(space);
  const Result<Range> range = wanted(request, dispatches[index], *gpu.device().gen, view);
  if (!range) return forward_error(range);
  std::vector<std::byte> bytes(range->size);
  if (!view.read(range->address, bytes)) {
    return fail(
        fmt::format("address {:#x} of {:#x}:{} is not mapped", view.bad_address(), range->address, range->size));
  }
  return binary::write_file(request.output, bytes);
}

}  // namespace eugene::cli
