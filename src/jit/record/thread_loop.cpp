#include "jit/record/thread_loop.h"

#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <bit>

#include "eu/batch.h"
#include "eu/interpreter.h"
#include "eu/prepared_op.h"
#include "eu/thread_block.h"
#include "jit/frame.h"
#include "jit/pass/thread_stores.h"
#include "jit/record/batch_code.h"

namespace eugene::jit {
namespace {

// Longer kernels and kernels with loops are called once per thread: the call is cheap compared with their run time.
constexpr std::size_t kMaxInlined = 200;

bool has_loops(const eu::PreparedProgram& prepared) {
  return std::ranges::any_of(prepared.ops, [](const eu::PreparedOp& op) {
    const bool flows = op.action == eu::Action::branch || op.action == eu::Action::jump;
    return flows && std::min(op.flow.jip, op.flow.uip) <= op.index;
  });
}

class ThreadLoop {
 public:
  ThreadLoop(Unit& unit, const eu::Kernel& of, llvm::Function& kernel, llvm::Function& function, llvm::Function* direct,
             bool has_digests)
      : ThreadLoop(unit, of.prepared().initial_reads, eu::thread_bytes(of.program().variable_registers), kernel,
                   function, direct, has_digests) {}
  ThreadLoop(Unit& unit, const eu::InitialReads& reads, std::size_t thread_bytes, llvm::Function& kernel,
             llvm::Function& function, llvm::Function* direct, bool has_digests)
      : ir_(*unit.context),
        kernel_(kernel),
        function_(function),
        direct_(direct),
        channels_(reads.channels),
        thread_bytes_(thread_bytes),
        whole_(to_restore(reads.whole, kernel)),
        partial_(to_restore(reads.partial, kernel)),
        has_digests_(has_digests),
        frame_(function.getArg(0)),
        entry_(begin("entry")),
        batch_(ir_, frame_, has_digests) {}

  llvm::CallInst* record() {
    llvm::Value* is_batch = ir_.CreateICmpEQ(function_.getArg(3), ir_.getInt32(kNextThread));
    auto* next = create_block("next");
    auto* run = create_block("run");
    auto* in_batch = create_block("in_batch");
    auto* ended = create_block("ended");
    auto* out = create_block("out");
    auto* alone = create_block("alone");
    ir_.CreateCondBr(is_batch, next, run);

    ir_.SetInsertPoint(next);
    llvm::BasicBlock* all_ended = direct_ != nullptr ? run_direct_threads() : nullptr;
    llvm::Value* started = start_next();
    complete(started);
    llvm::BasicBlock* starting = ir_.GetInsertBlock();
    ir_.CreateBr(run);

    ir_.SetInsertPoint(run);
    llvm::PHINode* thread = ir_.CreatePHI(ir_.getPtrTy(), 2);
    thread->addIncoming(function_.getArg(1), entry_);
    thread->addIncoming(started, starting);
    llvm::PHINode* place = ir_.CreatePHI(ir_.getInt32Ty(), 2);
    place->addIncoming(function_.getArg(3), entry_);
    place->addIncoming(ir_.getInt32(0), starting);
    llvm::CallInst* why = ir_.CreateCall(&kernel_, {frame_, thread, function_.getArg(2), place});
    why->setDoesNotThrow();
    llvm::BasicBlock* run_end = ir_.GetInsertBlock();
    ir_.CreateCondBr(is_batch, in_batch, alone);

    ir_.SetInsertPoint(in_batch);
    ir_.CreateCondBr(ir_.CreateICmpEQ(why, ir_.getInt32(static_cast<std::uint32_t>(eu::Stop::end_of_thread))), ended,
                     out);
    ir_.SetInsertPoint(ended);
    ir_.CreateCondBr(may_start_next_after(thread), next, out);

    ir_.SetInsertPoint(out);
    llvm::PHINode* result = ir_.CreatePHI(ir_.getInt32Ty(), 3);
    result->addIncoming(why, in_batch);
    result->addIncoming(why, ended);
    if (all_ended != nullptr) {
      llvm::IRBuilder<>(all_ended).CreateBr(out);
      result->addIncoming(ir_.getInt32(static_cast<std::uint32_t>(eu::Stop::end_of_thread)), all_ended);
    }
    batch_.store_members();
    ir_.CreateBr(alone);
    ir_.SetInsertPoint(alone);
    llvm::PHINode* returned = ir_.CreatePHI(ir_.getInt32Ty(), 2);
    returned->addIncoming(why, run_end);
    returned->addIncoming(result, out);
    ir_.CreateRet(returned);
    return why;
  }

