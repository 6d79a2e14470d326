// Host memory that commands read after their calls have returned, in a run with --check=api. The program must not
// change such memory until it knows that the command has ended. A digest at the call is compared with a digest at the
// end.
//
// Memory that may change for other reasons is left out: memory that a device accesses too (shared memory, mapped
// memory, memory of a buffer), and the destinations of commands that have not ended.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "../driver_layers/command_order.h"

namespace eugene::inside::opencl {

// Rows of bytes in the memory of the program.
struct HostRows {
  const void* begin = nullptr;
  std::size_t bytes = 0;  // size of a row
  std::size_t rows = 1;   // rows in a slice
  std::size_t slices = 1;
  std::size_t row_pitch = 0;  // in bytes
  std::size_t slice_pitch = 0;

  // Returns the number of bytes from the first byte to the end of the last row.
  std::size_t span() const {
    return bytes == 0 || rows == 0 || slices == 0 ? 0 : (slices - 1) * slice_pitch + (rows - 1) * row_pitch + bytes;
  }
  bool overlaps(const void* other, std::size_t other_bytes) const;
};

// Returns a digest of the rows, or nothing if a byte cannot be read.
std::optional<std::uint64_t> compute_digest(const HostRows& rows);

class HostSources {
 public:
  using Number = CommandOrder::Number;

  // Adds `rows`, which `command` reads until it ends. `digest` was taken before the call; `what` describes the call.
  void add(Number command, const HostRows& rows, std::uint64_t digest, std::string what);
  // Adds `rows`, which `command` of `queue` writes until it ends. Stops checking the calls that read these bytes, since
  // the command changes them too. Returns the calls whose memory had changed before that.
  std::vector<std::string> add_destination(Number command, Handle queue, const HostRows& rows);
  // Adds memory that devices access too, until remove_shared().
  void add_shared(const void* begin, std::size_t bytes) { shared_[begin] = bytes; }
  void remove_shared(const void* begin) { shared_.erase(begin); }

  // Call when the program is about to learn that these commands have ended. Returns the calls whose memory has changed.
  std::vector<std::string> end(std::span<const CommandOrder::EndedCommand> commands);
  // Call when all commands of `queue` have ended, including commands that were dropped.
  void finish(Handle queue);
  // Call when the program may learn in unknown ways that commands have ended. Returns the calls whose memory has
  // changed.
  std::vector<std::string> end_all();

 private:
  struct Source {
    Number command = 0;
    HostRows rows;
    std::uint64_t digest = 0;
    std::string what;
  };
  struct Destination {
    Number command = 0;
    Handle queue = nullptr;
    HostRows rows;
  };
  template <class Ends>
  std::vector<std::string> end_matching(Ends ends);

  std::vector<Source> sources_;
  std::vector<Destination> destinations_;
  std::map<const void*, std::size_t> shared_;
};

}  // namespace eugene::inside::opencl
