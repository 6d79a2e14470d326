// Helper pixels: channels of a pixel shader thread that run only so that derivatives can be computed. Their results
// are discarded, and their addresses may have any value. An access that only helper pixels make is therefore not an
// error of the program.
//
// A thread starts with its helper pixels outside of the dispatch mask, sr0.2. A pixel that the shader discards becomes
// one too, and its compiler keeps the remaining pixels in a flag register. That register is not looked at, because
// compiled code does not store it before each message. Instead, reads that may follow a discard are not judged. Writes
// are: compilers send them only for the remaining pixels.
#pragma once

#include <cstddef>
#include <optional>

#include "eu/observer.h"
#include "isa/program.h"

namespace eugene::eu {

struct Thread;

class HelperPixels {
 public:
  // Threads without helper pixels.
  HelperPixels() = default;
  // Threads of a pixel shader. `program` must outlive this object.
  explicit HelperPixels(const isa::Program& program) : program_(&program) {}

  // Whether `thread` may make an access of `message` for helper pixels only. `lane`: the lane of the message that makes
  // the access; nothing: all lanes make the access together, or the lane is unknown.
  bool may_make(const Thread& thread, const isa::Instruction& message, AccessKind kind,
                std::optional<unsigned> lane) const;

 private:
  std::size_t find_first_after_discard() const;

  const isa::Program* program_ = nullptr;  // null: no helper pixels
  // Index of the first instruction that a discarded pixel may execute. Found when needed.
  mutable std::optional<std::size_t> first_after_discard_;
};

}  // namespace eugene::eu
