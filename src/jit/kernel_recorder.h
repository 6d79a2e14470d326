// Records one kernel as an LLVM function: DESIGN.md section 5. Every instruction of the decoded program becomes code
// that does what the interpreter does with it; where that is not worth it, a call of the interpreter.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "eu/decoded_op.h"
#include "eu/interpreter.h"
#include "eu/kernel.h"
#include "jit/host_compiler.h"
#include "jit/registers.h"

namespace eugene::jit {

struct Recorded {
  Unit unit;
  std::vector<std::uint32_t> entries;  // instructions the code can be entered before, ascending
};

class KernelRecorder {
 public:
  // Why a kernel cannot be recorded and is left to the interpreter; nothing if it can.
  static std::optional<std::string> refusal(const eu::Kernel& kernel);

  // `control` is cr0.0 before each instruction.
  KernelRecorder(const eu::Kernel& kernel, std::vector<std::uint32_t> control, const HostCompiler& host);
  Recorded record(const std::string& name);

 private:
  using Op = eu::DecodedOp;

  // kernel_recorder.cpp: the frame of the function.
  void create_function(const std::string& name);
  void record_entry();
  void record_exit();
  void record_instruction(const Op& op);
  void leave(eu::Stop stop, const Op& op) { leave(static_cast<std::uint32_t>(stop), op); }
  void leave(std::uint32_t why, const Op& op);
  void count(const Op& op, llvm::Value* channels);  // `channels` that `op` works on, from bit 0 on
  void add_lanes(llvm::Value* channels);
  void flush_counts();
  std::vector<std::uint32_t> find_entries() const;

  // record_alu.cpp
  void record_alu(const Op& op);
  bool record_specialised(const Op& op);
  llvm::Value* source(const Op& op, unsigned index);
  llvm::Value* record_selection(const Op& op, const sem::Mode& now, llvm::Value* a, llvm::Value* b, llvm::Value* c);
  void store(const Op& op, llvm::Value* elements, llvm::Value* lanes, llvm::Value* channels);
  void store_accumulator(unsigned first, llvm::Value* lanes, llvm::Value* channels);
  void interpret(const Op& op);

  // record_flow.cpp
  void record_branch(const Op& op);
  void record_jump(const Op& op);
  void rejoin(const Op& op);
  void park(llvm::Value* channels, std::uint32_t target);
  void leave_channels(llvm::Value* channels, std::uint32_t target, std::uint32_t jip, const Op& op);
  void loop(llvm::Value* channels, std::uint32_t target, const Op& op);
  llvm::BasicBlock* block(std::uint32_t index);

  // record_send.cpp
  void record_send(const Op& op);
  void record_wait(const Op& op);

  // Channels as bits: predicate and execution mask of `op`, from bit 0 on.
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
  llvm::CallInst* call(const char* name, llvm::Type* result, const Op& op);
  const isa::Instruction& instruction(const Op& op) const { return kernel_.program().instructions[op.index]; }
  sem::Mode mode(const Op& op) const;

  const eu::Kernel& kernel_;
  const std::vector<Op>& ops_;
  std::vector<std::uint32_t> control_;
  const HostCompiler& host_;
  Unit unit_;
  Builder ir_;
  llvm::Function* function_ = nullptr;
  std::optional<Registers> registers_;
  std::vector<llvm::BasicBlock*> blocks_;  // of every instruction; the last is past the end
  std::vector<std::uint32_t> entries_;
  std::map<std::uint32_t, llvm::Value*> waiting_;  // variables: channels parked at an instruction
  llvm::Value* running_ = nullptr;                 // variable: channels that run
  llvm::Value* executed_ = nullptr;                // variable: instructions executed
  llvm::Value* lane_operations_ = nullptr;         // variable
  llvm::Value* budget_ = nullptr;
  llvm::BasicBlock* exit_ = nullptr;
  llvm::PHINode* exit_why_ = nullptr;
  llvm::PHINode* exit_ip_ = nullptr;

  // Not yet added to the variables: instructions, their lanes under NoMask, and how many of each mask of channels.
  unsigned pending_instructions_ = 0;
  unsigned pending_lanes_ = 0;
  std::map<std::pair<unsigned, std::uint32_t>, unsigned> pending_masked_;  // (channel offset, channels) -> instructions
};

}  // namespace eugene::jit
