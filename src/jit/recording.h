// A kernel during recording: its plan, the function under construction, and facts known at the current position. The
// functions that record instructions (record_alu.h, record_flow.h, jit/message/record_send.h) have it as their first
// argument. Each of its parts has a separate file.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "eu/analysis/long_division.h"
#include "jit/message/message_functions.h"
#include "jit/record/counters.h"
#include "jit/record/kernel_function.h"
#include "jit/record/kernel_plan.h"
#include "jit/record/registers.h"

namespace eugene::jit {

// Addresses of the function's variables, and values that it loads once.
struct Variables {
  llvm::Value* running = nullptr;  // running channels
  llvm::Value* resume = nullptr;   // the resume point that loop heads dispatch to, or none
  llvm::Value* budget = nullptr;   // instruction count that ends the run
  llvm::Value* windows = nullptr;  // slots of the window table
  llvm::Value* digest = nullptr;   // eight dwords; null if the code computes no digest
  llvm::Value* counts = nullptr;   // of instructions; null if the code does not count
};

// The only block that returns from the function (jit/record/exits.h).
struct Exit {
  llvm::BasicBlock* block = nullptr;
  llvm::PHINode* why = nullptr;
  llvm::PHINode* instructions = nullptr;
  llvm::PHINode* lanes = nullptr;
};

// Instructions of the full version that are recorded with masks (jit/record/masked_sections.h): from `branch` to `end`.
struct MaskedSection {
  const eu::PreparedOp* branch = nullptr;
  std::uint32_t end = 0;
  llvm::BasicBlock* entry = nullptr;  // still empty; the channels `leaving` leave at the branch
  llvm::Value* leaving = nullptr;
  std::map<std::uint32_t, llvm::BasicBlock*> blocks = {};  // indexed by instruction, including `end`
};

// A write of a direct thread, done when the thread ends. The members but the last are variables.
struct DelayedStore {
  llvm::Value* is_set = nullptr;
  // Host addresses of the elements of channels 0 and 8 (jit/message/message_rows.cpp), and the distance to the next
  // channel's element, in bytes.
  std::array<llvm::Value*, 3> address{};
  llvm::Value* channels = nullptr;  // enabled ones
  std::vector<llvm::Value*> payload;
  llvm::Function* store = nullptr;
};

// State of recording the code of direct threads (jit/record/direct_threads.h).
struct Direct {
  const std::map<std::uint32_t, unsigned>* slots;  // of windows, by the index of a message
  llvm::BasicBlock* give_up = nullptr;             // leaves the thread to the other code, which starts it anew
  bool is_possible = true;                         // false: the kernel does something that direct threads cannot do
  std::vector<DelayedStore> stores = {};
};

// The kept elements of a message that reads ahead (jit/message/message_ahead.h), and the first and last instruction of
// the message's loop.
struct ReadAhead {
  llvm::AllocaInst* place = nullptr;
  std::uint32_t head = 0;
  std::uint32_t last = 0;
};

// Loops of the kernel that divide, indexed by their heads (jit/record/long_divisions.h).
using LongDivisions = std::map<std::uint32_t, eu::LongDivision>;

struct Recording {
  using Op = eu::PreparedOp;

  Recording(const KernelPlan& of, const HostCompiler& with, const std::string& name, Unit into = {})
      : plan(of),
        host(with),
        function(host, name, plan.flow.joins().size(), std::move(into)),
        ir(function.ir),
        registers(ir, function.thread(), eu::cell_count(of.kernel.program())),
        counters(ir),
        blocks{std::vector<llvm::BasicBlock*>(plan.ops().size() + 1), {}} {
    blocks[kFull].resize(plan.ops().size() + 1);
  }
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  // Whether all channels run in the code that is being recorded.
  bool is_full() const { return version == kFull && section == nullptr; }
  const isa::Instruction& instruction(const Op& op) const { return plan.instruction(op); }
  // The block that begins at instruction `index`, in the current version or in `which`. Both versions have the same
  // block for the end. In a masked section, blocks of the full version are the section's.
  llvm::BasicBlock* block(std::uint32_t index) { return block(index, version); }
  llvm::BasicBlock* block(std::uint32_t index, Version which);
  // Stores counts and registers where other blocks expect them.
  void flush() {
    counters.flush();
    registers.write_back();
  }
  // Ends the block: control continues at instruction `index`.
  void branch_to(std::uint32_t index);

  const KernelPlan& plan;
  const HostCompiler& host;
  KernelFunction function;
  Builder& ir;
  Registers registers;
  Counters counters;
  Variables variables;
  Version version = kPartial;  // being recorded
  // The indirect destinations of instructions before this one have been checked (jit/record/indirect.cpp).
  std::uint32_t places_checked = 0;
  Exit exit;
  std::vector<MaskedSection> sections;  // of the full version, to be recorded after all other code
  MaskedSection* section = nullptr;     // being recorded
  MessageFunctions messages;
  WindowSlots window_slots;
  MessageStop message_stop;
  LongDivisions long_divisions;
  std::map<std::uint32_t, ReadAhead> read_ahead;         // indexed by message
  llvm::AllocaInst* reading_loop = nullptr;              // i32: head of the loop that sent the last message
  std::map<std::uint32_t, unsigned> slots;               // of windows, by the index of a message in the full version
  std::optional<Direct> direct;                          // if the code is for direct threads
  std::array<std::vector<llvm::BasicBlock*>, 2> blocks;  // indexed by version and instruction; null: no block yet
};

// Counts `op`, executed by `channels`, from bit 0 on.
void count(Recording& r, const eu::PreparedOp& op, llvm::Value* channels);

// Calls runtime function `name` with a Thread that is exact except for its ip (jit/frame.h). `more` has arguments after
// the common ones. Any register may have changed afterwards.
llvm::CallInst* call_runtime(Recording& r, const char* name, llvm::Type* result, const eu::PreparedOp& op,
                             llvm::ArrayRef<llvm::Value*> more = {});

}  // namespace eugene::jit
