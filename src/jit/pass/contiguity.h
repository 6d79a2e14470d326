// Contiguity: whether the channels of a message access consecutive elements. Every message to memory tests this first,
// because one vector load then replaces a gather.
//
// Most kernels repeat the test for offsets that only differ by a uniform addend: base + 4 * id, then the same plus a
// row, in a loop over rows. The check compares the differences of the offsets from the first, x - splat(x[0]), with a
// constant. A uniform addend does not change differences, so the pass removes such addends and shifts from the compared
// vector, also where a uniform value multiplies them. The rest is mostly the work-items' ids. The comparison is
// then the same for many messages, so CSE merges them, and invariant in loops, so it is hoisted.
//
// Deciding contiguity when a kernel is prepared would avoid the check entirely. But the work-items' ids come from
// registers that the dispatch fills, so they are known only at run time. LLVM's ScalarEvolution does not analyse
// vectors.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

namespace eugene::jit {

// Records the difference between the offsets of channels 1 and 0. The result is a call of a function without a
// definition, so that passes recognise the difference. jit/pass/likely_cases.h replaces the call.
llvm::CallInst* create_step(llvm::IRBuilderBase& ir, llvm::Value* differences);
bool is_step_call(const llvm::Value* value);

// Records the difference between the offsets of channels 8 and 0, which is mostly `usual`
// (jit/message/message_rows.cpp); both have the unit of `differences`. The result is a call of a function without a
// definition. jit/pass/known_models.h replaces it by `usual` in the code for models with this difference.
llvm::CallInst* create_row(llvm::IRBuilderBase& ir, llvm::Value* differences, std::uint64_t usual);
bool is_row_call(const llvm::Value* value);
llvm::Constant* usual_row(const llvm::CallInst& row);
// Records the extraction of that difference, at the place of the call.
llvm::Value* record_row(llvm::CallInst& row);
// Replaces all calls that are left by such extractions.
void expand_rows(llvm::Module& module);
// Channels of a row.
inline constexpr unsigned kRowLanes = 8;

// Marks a branch in the code of a message that tests a case. The mark lets passes distinguish this branch from the
// branches of the kernel.
void mark_case(llvm::BranchInst& branch);
bool is_case(const llvm::BranchInst& branch);

// Must run before InstCombine, which makes many forms of splat(x[0]).
void share_contiguity_checks(llvm::Function& function);

}  // namespace eugene::jit
