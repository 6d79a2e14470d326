// State shared by all sends of a kernel: a function for each kind of message, and slots of the window table.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "jit/host/host_compiler.h"
#include "jit/message/message_shape.h"
#include "jit/record/value.h"

namespace eugene::jit {

// Functions that do messages (jit/message/message_recorder.h), and the calls of them. Functions for each kind keep
// kernels of a thousand sends small; inlining the common case where it runs most often saves moving registers for it.
class MessageFunctions {
 public:
  using Kind = std::array<std::uint32_t, 6>;  // what two messages must have in common to share a function

  // The function for `kind`, recorded in `unit` by the first call. `observed`: what it reports of accesses.
  llvm::Function* get(const Kind& kind, const MessageShape& shape, Unit& unit, const HostCompiler& host,
                      llvm::StringRef kernel, const eu::Interest& observed);
  // `depth`: loops around the call.
  void add_call(llvm::CallInst* call, unsigned depth) { calls_.push_back({call, depth}); }
  // Inlines the calls in the innermost loops first, while there is room, and removes functions that are no longer
  // called.
  void inline_calls();

 private:
  struct CallSite {
    llvm::CallInst* call;
    unsigned depth;
  };
  struct Functions {
    llvm::Function* general = nullptr;
    llvm::Function* common = nullptr;  // null: there is no common case
  };
  std::map<Kind, Functions> functions_;
  std::vector<CallSite> calls_;
};

// Which window each message uses (eu/memory_window.h). Messages to a buffer share one. Addresses may be anywhere, so
// that messages have a window each while there are slots, and so may be messages to a buffer that a register names;
// some are left for buffers. Where observers need unclear accesses, windows end with an argument of the kernel, so that
// messages to local and stateless memory have a window each too.
class WindowSlots {
 public:
  // Nothing if all slots are taken.
  std::optional<unsigned> slot_for(const MemoryAccess& access, const eu::Interest& observed);

 private:
  // (space, whether that has its index, bytes of an access) -> slot
  std::map<std::tuple<std::uint32_t, bool, unsigned>, unsigned> slots_;
  unsigned used_ = 0;
};

// Where the code is left in a message that has not been done: one block for all of them, created for the first.
struct MessageStop {
  llvm::BasicBlock* block = nullptr;
  llvm::PHINode* channels = nullptr;      // of the send
  llvm::PHINode* instructions = nullptr;  // counts that are not yet in the variables
  llvm::PHINode* lanes = nullptr;
};

}  // namespace eugene::jit
