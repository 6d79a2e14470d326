#include "jit/message/record_send.h"

#include "isa/state_registers.h"
#include "jit/record/channels.h"
#include "jit/record/exits.h"
#include "jit/record/instruction_counts.h"

namespace eugene::jit {
namespace {

using Op = eu::PreparedOp;

bool ends_thread_alone(const isa::Message& message) {
  const auto* spawner = std::get_if<isa::ThreadSpawner>(&message.body);
  return spawner != nullptr && !spawner->spawn;
}

// Whether messages to this shared function access registers other than the message's.
bool reaches_registers(isa::Sfid sfid) { return sfid == isa::Sfid::gateway || sfid == isa::Sfid::urb; }

// Checks the status of a message that may have changed any register.
void record_status(Recording& r, const Op& op, llvm::Value* status) {
  const auto is = [&](eu::SendStatus what) {
    return r.ir.CreateICmpEQ(status, r.ir.getInt32(static_cast<std::uint32_t>(what)));
  };
  leave_if(r, is(eu::SendStatus::blocked), eu::Stop::blocked, op);
  leave_if(r, is(eu::SendStatus::fault), eu::Stop::fault, op);
  r.counters.add_instruction();
  if (r.instruction(op).send.eot) leave_if(r, is(eu::SendStatus::end_of_thread), eu::Stop::end_of_thread, op);
}

void record_call_of_port(Recording& r, const Op& op) {
  record_status(r, op, call_runtime(r, kExecuteMessage, r.ir.getInt32Ty(), op));
}

// Threads wait at barriers, so their registers must be stored in the Thread anyway.
void record_barrier(Recording& r, const Op& op, const KnownMessage& message) {
  const unsigned m0_2[] = {eu::grf_offset(message.payload[0]) + 2 * unsigned{sizeof(std::uint32_t)}};
  llvm::Value* dword = r.ir.CreateExtractElement(r.registers.gather(m0_2, sizeof(std::uint32_t)), std::uint64_t{0});
  llvm::Value* lanes = r.ir.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, message_channels(r, op));
  record_status(r, op, call_runtime(r, kExecuteBarrier, r.ir.getInt32Ty(), op, {lanes, dword}));
}

bool orders_local_memory(const isa::MemoryFence& fence) { return fence.bti == isa::kBtiSlm; }

// Whether other host threads can see the order that `fence` gives. If not, the code has no fence: even a fence that is
// no instruction of an x86 host keeps LLVM from moving loads out of the loop over threads. Intel's compiler for Gen12
// ends each kernel with a fence. No access of the thread follows that fence, and no other thread knows when the thread
// ends. Fences of local memory order nothing either, because a group's threads run on one host thread.
bool is_fence_visible(const isa::Program& program, const isa::Instruction& fence, const isa::MemoryFence& message) {
  if (orders_local_memory(message)) return false;
  const auto index = static_cast<std::size_t>(&fence - program.instructions.data());
  for (const isa::Instruction& next : std::span(program.instructions).subspan(index + 1)) {
    const isa::Action action = next.row().action;
    if (action == isa::Action::jump || action == isa::Action::branch) return true;
    if (!isa::is_send(next)) continue;
    const std::optional<KnownMessage> known = known_message(program, next);
    if (!known || known->waits || next.pred_control != isa::PredControl::none) return true;
    if (next.send.eot) return !ends_thread_alone(known->message);
    const auto* other = std::get_if<isa::MemoryFence>(&known->message.body);
    if (other == nullptr) return true;
    // The other fence comes before any access.
    if (!orders_local_memory(*other)) return false;
  }
  return true;
}

void record_fence(Recording& r, const Op& op, const isa::MemoryFence& message) {
  if (is_fence_visible(r.plan.kernel.program(), r.instruction(op), message)) {
    // A direct thread's writes come after its last instruction.
    if (r.direct)
      r.direct->is_possible = false;
    else
      r.ir.CreateFence(llvm::AtomicOrdering::SequentiallyConsistent);
  }
  count(r, op, message_channels(r, op));
}

// Leaves the code if tdr0 names a thread that this one has to wait for.
void record_dependencies(Recording& r, const Op& op) {
  constexpr unsigned kDwords = sizeof(eu::Thread::dependency) / sizeof(std::uint32_t);
  constexpr std::uint32_t kValid = isa::tdr::kValid | isa::tdr::kValid << 16;
  std::array<unsigned, kDwords> places{};
  for (unsigned i = 0; i < kDwords; ++i)
    places[i] = static_cast<unsigned>(offsetof(eu::Thread, dependency)) + i * unsigned{sizeof(std::uint32_t)};
  llvm::Value* names = r.ir.CreateOrReduce(r.registers.gather(places, sizeof(std::uint32_t)));
  llvm::Value* waits = r.ir.CreateICmpNE(r.ir.CreateAnd(names, kValid), r.ir.getInt32(0));
  leave_if(r, waits, eu::Stop::blocked, op);
}

// Records the last message of a thread.
void record_end(Recording& r, const Op& op, const KnownMessage& message) {
  if (ends_thread_alone(message.message))
    count(r, op, message_channels(r, op));
  else
    record_message(r, op, message);
  leave(r, eu::Stop::end_of_thread, op);
}

}  // namespace

llvm::Value* message_channels(Recording& r, const Op& op) { return r.ir.CreateAnd(enabled(r, op), op.write_mask); }

void record_send(Recording& r, const Op& op) {
  const std::optional<KnownMessage> known = known_message(r.plan.kernel.program(), r.instruction(op));
  if (!known || r.plan.assumptions.observed.messages) return record_call_of_port(r, op);
  const bool is_target = std::holds_alternative<isa::RenderTarget>(known->message.body);
  if (known->waits) {
    if (!is_target) return record_call_of_port(r, op);
    record_dependencies(r, op);
  }
  if (r.instruction(op).send.eot) {
    const bool ends_here = is_target || ends_thread_alone(known->message);
    return ends_here ? record_end(r, op, *known) : record_call_of_port(r, op);
  }
  if (std::holds_alternative<isa::MemoryFence>(known->message.body)) {
    if (r.plan.assumptions.observed.order) return record_call_of_port(r, op);
    return record_fence(r, op, std::get<isa::MemoryFence>(known->message.body));
  }
  const auto* gateway = std::get_if<isa::Gateway>(&known->message.body);
  if (gateway != nullptr && gateway->function == isa::GatewayFunction::barrier && !known->payload.empty())
    return record_barrier(r, op, *known);
  if (reaches_registers(known->message.sfid)) return record_call_of_port(r, op);
  record_message(r, op, *known);
}

void record_wait(Recording& r, const Op& op) {
  llvm::Value* place =
      r.function.in_thread(offsetof(eu::Thread, notification) + op.notification * sizeof(std::uint32_t));
  llvm::Value* arrived = r.ir.CreateLoad(r.ir.getInt32Ty(), place);
  leave_if(r, r.ir.CreateICmpEQ(arrived, r.ir.getInt32(0)), eu::Stop::waiting, op);
  r.ir.CreateStore(r.ir.CreateSub(arrived, r.ir.getInt32(1)), place);
  count_instruction(r, op);
  r.counters.add_instruction();
}

}  // namespace eugene::jit
