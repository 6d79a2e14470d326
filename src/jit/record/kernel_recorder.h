// Records one kernel as an LLVM function: DESIGN.md section 5. Every instruction of the decoded program becomes code
// that does what the interpreter does with it; where that is not worth it, a call of the interpreter.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "eu/analysis/live_registers.h"
#include "eu/interpreter.h"
#include "eu/kernel.h"
#include "eu/prepare/decoded_op.h"
#include "jit/frame.h"
#include "jit/host/host_compiler.h"
#include "jit/message/message_shape.h"
#include "jit/record/registers.h"

namespace eugene::jit {

struct Recorded {
  Unit unit;
  std::vector<std::uint32_t> entries;  // instructions the code can be entered before, ascending
  std::vector<std::uint32_t> joins;    // instructions where channels may wait, ascending
};

class KernelRecorder {
 public:
  KernelRecorder(const eu::Kernel& kernel, const Assumptions& assumptions, const HostCompiler& host);
  Recorded record(const std::string& name);

 private:
  using Op = eu::DecodedOp;

  // kernel_recorder.cpp: the frame of the function.
  void create_function(const std::string& name);
  void record_entry();
  void record_exit();
  void record_instruction(const Op& op);
  void begin_instruction(const Op& op);
  void run_into(std::uint32_t index);
  // Ends the block: the code returns `why`, with the Thread's ip at `op`; nothing to say about ip where that is null.
  void leave(eu::Stop stop, const Op& op) { leave(static_cast<std::uint32_t>(stop), &op); }
  void leave(std::uint32_t why, const Op* op);
  // The same on a side path, if `condition` holds; recording goes on where it does not.
  void leave_if(llvm::Value* condition, eu::Stop stop, const Op& op) {
    leave_if(condition, static_cast<std::uint32_t>(stop), &op);
  }
  void leave_if(llvm::Value* condition, std::uint32_t why, const Op* op);
  void leave_aside(std::uint32_t why, const Op* op);
  llvm::BasicBlock* create_block(const llvm::Twine& name) {
    return llvm::BasicBlock::Create(*unit_.context, name, function_);
  }
  // Of an instruction where a block begins, in the version that is recorded or in `version`; past the end: the last.
  llvm::BasicBlock* block(std::uint32_t index) { return block(index, version_); }
  // `more` are arguments behind those that all have.
  llvm::CallInst* call(const char* name, llvm::Type* result, const Op& op, llvm::ArrayRef<llvm::Value*> more = {});
  const isa::Instruction& instruction(const Op& op) const { return kernel_.program().instructions[op.index]; }
  sem::Mode mode(const Op& op) const;

  // record_versions.cpp: a kernel is recorded twice; for complete threads, in the full version alone. While all
  // channels of the thread run, it is in the full version, where masks are constants; once channels part, it goes on in
  // the partial one.
  enum Version : std::uint8_t { kPartial, kFull };
  llvm::BasicBlock* block(std::uint32_t index, Version version);
  bool has(Version version) const { return version == kFull ? versions_.full : versions_.partial; }
  llvm::Value* all_run();             // does the full version hold?
  void go_on(std::uint32_t index);    // ends the block: in the partial version, from any place of the full one
  void return_to_full(const Op& op);  // at a join of the partial version
  bool is_full() const { return version_ == kFull; }

  // record_entries.cpp: where the code can be entered, and how to get there.
  bool is_left_to_interpreter(const Op& op) const;
  void find_entries();
  void find_loops();
  std::uint32_t first_step_to(std::uint32_t entry, std::uint32_t from) const;
  void record_resumption(const Op& op);
  bool is_in_closed_loop(std::uint32_t index) const;
  bool is_arrival(std::uint32_t index) const { return std::ranges::binary_search(arrivals_[version_], index); }

  // record_counts.cpp: instructions and lane operations executed.
  struct Counts {
    llvm::Value* instructions;
    llvm::Value* lanes;
  };
  void count(const Op& op, llvm::Value* channels);  // `channels` that `op` works on, from bit 0 on
  void add_lanes(llvm::Value* channels);
  Counts counts();      // with what is not yet in the variables
  void flush_counts();  // into the variables
  void drop_counts();

  // record_alu.cpp
  void record_alu(const Op& op);
  bool record_control_write(const Op& op);
  bool record_specialised(const Op& op);
  llvm::Value* source(const Op& op, unsigned index);
  llvm::Value* record_selection(const Op& op, const sem::Mode& now, llvm::Value* a, llvm::Value* b, llvm::Value* c);
  void store(const Op& op, llvm::Value* elements, llvm::Value* lanes, llvm::Value* channels);
  void store_accumulator(unsigned first, llvm::Value* lanes, llvm::Value* channels);
  void interpret(const Op& op);

  // record_flow.cpp
  bool records_flow(const Op& op) const;
  void find_joins();
  void record_branch(const Op& op);
  void record_jump(const Op& op);
  void rejoin(const Op& op);
  void park(llvm::Value* channels, std::uint32_t target);
  void leave_channels(llvm::Value* channels, std::uint32_t target, std::uint32_t jip, const Op& op);
  void leave_full(llvm::Value* leaving, std::uint32_t target, std::uint32_t jip, const Op& op);
  void loop(llvm::Value* channels, std::uint32_t target, const Op& op);
  bool is_join(std::uint32_t index) const { return std::ranges::binary_search(joins_, index); }
  llvm::Value* waiting(std::uint32_t index);  // address of the channels parked at a join point

