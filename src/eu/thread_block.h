// Threads in one array, each followed by the registers for the variables of its vISA kernel
// (isa::Program::variable_registers). These registers are not members of Thread, because native code has none: its
// threads stay small and close together.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "eu/thread.h"

namespace eugene::eu {

// Bytes from one thread to the next, if they have `variable_registers` registers for variables.
constexpr std::size_t thread_bytes(unsigned variable_registers) {
  return sizeof(Thread) + (variable_registers * kGrfBytes + kHostLine - 1) / kHostLine * kHostLine;
}

class ThreadBlock {
 public:
  ThreadBlock(unsigned count, unsigned variable_registers)
      : count_(count),
        registers_(variable_registers),
        lines_(thread_bytes(variable_registers) / kHostLine),
        storage_(count * lines_) {}

  unsigned size() const { return count_; }
  unsigned variable_registers() const { return registers_; }
  Thread& operator[](unsigned index) { return *reinterpret_cast<Thread*>(&storage_[index * lines_]); }
  unsigned find_index(const Thread& thread) const {
    return static_cast<unsigned>((reinterpret_cast<const Line*>(&thread) - storage_.data()) /
                                 static_cast<std::ptrdiff_t>(lines_));
  }

  // Returns the bytes of a thread and its variables, without padding.
  std::span<std::byte> bytes(unsigned index) {
    return {reinterpret_cast<std::byte*>(&storage_[index * lines_]), sizeof(Thread) + registers_ * kGrfBytes};
  }
  // Copies the first `count` threads of `from`, which must have the same number of variable registers.
  void copy(const ThreadBlock& from, unsigned count) {
    std::copy_n(from.storage_.begin(), count * lines_, storage_.begin());
  }
  void clear_variables(unsigned index) { std::ranges::fill(bytes(index).subspan(sizeof(Thread)), std::byte{0}); }

 private:
  struct alignas(kHostLine) Line {
    std::array<std::byte, kHostLine> bytes;
  };
  static_assert(sizeof(Thread) % sizeof(Line) == 0 && alignof(Thread) == alignof(Line));

  unsigned count_;
  unsigned registers_;  // registers for the variables of a thread
  std::size_t lines_;   // cache lines of a thread with its variables
  std::vector<Line> storage_;
};

}  // namespace eugene::eu
