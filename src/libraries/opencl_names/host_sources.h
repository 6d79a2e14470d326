// Host memory that commands read after their calls have returned, in a run with --check=api. The program must leave
// such memory as it is until it knows that the command has ended: a digest at the call and one at the end say whether
// it has.
//
// What else may change the memory is left out: memory that a device accesses too (shared, mapped, or that of a buffer),
// and the destinations of commands that have not ended.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "../driver_layers/command_order.h"

namespace eugene::i915 {

// Rows of bytes in the memory of the program.
struct HostRows {
  const void* begin = nullptr;
  std::size_t bytes = 0;  // of a row
  std::size_t rows = 1;   // of a slice
  std::size_t slices = 1;
  std::size_t row_pitch = 0;  // bytes from row to row
  std::size_t slice_pitch = 0;

  // From the first byte to behind the last one.
  std::size_t span() const {
    return bytes == 0 || rows == 0 || slices == 0 ? 0 : (slices - 1) * slice_pitch + (rows - 1) * row_pitch + bytes;
  }
  bool overlaps(const void* other, std::size_t other_bytes) const;
};

// Returns nothing if a byte cannot be read.
std::optional<std::uint64_t> digest_of(const HostRows& rows);

class HostSources {
 public:
  using Number = CommandOrder::Number;

  // `command` reads `rows` until it ends. `digest` was taken before the call; `what` is the call in words.
  void add(Number command, const HostRows& rows, std::uint64_t digest, std::string what);
  // `command` of `queue` writes `rows` until it ends. Returns the calls whose memory has changed up to now, of those
  // that read bytes which the command overwrites: it is not known any more who changes them.
  std::vector<std::string> add_destination(Number command, Handle queue, const HostRows& rows);
  // Memory that devices access too, until remove_shared().
  void add_shared(const void* begin, std::size_t bytes) { shared_[begin] = bytes; }
  void remove_shared(const void* begin) { shared_.erase(begin); }

  // The program is about to know that these commands have ended. Returns the calls whose memory has changed.
  std::vector<std::string> end(std::span<const CommandOrder::Ended> commands);
  // All commands of `queue` have ended, those too that are no longer followed.
  void finish(Handle queue);
  // The program may learn in ways that are not known what has ended, from now on.
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
  std::vector<std::string> end_those(Ends ends);

  std::vector<Source> sources_;
  std::vector<Destination> destinations_;
  std::map<const void*, std::size_t> shared_;
};

}  // namespace eugene::i915
