// Marks that report a kernel's asynchronous copies, and its waits for them, to --check. Machine code has no events. So
// the OpenCL layer makes each call store a mark in private memory; the program never reads the mark
// (inside/opencl/checked_prelude.h). A mark is four dwords, written by one message.
#pragma once

#include <cstdint>

namespace eugene {

struct CopyMark {
  std::uint32_t kind = 0;   // kCopyMade or kWaitMade
  std::uint32_t event = 0;  // the copy's event, or the event waited for; 0: none
  std::uint32_t count = 0;  // number of elements, or of events that the call waits for
  std::uint32_t where = 0;  // a number for places and stride of the copy; index of the event in the call's list
  bool operator==(const CopyMark&) const = default;
};

inline constexpr std::uint32_t kCopyMade = 0xE06E'C091U;
inline constexpr std::uint32_t kWaitMade = 0xE06E'3A17U;
constexpr bool is_copy_mark(std::uint32_t kind) { return kind == kCopyMade || kind == kWaitMade; }

}  // namespace eugene
