// On the way to an earlier moment of a dispatch. Memory and threads are put back to what they were at the beginning of
// a part of the journal, and the dispatch runs again from there: up to the moment, or first in search of one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "debug/command.h"
#include "debug/track.h"

namespace eugene::debug {

struct GoingBack {
  enum class Search : std::uint8_t {
    nothing,      // the moment is known
    instruction,  // the last one
    line,         // the last beginning of a line of `channel`, in no function called later
    stop,         // the last breakpoint, or write to watched bytes
    write,        // of `bytes`, the last one
  };

  Search search = Search::nothing;
  Moment until;                 // the moment, or that before which it is searched
  Moment began;                 // where a search began
  Moment from;                  // where it runs again from: the beginning of a part of the journal
  std::optional<Moment> found;  // so far
  Memory bytes;
  unsigned thread = 0, channel = 0, depth = 0;
  std::uint32_t line = 0;    // of the thread so far
  Moment otherwise;          // where a line is sought, and none is found
  std::string reason, text;  // of the stop there
  unsigned breakpoint = 0;
  std::optional<Moment> return_to;  // after a search: the stop is there, and `text` says what was found
};

}  // namespace eugene::debug
