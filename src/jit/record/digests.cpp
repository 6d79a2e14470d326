#include "jit/record/digests.h"

#include <numeric>

#include "eu/analysis/digest_plan.h"
#include "eu/digest.h"
#include "jit/record/channels.h"

namespace eugene::jit {
namespace {

constexpr unsigned kDwords = std::tuple_size_v<eu::DigestedDwords>;

llvm::Type* type_of_digest(Recording& r) { return llvm::FixedVectorType::get(r.ir.getInt32Ty(), kDwords); }

// Appends zeros after the last element.
llvm::Value* lengthened(Recording& r, llvm::Value* elements) {
  const unsigned count = count_lanes(elements);
  if (count == kDwords) return elements;
  std::vector<int> order(kDwords, static_cast<int>(count));
  std::iota(order.begin(), order.begin() + count, 0);
  return r.ir.CreateShuffleVector(elements, llvm::Constant::getNullValue(elements->getType()), order);
}

// Sets the dwords of disabled channels to zero.
llvm::Value* masked(Recording& r, const eu::DigestPlan::Part& part, llvm::Value* dwords, llvm::Value* channels) {
  const unsigned count = kDwords / part.per_channel;
  llvm::Value* mask = channel_mask(r.ir, r.ir.CreateLShr(channels, part.first_channel), count);
  if (mask == nullptr) return dwords;
  if (part.per_channel != 1) {
    std::vector<int> order;
    for (unsigned i = 0; i != kDwords; ++i) order.push_back(static_cast<int>(i / part.per_channel));
    mask = r.ir.CreateShuffleVector(mask, order);
  }
  return r.ir.CreateSelect(mask, dwords, llvm::Constant::getNullValue(dwords->getType()));
}

llvm::Value* added(Recording& r, llvm::Value* digest, llvm::Value* dwords) {
  return r.ir.CreateAdd(r.ir.CreateAdd(r.ir.CreateShl(digest, eu::kDigestShift), digest), dwords);
}

llvm::Value* find_channels(Recording& r, const eu::PreparedOp& op) {
  if (op.action == eu::Action::jump) return op.predicated ? r.ir.CreateAnd(predicate(r, op), 1) : r.ir.getInt32(1);
  return written_channels(r, op);
}

llvm::Value* added_parts(Recording& r, llvm::Value* digest, const std::vector<eu::DigestPlan::Part>& parts,
                         llvm::Value* channels) {
  for (const eu::DigestPlan::Part& part : parts) {
    const std::span<const std::uint32_t> places(part.places.data(), part.count);
    llvm::Value* elements = r.registers.gather(places, part.bytes);
    elements = r.ir.CreateZExt(elements, llvm::FixedVectorType::get(r.ir.getInt32Ty(), part.count));
    elements = lengthened(r, elements);
    digest = added(r, digest, part.is_masked ? masked(r, part, elements, channels) : elements);
  }
  return digest;
}

}  // namespace

void create_digest(Recording& r) {
  r.variables.digest = r.ir.CreateAlloca(type_of_digest(r));
  r.ir.CreateStore(r.function.load_state(type_of_digest(r), offsetof(eu::Thread, digest)), r.variables.digest);
}

void digest_before(Recording& r, const eu::PreparedOp& op) {
  if (r.variables.digest == nullptr) return;
  const eu::DigestPlan::Digested& digested = r.plan.digests->instructions[op.index];
  if (!digested.any_before()) return;
  llvm::Value* const channels = find_channels(r, op);
  llvm::Value* digest = r.ir.CreateLoad(type_of_digest(r), r.variables.digest);
  if (digested.adds_channels) {
    llvm::Constant* none = llvm::Constant::getNullValue(type_of_digest(r));
    digest = added(r, digest, r.ir.CreateInsertElement(none, channels, std::uint64_t{0}));
  }
  r.ir.CreateStore(added_parts(r, digest, digested.parts, channels), r.variables.digest);
}

void digest_after(Recording& r, const eu::PreparedOp& op) {
  if (r.variables.digest == nullptr || r.plan.digests->instructions[op.index].results.empty()) return;
  llvm::Value* digest = r.ir.CreateLoad(type_of_digest(r), r.variables.digest);
  digest = added_parts(r, digest, r.plan.digests->instructions[op.index].results, find_channels(r, op));
  r.ir.CreateStore(digest, r.variables.digest);
}

void store_digest(Recording& r) {
  if (r.variables.digest == nullptr) return;
  r.function.store_state(offsetof(eu::Thread, digest), r.ir.CreateLoad(type_of_digest(r), r.variables.digest));
}

}  // namespace eugene::jit
