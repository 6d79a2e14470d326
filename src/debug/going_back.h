// Going back to an earlier moment of a dispatch. Memory and threads are restored to their state at the beginning of a
// part of the journal, and the dispatch is re-executed from there. If the moment is not known yet, a first run searches
// for it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "debug/command.h"
#include "debug/track.h"

namespace eugene::debug {

struct GoingBack {
  enum class Search : std::uint8_t {
    nothing,      // no search: the moment is known
    instruction,  // the last instruction
    line,         // the last line start of `channel`, except in functions called later
    stop,         // the last breakpoint, or the last write to watched bytes
    write,        // the last write to `bytes`
  };

  Search search = Search::nothing;
  Moment until;                 // the moment, or the end of the search
  Moment began;                 // the moment when the search was started
  Moment from;                  // start of the re-execution: the beginning of a part of the journal
  std::optional<Moment> found;  // the last match so far
  Memory bytes;
  unsigned thread = 0, channel = 0, depth = 0;
  std::uint32_t line = 0;    // the thread's current line
  Moment otherwise;          // the target if the search for a line finds none
  std::string reason, text;  // of the stop at the target
  unsigned breakpoint = 0;
  std::optional<Moment> return_to;  // the stop after a search, where `text` describes the result
};

}  // namespace eugene::debug