  // record_send.cpp
  void record_send(const Op& op);
  void record_wait(const Op& op);
  void record_call_of_port(const Op& op);
  void record_status(const Op& op, llvm::Value* status);
  llvm::Value* message_channels(const Op& op);  // from bit 0 on

  // record_message.cpp
  struct Message {  // of a send that says all about it
    isa::Message message;
    std::vector<unsigned> payload;  // GRF numbers: the first payload's, then the second's
    unsigned response = 0;          // GRF number of the first
    unsigned responses = 0;
  };
  std::optional<Message> message_of(const Op& op) const;
  void record_barrier(const Op& op, const Message& message);  // record_send.cpp
  void record_message(const Op& op, const Message& message);
  llvm::Function* message_function(const Op& op, const Message& message, const MessageShape& shape);
  llvm::Value* window_slot(const MessageShape& shape);
  void stop_in_message(llvm::Value* status, llvm::Value* channels);
  void inline_messages();
  unsigned loops_around(std::uint32_t index) const;

  // record_channels.cpp: channels as bits: predicate and execution mask of `op`, from bit 0 on.
  llvm::Value* predicate(const Op& op);
  llvm::Value* enabled(const Op& op);
  // Vector of one bit a channel, of the low `count` bits; null for channels that all run, as is known.
  llvm::Value* channel_mask(llvm::Value* bits, unsigned count);
  llvm::Value* mask_bits(llvm::Value* mask);
  void write_flags(const Op& op, llvm::Value* mask, llvm::Value* channels);
  llvm::Value* running() { return ir_.CreateLoad(ir_.getInt32Ty(), running_); }
  void set_running(llvm::Value* channels) { ir_.CreateStore(channels, running_); }
  llvm::Value* rotate_right(llvm::Value* bits, unsigned count);
  void set_state(std::size_t offset, llvm::Value* value) {
    ir_.CreateStore(value, registers_->in_thread(static_cast<unsigned>(offset)));
  }

  const eu::Kernel& kernel_;
  const std::vector<Op>& ops_;
  const Assumptions assumptions_;
  const Versions versions_;
  std::vector<std::optional<std::uint32_t>> control_;  // cr0.0 before each instruction, where it is known
  const HostCompiler& host_;
  Unit unit_;
  Builder ir_;
  llvm::Function* function_ = nullptr;
  std::optional<Registers> registers_;
  Version version_ = kPartial;                // that is being recorded
  std::vector<llvm::BasicBlock*> blocks_[2];  // by version and instruction; the last is past the end; null: none begins
  std::vector<bool> begins_block_[2];         // by version and instruction: control comes there from elsewhere
  std::vector<std::uint32_t> entries_;
  std::vector<std::uint32_t>
      arrivals_[2];  // by version: entries, and where the full version goes on in the partial one
  std::vector<std::uint32_t> joins_;
  std::optional<eu::LiveRegisters> live_[2];             // by version; none where all registers are to remain
  std::map<std::uint32_t, std::uint32_t> loops_;         // first instruction of a loop -> its last
  std::map<std::uint32_t, std::uint32_t> closed_loops_;  // of these, those with one way in
  llvm::Value* running_ = nullptr;                       // variable: channels that run
  llvm::Value* executed_ = nullptr;                      // variable: instructions executed
  llvm::Value* lane_operations_ = nullptr;               // variable
  llvm::Value* resume_ = nullptr;                        // variable: the entry that loop heads have to lead to, or none
  llvm::Value* budget_ = nullptr;
  llvm::BasicBlock* exit_ = nullptr;
  llvm::PHINode* exit_why_ = nullptr;
  llvm::PHINode* exit_executed_ = nullptr;
  llvm::PHINode* exit_lanes_ = nullptr;

  // Messages: what sends of each kind do, which sends call that, and who leaves the code in one.
  struct MessageCall {
    llvm::CallInst* call;
    unsigned depth;  // loops around it
  };
  std::map<std::array<std::uint32_t, 6>, llvm::Function*> message_functions_;
  std::vector<MessageCall> message_calls_;
  std::map<std::pair<std::uint32_t, unsigned>, unsigned> window_slots_;  // (space, bytes of an access) -> slot
  unsigned slots_ = 0;
  llvm::Value* windows_ = nullptr;  // the slots
  llvm::BasicBlock* message_stop_ = nullptr;
  llvm::PHINode* stop_channels_ = nullptr;
  llvm::PHINode* stop_executed_ = nullptr;  // what is not yet in the variable, and lanes
  llvm::PHINode* stop_lanes_ = nullptr;

  // Not yet added to the variables: instructions, their lanes under NoMask, and how many of each mask of channels.
  unsigned pending_instructions_ = 0;
  unsigned pending_lanes_ = 0;
  std::map<std::pair<unsigned, std::uint32_t>, unsigned> pending_masked_;  // (channel offset, channels) -> instructions
};

}  // namespace eugene::jit
