// State shared by all sends of a kernel: a function for each kind of message, and slots of the window table.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "jit/host_compiler.h"
#include "jit/message/message_shape.h"
#include "jit/record/value.h"

namespace eugene::jit {

// The functions that execute messages (jit/message/message_recorder.h), and their calls. One function for each kind
// keeps kernels with a thousand sends small. Inlining the common case in the innermost loops avoids moving registers
// there.
class MessageFunctions {
 public:
  using Kind = std::array<std::uint32_t, 6>;  // messages of the same kind share a function
  // A bit of a kind's last number, which is set for MessageShape::is_few. Kinds that differ only in this bit need
  // different functions for the common case. The kind with the bit uses the other functions of the kind without it, if
  // those were recorded before.
  static constexpr std::uint32_t kFew = 1U << 31;
  static constexpr std::uint32_t kWhole = 1U << 30;  // the same for MessageShape::is_whole

  // Returns the function for `kind`; the first call records it in `unit`. `observed` says which accesses it reports.
  llvm::Function* get(const Kind& kind, const MessageShape& shape, Unit& unit, const HostCompiler& host,
                      llvm::StringRef kernel, const eu::Interest& observed);
  // The same for a direct thread's message: the function of MessageRecorder::record_direct() or record_store().
  llvm::Function* get_direct(const Kind& kind, const MessageShape& shape, Unit& unit, const HostCompiler& host,
                             llvm::StringRef kernel, bool stores);
  // `depth` is the number of loops around the call.
  void add_call(llvm::CallInst* call, unsigned depth) { calls_.push_back({call, depth}); }
  // Inlines calls, innermost loops first, up to a limit. Removes functions that are no longer called.
  void inline_calls();
  // Removes all functions, after their calls have been removed.
  void remove();

 private:
  struct CallSite {
    llvm::CallInst* call;
    unsigned depth;
  };
  struct Functions {
    llvm::Function* general = nullptr;
    llvm::Function* scattered = nullptr;  // null: not for this shape or host
    llvm::Function* common = nullptr;     // null: no common case
  };
  llvm::Function* made(llvm::Function* function);

  std::map<Kind, Functions> functions_;
  std::map<Kind, Functions> stores_;   // the functions of record_store()
  std::vector<llvm::Function*> made_;  // callers come after the functions that they call
  std::vector<CallSite> calls_;
};

// Assigns a window to each message (eu/memory_window.h). Messages to the same buffer share one. Messages with addresses
// can access any memory, so each has a separate window while there are enough slots; some slots are reserved for
// buffers. The same holds for messages whose buffer index is in a register. If observers need unclear accesses, windows
// end at the end of a kernel argument, so messages to local and stateless memory have separate windows too.
// If observers need misaligned accesses, messages have separate windows while there are enough slots, because a window
// keeps the alignment of one message.
class WindowSlots {
 public:
  // Returns nothing if all slots are used.
  std::optional<unsigned> slot_for(const MemoryAccess& access, const eu::Interest& observed);

 private:
  // (space, whether its index is known, bytes of an access) -> slot
  std::map<std::tuple<std::uint32_t, bool, unsigned>, unsigned> slots_;
  unsigned used_ = 0;
};

// The path out of the code if a message is not done. All messages share this block, which the first one creates.
struct MessageStop {
  llvm::BasicBlock* block = nullptr;
  llvm::PHINode* channels = nullptr;      // channels of the send
  llvm::PHINode* instructions = nullptr;  // pending counts that are not yet in the variables
  llvm::PHINode* lanes = nullptr;
};

}  // namespace eugene::jit
