#include "i915/own_stack.h"

#include <pthread.h>

#include <cstddef>

namespace eugene::i915 {
namespace {

OwnStack find_stack() {
  pthread_attr_t attributes;
  if (::pthread_getattr_np(::pthread_self(), &attributes) != 0) return {};
  void* begin = nullptr;
  std::size_t bytes = 0;
  const bool is_known = ::pthread_attr_getstack(&attributes, &begin, &bytes) == 0;
  ::pthread_attr_destroy(&attributes);
  const auto first = reinterpret_cast<std::uintptr_t>(begin);  // NOLINT: only compared
  return is_known ? OwnStack{first, first + bytes} : OwnStack{};
}

}  // namespace

OwnStack own_stack() {
  static thread_local const OwnStack stack = find_stack();  // cached: the C library reads a file for the main thread
  return stack;
}

bool is_in_live_frames(std::uint64_t address, std::uint64_t bytes) {
  const OwnStack stack = own_stack();
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));  // NOLINT: only compared
  return here >= stack.begin && address >= here && address < stack.end && bytes <= stack.end - address;
}

}  // namespace eugene::i915
