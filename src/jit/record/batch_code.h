// Records how loops over the threads of a Batch (eu/batch.h) use the Batch: thread_loop.cpp and direct_threads.cpp have
// such loops.
//
// Members of the Batch that change from thread to thread are in variables, because LLVM keeps variables in registers of
// the host. store_members() writes the variables to the Batch, for other code that reads the Batch.
#pragma once

#include <cstddef>
#include <vector>

#include "eu/batch.h"
#include "jit/record/value.h"

namespace eugene::jit {

class BatchCode {
 public:
  // A member of the Batch that changes from thread to thread.
  struct Member {
    std::size_t offset;
    unsigned bits;
    llvm::Value* variable = nullptr;
  };

  // Records the loads of the Batch at the place of `ir`. `frame`: the Frame that holds the Batch (jit/frame.h).
  // `has_digests`: the digests of the threads are a member too.
  BatchCode(Builder& ir, llvm::Value* frame, bool has_digests);

  llvm::Value* at(llvm::Value* base, std::size_t offset);
  llvm::Value* in_frame(std::size_t offset) { return at(frame_, offset); }
  llvm::Value* element(llvm::Value* base, llvm::Value* index, std::size_t bytes);
  // Loads memory that does not change while the function runs.
  llvm::Value* load_constant(llvm::Type* type, llvm::Value* place, std::size_t align);

  llvm::Value* load(const Member& member);
  // Adds to a member, and returns the sum.
  llvm::Value* add(const Member& member, llvm::Value* more);
  // Stores a member to the Batch.
  void store_member(const Member& member);
  void store_members();
  // Loads all members from the Batch, after other code has changed them.
  void load_members();

  llvm::Value* model() { return element(models, load(thread), sizeof(eu::Thread)); }
  // Returns r0 of the thread: the model's, with the group's IDs.
  llvm::Value* header();
  // Moves to the next thread, like Batch::end_thread().
  void move_to_next();
  // Like Batch::can_start().
  llvm::Value* can_start();

  Member group{offsetof(eu::Batch, group), 32};
  Member thread{offsetof(eu::Batch, thread), 32};
  Member instructions{offsetof(eu::Batch, instructions), 64};
  Member lane_operations{offsetof(eu::Batch, lane_operations), 64};
  Member digest{offsetof(eu::Batch, digest), 64};
  llvm::Value* group_count;
  llvm::Value* threads_of_group;
  llvm::Value* limit;
  llvm::Value* threads;
  llvm::Value* models;
  llvm::Value* groups;
  llvm::Value* starter;

 private:
  std::vector<Member*> members();
  llvm::Value* from_batch(llvm::Type* type, std::size_t offset);

  Builder& ir_;
  llvm::Value* frame_;
  bool has_digests_;
};

}  // namespace eugene::jit