 private:
  llvm::BasicBlock* create_block(const char* name) {
    return llvm::BasicBlock::Create(ir_.getContext(), name, &function_);
  }
  // Begins a block, and returns it.
  llvm::BasicBlock* begin(const char* name) {
    llvm::BasicBlock* block = create_block(name);
    ir_.SetInsertPoint(block);
    return block;
  }
  llvm::Value* at(llvm::Value* base, std::size_t offset) { return batch_.at(base, offset); }

  // Returns the bytes that restore() must restore for threads that only ran in compiled code. r0 is left out, because
  // each thread gets another r0 (batch_.header()).
  std::vector<eu::ByteRange> to_restore(const eu::InitialCells& cells, const llvm::Function& kernel) const {
    std::vector<eu::ByteRange> ranges;
    for (const eu::CellRange& range : cells.changed) {
      const std::uint32_t begin = eu::offset_of_cell(std::max<unsigned>(range.first, 1));
      const std::uint32_t end = eu::offset_of_cell(range.end - 1) + eu::kGrfBytes;
      if (begin < end) ranges.push_back({begin, end});
    }
    ranges.push_back(eu::kStartState);
    return stored_among(ranges, kernel, thread_bytes_);
  }
  // Restores in aligned pieces: a load that needs bytes of two stores cannot be forwarded from either, and waits until
  // all earlier stores are in the cache, including the previous thread's stores to buffers.
  void restore(llvm::Value* to, llvm::Value* from, const std::vector<eu::ByteRange>& ranges) {
    for (const eu::ByteRange& range : ranges) {
      if (range.begin >= sizeof(eu::Thread)) {  // variables, which a model does not have
        const llvm::Align align = llvm::commonAlignment(llvm::Align(alignof(eu::Thread)), range.begin);
        ir_.CreateMemSet(at(to, range.begin), ir_.getInt8(0), range.size(), align);
        continue;
      }
      for (unsigned begin = range.begin; begin < range.end;) {
        const llvm::Align align = llvm::commonAlignment(llvm::Align(alignof(eu::Thread)), begin);
        const unsigned size =
            std::min<unsigned>(static_cast<unsigned>(align.value()), std::bit_floor(range.end - begin));
        ir_.CreateMemCpyInline(at(to, begin), align, at(from, begin), align, ir_.getInt64(size));
        begin += size;
      }
    }
  }

