// Asynchronous copies and their waits, in programs that leave marks (kind "sync"). OpenCL C 3.0, 6.15.11: all
// work-items of a group make the same copies with the same arguments, in the same order, and wait for the same events.
// Each work-item waits for the events of its copies before it ends. copies.h checks programs without marks.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "check/found_list.h"
#include "eu/observer.h"
#include "isa/program.h"

namespace eugene::check {

// For each instruction a number for its place in the source: file, line and column. 0: unknown.
using SourcePlaces = std::vector<std::uint32_t>;

class MarkedCopyCheck {
 public:
  static constexpr eu::Interest kInterest{.accesses = true, .written = true};

  // `program` must outlive the check. `are_compiled`: the program was compiled for `kInterest`, so it need not be
  // interpreted.
  MarkedCopyCheck(const isa::Program& program, SourcePlaces places, bool are_compiled)
      : program_(&program), places_(std::move(places)), are_compiled_(are_compiled) {}

  std::unique_ptr<eu::Observer> worker_begins();
  // Called when all workers have ended.
  void dispatch_ends(Sink& sink) { found_.give(sink); }

 private:
  friend class MarkedCopyObserver;

  const isa::Program* program_;
  SourcePlaces places_;
  bool are_compiled_;
  FoundList found_;
};

}  // namespace eugene::check
