// The logical ring context image: the host passes a ring and an address space to an execlist engine in it. Public Gen9
// register state context layout; the driver's simulator interface fills it the same way.
#pragma once

#include <cstdint>
#include <optional>

#include "base/diagnostic.h"
#include "gpu/commands/command_streamer.h"
#include "memory/view.h"

namespace eugene::gpu {

// A context descriptor, as written to an execlist submit port.
struct ContextDescriptor {
  std::uint64_t image = 0;  // LRCA: GGTT address of the image; its first page is the hardware status page
  std::uint32_t id = 0;
  bool valid = false;
  bool four_level = false;  // 48-bit PPGTT
  bool operator==(const ContextDescriptor&) const = default;
};
ContextDescriptor decode_context_descriptor(std::uint32_t low, std::uint32_t high);

// Content of the second page of a context image.
struct ContextImage {
  Ring ring;
  std::uint64_t page_tables = 0;   // physical address of the PML4 table
  std::uint64_t head_address = 0;  // GGTT address where the ring head is saved
};

// Reads the image of `descriptor` for the engine whose registers start at `engine_base`.
Result<ContextImage> read_context_image(const ContextDescriptor& descriptor, std::uint32_t engine_base,
                                        memory::View& ggtt);

}  // namespace eugene::gpu