  // Runs direct threads as long as none gives up. After threads that gave up at once, the next attempts come later and
  // later, so that a kernel without direct threads loses little. Returns an open block for when no thread may start.
  llvm::BasicBlock* run_direct_threads() {
    constexpr unsigned kMaxPause = 15;  // threads
    llvm::Type* i32 = ir_.getInt32Ty();
    Builder entry(&function_.getEntryBlock(), function_.getEntryBlock().begin());
    llvm::Value* pause = entry.CreateAlloca(i32);  // threads until the next attempt
    entry.CreateStore(entry.getInt32(0), pause);
    llvm::Value* length = entry.CreateAlloca(i32);  // of the last pause
    entry.CreateStore(entry.getInt32(0), length);
    auto* attempt = create_block("attempt");
    auto* waiting = create_block("waiting");
    auto* ready = create_block("ready");
    auto* start = create_block("start");
    llvm::Value* left = ir_.CreateLoad(i32, pause);
    ir_.CreateCondBr(ir_.CreateIsNull(batch_.starter), ready, start);
    ir_.SetInsertPoint(ready);
    ir_.CreateCondBr(ir_.CreateICmpEQ(left, ir_.getInt32(0)), attempt, waiting);
    ir_.SetInsertPoint(waiting);
    ir_.CreateStore(ir_.CreateSub(left, ir_.getInt32(1)), pause);
    ir_.CreateBr(start);

    ir_.SetInsertPoint(attempt);
    llvm::Value* before = batch_.load(batch_.instructions);
    batch_.store_members();
    llvm::Value* null = llvm::ConstantPointerNull::get(ir_.getPtrTy());
    llvm::Value* models = batch_.in_frame(offsetof(Frame, models_state));
    ir_.CreateCall(direct_, {frame_, models, null, ir_.getInt32(0)})->setDoesNotThrow();
    batch_.load_members();
    llvm::Value* had_none = ir_.CreateICmpEQ(batch_.load(batch_.instructions), before);
    llvm::Value* longer = ir_.CreateAnd(ir_.CreateAdd(ir_.CreateShl(ir_.CreateLoad(i32, length), 1), ir_.getInt32(1)),
                                        ir_.getInt32(kMaxPause));
    longer = ir_.CreateSelect(had_none, longer, ir_.getInt32(0));
    ir_.CreateStore(longer, length);
    ir_.CreateStore(longer, pause);
    auto* all_ended = create_block("all_ended");
    ir_.CreateCondBr(batch_.can_start(), start, all_ended);
    ir_.SetInsertPoint(start);
    return all_ended;
  }

  // Starts the next thread and returns it.
  llvm::Value* start_next() {
    llvm::Value* thread = batch_.element(batch_.threads, batch_.load(batch_.thread), thread_bytes_);
    llvm::Value* model = batch_.model();
    ir_.CreateStore(thread, batch_.in_frame(offsetof(Frame, thread)));
    // Runner::batch() tells callbacks during a message which thread sends it.
    batch_.store_member(batch_.group);
    batch_.store_member(batch_.thread);
    // One vector: a load that covers several recent stores would stall (store forwarding).
    ir_.CreateAlignedStore(batch_.header(), thread, llvm::Align(eu::kGrfBytes));
    if (whole_ == partial_) {
      restore(thread, model, whole_);
      return thread;
    }
    llvm::Value* dispatched = ir_.CreateLoad(ir_.getInt32Ty(), at(model, offsetof(eu::Thread, dispatched)));
    llvm::Value* channels = ir_.getInt32(channels_);
    auto* whole = create_block("whole");
    auto* partial = create_block("partial");
    auto* started = create_block("started");
    ir_.CreateCondBr(ir_.CreateICmpEQ(ir_.CreateAnd(dispatched, channels), channels), whole, partial);
    ir_.SetInsertPoint(whole);
    restore(thread, model, whole_);
    ir_.CreateBr(started);
    ir_.SetInsertPoint(partial);
    restore(thread, model, partial_);
    ir_.CreateBr(started);
    ir_.SetInsertPoint(started);
    return thread;
  }

  // Calls the batch's starter, if there is one.
  void complete(llvm::Value* thread) {
    auto* completing = create_block("completing");
    auto* completed = create_block("completed");
    ir_.CreateCondBr(ir_.CreateIsNull(batch_.starter), completed, completing);
    ir_.SetInsertPoint(completing);
    auto* type = llvm::FunctionType::get(ir_.getVoidTy(), {ir_.getPtrTy(), ir_.getPtrTy()}, false);
    auto* call = ir_.CreateCall(function_.getParent()->getOrInsertFunction(kStartThread, type), {frame_, thread});
    call->setDoesNotThrow();
    ir_.CreateBr(completed);
    ir_.SetInsertPoint(completed);
  }

