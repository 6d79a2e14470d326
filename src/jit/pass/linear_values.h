// Values of direct threads (jit/record/direct_threads.h) that are linear in the index of the thread in its group, or
// the same for the threads of a group: what group_loops.h needs to know about them.
//
// A value that depends on a thread at all depends on its model (eu/batch.h), whose contents are not known before the
// code runs. So the analysis makes assumptions, and verify() records code that tests them for the models of a batch:
// loads of dwords from models are the same for all threads, because these are the kernel's arguments. Values computed
// from words, which are the local IDs, are linear.
#pragma once

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace eugene::jit {

class LinearValues {
 public:
  // The value of thread t is first + t * step, modulo 2^n for n bits. A null step is zero.
  struct Linear {
    llvm::Value* first;
    llvm::Value* step;
  };

  // `thread`, `group`: the indices in the loop. `batch`: where code that runs once for a call of the function is
  // recorded, at the end of the first block. `in_group`: where code that runs once a group is recorded.
  LinearValues(llvm::PHINode& thread, llvm::PHINode& group, llvm::IRBuilder<>& batch, llvm::IRBuilder<>& in_group);

  std::optional<Linear> find(llvm::Value* value);
  // Returns a value that is the same for all threads of a group, as a value at `in_group` or `batch`; otherwise null.
  llvm::Value* find_shared(llvm::Value* value);
  // Returns the value of the last thread.
  llvm::Value* last(const Linear& linear);
  // The conditions for the values found to be linear in the current group.
  std::vector<llvm::Value*>& conditions() { return conditions_; }
  llvm::Value* thread_count() { return count_; }
  // Records code at `ir` that returns whether the assumptions hold for a thread.
  llvm::Value* verify(llvm::IRBuilder<>& ir, llvm::Value* thread);

 private:
  using Copies = std::map<const llvm::Value*, llvm::Value*>;
  struct Traits {
    bool is_computed = false;  // from models, group IDs and windows by instructions that can be executed at any time
    bool has_thread = false;   // it can differ between threads
    bool has_group = false;    // it can differ between groups
    bool has_window = false;   // it can differ between calls with the same models, because windows can
  };

  Traits traits(const llvm::Value* value);
  Traits compute_traits(const llvm::Instruction& instruction);
  std::optional<Linear> compute(llvm::Value* value);
  std::optional<Linear> extend(llvm::CastInst& extension);
  // Returns the value of the first thread.
  llvm::Value* first(llvm::Value* value);
  llvm::Value* copy(llvm::Value* value, Copies& copies, llvm::IRBuilder<>& ir);
  llvm::Value* step(unsigned opcode, llvm::Value* a, llvm::Value* b);
  llvm::Value* cast_step(unsigned opcode, llvm::Value* a, llvm::Type* type);

  const llvm::PHINode& thread_;
  const llvm::PHINode& group_;
  llvm::IRBuilder<>& batch_;
  llvm::IRBuilder<>& in_group_;
  llvm::Value* count_;  // threads of a group, i32
  std::map<const llvm::Value*, Traits> traits_;
  std::map<const llvm::Value*, std::optional<Linear>> found_;
  std::map<std::tuple<unsigned, llvm::Value*, llvm::Value*>, llvm::Value*> steps_;
  Copies first_of_batch_, first_of_group_, second_;
  llvm::SetVector<const llvm::LoadInst*> same_;                  // loads of models, assumed to be the same
  std::vector<std::pair<llvm::Value*, Linear>> assumed_linear_;  // values of models
  std::vector<llvm::Value*> conditions_;
};

}  // namespace eugene::jit
