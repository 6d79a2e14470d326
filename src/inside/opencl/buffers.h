// The buffers that a checked program holds.
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

namespace eugene::inside::opencl {

// Safe for several threads. An argument of a handle's size may be any number, and the driver must not be queried about
// a number that is not a handle.
class Buffers {
 public:
  enum class Contents : std::uint8_t {
    none,     // nothing has written the buffer
    given,    // the program has provided the contents
    unknown,  // the buffer may be written in unknown ways
  };
  cl_mem add(cl_mem buffer, Contents contents);
  // Adds `part`, which is the bytes `range` of `whole` and gets the same number.
  cl_mem add_part(cl_mem part, cl_mem whole, const Range& range);
  // Returns where the buffer begins in the buffer that owns the number: 0, except for a part.
  std::size_t find_begin(cl_mem buffer);
  void remove(cl_mem buffer);
  bool has(cl_mem buffer);

  // Returns the buffer's number, which is never reused in the process. 0: the writers of the buffer are unknown.
  std::uint64_t find_number(cl_mem buffer);
  // Returns a number like find_number(), but every buffer has one, and a part has its own.
  std::uint64_t find_object(cl_mem buffer);
  bool has_object(std::uint64_t object);
  // Notes that a call of the program writes, or may write, these bytes of the buffer.
  void write(cl_mem buffer, const Range& range);
  // Makes the writers of the buffer unknown.
  void stop_tracking(cl_mem buffer);
  // Returns the writes by calls, including the contents from the beginning. Returns nothing if the writers are unknown.
  std::optional<HostWrites> host_writes(std::uint64_t number);

 private:
  std::mutex mutex_;
  struct Known {
    std::uint64_t object = 0;
    std::uint64_t number = 0;  // 0: the writers are unknown
    Range range = kWhole;      // place in the buffer that owns the number
  };
  std::uint64_t last_ = 0;
  std::unordered_map<cl_mem, Known> known_;
  std::set<std::uint64_t> objects_;             // objects in `known_`
  std::map<std::uint64_t, HostWrites> writes_;  // by number
};

}  // namespace eugene::inside::opencl
