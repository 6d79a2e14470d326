// Marks by which a kernel reports its asynchronous copies and its waits for them to --check. Machine code knows nothing
// of events, so the OpenCL layer has each call store a mark in private memory, which nothing reads again
// (libraries/opencl_names/checked_prelude.h). A mark is four dwords that one message writes.
#pragma once

#include <cstdint>

namespace eugene {

struct CopyMark {
  std::uint32_t kind = 0;   // kCopyMade or kWaitMade
  std::uint32_t event = 0;  // of the copy, or waited for; 0: none
  std::uint32_t count = 0;  // of elements, or of events that the call waits for
  std::uint32_t where = 0;  // a number for places and stride of the copy; index of the event in the call's list
  bool operator==(const CopyMark&) const = default;
};

inline constexpr std::uint32_t kCopyMade = 0xE06E'C091U;
inline constexpr std::uint32_t kWaitMade = 0xE06E'3A17U;
constexpr bool is_copy_mark(std::uint32_t kind) { return kind == kCopyMade || kind == kWaitMade; }

}  // namespace eugene
