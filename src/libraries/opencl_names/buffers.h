// The buffers that a program holds, in a checked run.
#pragma once

#include <CL/cl.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <unordered_map>

#include "../driver_layers/host_writes.h"

namespace eugene::i915 {

// Safe for several threads. An argument of the size of a handle may be any number, about which a driver must not be
// asked.
class Buffers {
 public:
  enum class Contents : std::uint8_t {
    none,     // nothing has written it
    given,    // by the program
    unknown,  // it may be written by ways that are not known
  };
  cl_mem add(cl_mem buffer, Contents contents);
  // `part` is of these bytes of `whole`, whose number it has.
  cl_mem add_part(cl_mem part, cl_mem whole, const Range& range);
  // Of the buffer with that number: from 0 on, but for a part.
  std::size_t begin_of(cl_mem buffer);
  void remove(cl_mem buffer);
  bool has(cl_mem buffer);

  // No other buffer of the process ever has it. 0: nothing is known of what writes it.
  std::uint64_t number_of(cl_mem buffer);
  // As that, but every buffer has one.
  std::uint64_t object_of(cl_mem buffer);
  bool has_object(std::uint64_t object);
  // A call of the program is about to write these bytes of it, or may.
  void write(cl_mem buffer, const Range& range);
  // From now on nothing is known of what writes it.
  void lose_sight(cl_mem buffer);
  // By such calls, and its contents from the beginning. Nothing: nothing is known of it.
  std::optional<HostWrites> host_writes(std::uint64_t number);

 private:
  std::mutex mutex_;
  struct Known {
    std::uint64_t object = 0;
    std::uint64_t number = 0;  // 0: it has none
    Range range = kWhole;      // of what has that number
  };
  std::uint64_t last_ = 0;
  std::unordered_map<cl_mem, Known> known_;
  std::set<std::uint64_t> objects_;             // of these
  std::map<std::uint64_t, HostWrites> writes_;  // by number
};

// Never destroyed: threads may launch kernels until the very end.
Buffers& buffers();

}  // namespace eugene::i915