  // Counts a thread that has ended. Returns whether another can start immediately.
  llvm::Value* may_start_next_after(llvm::Value* thread) {
    llvm::Type* i32 = ir_.getInt32Ty();
    const auto of_thread = [&](llvm::Type* type, std::size_t offset) {
      return ir_.CreateLoad(type, at(thread, offset));
    };
    batch_.add(batch_.instructions, of_thread(ir_.getInt64Ty(), offsetof(eu::Thread, instructions_executed)));
    batch_.add(batch_.lane_operations, of_thread(ir_.getInt64Ty(), offsetof(eu::Thread, lane_operations)));
    if (has_digests_) batch_.add(batch_.digest, final_digest(thread));
    batch_.move_to_next();

    // The runner must clean up channels that still wait, and an ExecutionState.
    llvm::Value* is_clean = ir_.CreateICmpEQ(of_thread(i32, offsetof(eu::Thread, running)),
                                             of_thread(i32, offsetof(eu::Thread, dispatched)));
    llvm::Value* has_state = ir_.CreateLoad(i32, batch_.in_frame(offsetof(Frame, has_state)));
    return ir_.CreateAnd(ir_.CreateAnd(is_clean, ir_.CreateICmpEQ(has_state, ir_.getInt32(0))), batch_.can_start());
  }

  // Equivalent to eu::final_digest().
  llvm::Value* final_digest(llvm::Value* thread) {
    llvm::Value* sum = ir_.getInt64(0);
    for (std::size_t i = 0; i < eu::kDigestFactors.size(); ++i) {
      llvm::Value* word = ir_.CreateLoad(ir_.getInt64Ty(), at(thread, offsetof(eu::Thread, digest) + i * 8));
      sum = ir_.CreateAdd(sum, ir_.CreateMul(word, ir_.getInt64(eu::kDigestFactors[i])));
    }
    sum = ir_.CreateXor(sum, ir_.CreateLShr(sum, eu::kDigestFold));
    sum = ir_.CreateMul(sum, ir_.getInt64(eu::kDigestFactors[0]));
    return ir_.CreateXor(sum, ir_.CreateLShr(sum, eu::kDigestFold));
  }

  Builder ir_;
  llvm::Function& kernel_;
  llvm::Function& function_;
  llvm::Function* direct_;  // null: threads cannot be direct
  const std::uint32_t channels_;
  const std::size_t thread_bytes_;
  const std::vector<eu::ByteRange> whole_;  // to restore, for threads with all channels
  const std::vector<eu::ByteRange> partial_;
  const bool has_digests_;
  llvm::Value* const frame_;
  llvm::BasicBlock* const entry_;  // the function begins here
  BatchCode batch_;
};

}  // namespace

void add_thread_loop(Unit& unit, const HostCompiler& host, const eu::Kernel& kernel, const std::string& name,
                     const std::string& direct, bool has_digests) {
  llvm::Function* of_thread = unit.module->getFunction(name);
  of_thread->setName(name + ".thread");
  of_thread->setLinkage(llvm::Function::InternalLinkage);
  auto* function =
      llvm::Function::Create(of_thread->getFunctionType(), llvm::Function::ExternalLinkage, name, *unit.module);
  function->addDereferenceableParamAttr(0, sizeof(Frame));
  function->addFnAttr(llvm::Attribute::NoUnwind);
  host.prepare(*function);
  llvm::Function* direct_threads = direct.empty() ? nullptr : unit.module->getFunction(direct);
  if (direct_threads != nullptr) direct_threads->setLinkage(llvm::Function::InternalLinkage);
  llvm::CallInst* call = ThreadLoop(unit, kernel, *of_thread, *function, direct_threads, has_digests).record();
  if (!is_short(kernel)) return;
  llvm::InlineFunctionInfo info;
  if (llvm::InlineFunction(*call, info).isSuccess()) of_thread->eraseFromParent();
}

bool is_short(const eu::Kernel& kernel) {
  return kernel.prepared().ops.size() <= kMaxInlined && !has_loops(kernel.prepared());
}

bool runs_in_batches(const eu::Kernel& kernel) {
  const auto& instructions = kernel.program().instructions;
  const bool waits = std::ranges::any_of(kernel.prepared().ops, [](const eu::PreparedOp& op) {
    return op.action == eu::Action::wait || op.action == eu::Action::named_barrier || op.action == eu::Action::systolic;
  });
  return !waits && std::ranges::none_of(instructions, [](const isa::Instruction& each) {
    return each.send.sfid == isa::Sfid::gateway || each.send.function_in_a0();
  });
}

}  // namespace eugene::jit
