// Records the call of a message's function, with payload and response as vectors.
#include <llvm/IR/MDBuilder.h>

#include <algorithm>

#include "eu/interpreter.h"
#include "eu/register_file.h"
#include "jit/message/message_recorder.h"
#include "jit/message/read_ahead.h"
#include "jit/message/record_send.h"
#include "jit/pass/live_cells.h"
#include "jit/record/channels.h"
#include "jit/record/exits.h"

namespace eugene::jit {
namespace {

using Op = eu::PreparedOp;

// Returns the byte offsets in the Thread of vectors that occupy `registers` in order.
std::vector<std::vector<unsigned>> element_places(const std::vector<VectorShape>& vectors,
                                                  const std::vector<unsigned>& registers) {
  std::vector<std::vector<unsigned>> found;
  unsigned at = 0;
  for (const VectorShape& each : vectors) {
    std::vector<unsigned>& places = found.emplace_back();
    for (unsigned i = 0; i < each.count; ++i) {
      const unsigned place = at + i * each.bytes;
      places.push_back(eu::grf_offset(registers[place / eu::kGrfBytes]) + place % eu::kGrfBytes);
    }
    at += each.size();
  }
  return found;
}

std::vector<unsigned> consecutive(unsigned first, unsigned count) {
  std::vector<unsigned> found(count);
  for (unsigned i = 0; i < count; ++i) found[i] = first + i;
  return found;
}

llvm::Value* find_slot(Recording& r, unsigned slot) {
  return r.ir.CreateConstInBoundsGEP1_32(r.ir.getInt8Ty(), r.variables.windows,
                                         slot * static_cast<unsigned>(sizeof(eu::WindowTable::Slot)));
}

// Returns the address of the message's slot in the window table. If there is none, the port executes the message.
llvm::Value* window_slot(Recording& r, const Op& op, MessageShape& shape) {
  const auto slot = shape.access ? r.window_slots.slot_for(*shape.access, r.plan.assumptions.observed) : std::nullopt;
  if (!slot) {
    shape.access.reset();
    return r.variables.windows;
  }
  if (r.is_full()) r.slots.emplace(op.index, *slot);
  return find_slot(r, *slot);
}

MessageFunctions::Kind find_kind(const Recording& r, const Op& op, const KnownMessage& message,
                                 const MessageShape& shape) {
  const isa::Instruction& inst = r.instruction(op);
  return {static_cast<std::uint32_t>(inst.send.sfid),
          inst.send.descriptor,
          static_cast<std::uint32_t>(message.payload.size()),
          message.responses,
          inst.exec_size | op.lanes.count << 8,
          shape.access.has_value() + 2U * static_cast<unsigned>(message.has_index) +
              4U * static_cast<unsigned>(shape.reads_ahead) + (shape.is_few ? MessageFunctions::kFew : 0) +
              (shape.is_whole ? MessageFunctions::kWhole : 0)};
}

llvm::Function* find_function(Recording& r, const Op& op, const KnownMessage& message, const MessageShape& shape) {
  return r.messages.get(find_kind(r, op, message, shape), shape, r.function.unit, r.host,
                        r.function.function->getName(), r.plan.assumptions.observed);
}

// Whether the message often has few enabled channels: after channels have parted in a loop, few of them stay for long.
bool is_often_of_few(const Recording& r, const Op& op, const MessageShape& shape) {
  const auto* access = shape.access ? std::get_if<ElementAccess>(&shape.access->kind) : nullptr;
  return access != nullptr && MessageRecorder::has_few(*access) && !r.host.is_wide() && !r.is_full() &&
         !r.plan.is_alone() && !op.no_mask && !r.plan.assumptions.observed.any() &&
         r.plan.flow.is_in_closed_loop(op.index);
}

// Stores the old response to the frame, because stop_in_message() writes all of it, but the function only knows channel
// 0.
void store_response(Recording& r, const KnownMessage& message) {
  for (unsigned i = 0; i < message.responses; ++i) {
    const auto places = element_places({{8, 4}}, {message.response + i});
    r.function.store_in_frame(offsetof(Frame, response) + i * sizeof(eu::Grf), r.registers.gather(places[0], 4));
  }
}

// The channels of a message that is not done are counted, but not the instruction.
void record_message_stop(Recording& r) {
  const llvm::IRBuilderBase::InsertPointGuard guard(r.ir);
  MessageStop& stop = r.message_stop;
  stop.block = r.function.create_block("message_stop");
  r.ir.SetInsertPoint(stop.block);
  stop.channels = r.ir.CreatePHI(r.ir.getInt32Ty(), 0);
  stop.instructions = r.ir.CreatePHI(r.ir.getInt64Ty(), 0);
  stop.lanes = r.ir.CreatePHI(r.ir.getInt64Ty(), 0);
  auto* type = llvm::FunctionType::get(r.ir.getInt32Ty(), {r.ir.getPtrTy(), r.ir.getPtrTy()}, false);
  auto* why = r.ir.CreateCall(r.function.unit.module->getOrInsertFunction(kStopInMessage, type),
                              {r.function.frame(), r.function.thread()});
  why->setDoesNotThrow();
  llvm::Value* lanes =
      r.ir.CreateZExt(r.ir.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, stop.channels), r.ir.getInt64Ty());
  lanes = r.ir.CreateAdd(lanes, stop.lanes);
  r.exit.why->addIncoming(why, stop.block);
  r.exit.instructions->addIncoming(r.ir.CreateAdd(r.counters.instructions(), stop.instructions), stop.block);
  r.exit.lanes->addIncoming(r.ir.CreateAdd(r.counters.lanes(), lanes), stop.block);
  r.ir.CreateBr(r.exit.block);
}

// Leaves the code if the message is not done.
void stop_unless_done(Recording& r, const Op& op, llvm::Value* status, llvm::Value* channels) {
  if (r.message_stop.block == nullptr) record_message_stop(r);
  const MessageStop& stop = r.message_stop;
  auto* answered = r.function.create_block("answered");
  auto* stopping = r.function.create_block("stopping");
  r.ir.CreateCondBr(r.ir.CreateICmpEQ(status, r.ir.getInt32(static_cast<std::uint32_t>(eu::SendStatus::done))),
                    answered, stopping, llvm::MDBuilder(*r.function.unit.context).createBranchWeights(2000, 1));
  r.ir.SetInsertPoint(stopping);
  stop.channels->addIncoming(channels, stopping);
  // Constants, so that the path of successful messages has no additions.
  const Counters::Counts pending = r.counters.pending();
  stop.instructions->addIncoming(pending.instructions, stopping);
  stop.lanes->addIncoming(pending.lanes, stopping);
  llvm::BranchInst* out = r.ir.CreateBr(stop.block);
  // A message to memory that is not done has faulted, see LiveOut::needed.
  mark_live_cells(*out, read_after(r, static_cast<std::uint32_t>(eu::Stop::fault), &op));
  r.ir.SetInsertPoint(answered);
}

// Keeps the payload of a write until the thread ends.
void delay_store(Recording& r, const Op& op, const KnownMessage& message, const MessageShape& shape,
                 llvm::Value* answer, llvm::Value* channels, llvm::ArrayRef<llvm::Value*> payload) {
  llvm::BasicBlock& entry = r.function.function->getEntryBlock();
  Builder variables(&entry, entry.begin());
  const auto keep = [&](llvm::Value* value) {
    llvm::Value* variable = variables.CreateAlloca(value->getType());
    r.ir.CreateStore(value, variable);
    return variable;
  };
  DelayedStore& store = r.direct->stores.emplace_back();
  store.is_set = keep(r.ir.getTrue());
  for (unsigned i = 0; i < store.address.size(); ++i) store.address[i] = keep(r.ir.CreateExtractValue(answer, i));
  store.channels = keep(channels);
  for (llvm::Value* each : payload) store.payload.push_back(keep(each));
  store.store = r.messages.get_direct(find_kind(r, op, message, shape), shape, r.function.unit, r.host,
                                      r.function.function->getName(), /*stores=*/true);
}

// Whether it is known that `channels` are all channels of the message.
bool has_all(const MessageShape& shape, llvm::Value* channels) {
  const auto* known = llvm::dyn_cast<llvm::ConstantInt>(channels);
  const auto* access = shape.access ? std::get_if<ElementAccess>(&shape.access->kind) : nullptr;
  if (known == nullptr || access == nullptr || access->header_mask) return false;
  return (~known->getZExtValue() & low_mask(access->lanes)) == 0;
}

// Records a message of a direct thread, which gives up unless the message is a common case. Reads after a write could
// depend on the write, which is not done before the thread ends.
void record_direct_message(Recording& r, const Op& op, const KnownMessage& message, const MessageShape& shape,
                           llvm::Value* channels) {
  const auto slot = r.direct->slots->find(op.index);
  const bool is_plain = shape.access && std::holds_alternative<ElementAccess>(shape.access->kind) &&
                        !shape.access->space.slm && message.has_index && slot != r.direct->slots->end();
  if (!is_plain || (!shape.access->space.writes && !r.direct->stores.empty())) {
    r.direct->is_possible = false;
    return count(r, op, channels);
  }
  std::vector<llvm::Value*> arguments{r.function.frame(), find_slot(r, slot->second), r.ir.getInt32(op.index),
                                      channels};
  const auto payload = element_places(shape.payload, message.payload);
  for (std::size_t i = 0; i < payload.size(); ++i)
    arguments.push_back(r.registers.gather(payload[i], shape.payload[i].bytes));
  const std::size_t first = arguments.size() - payload.size();
  const auto response = element_places(shape.response, consecutive(message.response, message.responses));
  for (std::size_t i = 0; i < response.size(); ++i)
    arguments.push_back(r.registers.gather(response[i], shape.response[i].bytes));
  llvm::Function* function = r.messages.get_direct(find_kind(r, op, message, shape), shape, r.function.unit, r.host,
                                                   r.function.function->getName(), /*stores=*/false);
  auto* answer = r.ir.CreateCall(function, arguments);
  answer->setDoesNotThrow();
  r.messages.add_call(answer, 1);
  const bool writes = shape.access->space.writes;
  auto* status =
      r.ir.CreateExtractValue(answer, static_cast<unsigned>(writes ? DelayedStore().address.size() : response.size()));
  auto* answered = r.function.create_block("answered");
  r.ir.CreateCondBr(r.ir.CreateICmpEQ(status, r.ir.getInt32(0)), answered, r.direct->give_up,
                    llvm::MDBuilder(*r.function.unit.context).createBranchWeights(2000, 1));
  r.ir.SetInsertPoint(answered);
  if (writes)
    delay_store(r, op, message, shape, answer, channels, llvm::ArrayRef(arguments).slice(first, payload.size()));
  for (unsigned i = 0; i < response.size(); ++i)
    r.registers.scatter(response[i], shape.response[i].bytes, r.ir.CreateExtractValue(answer, i));
  count(r, op, channels);
}

}  // namespace

void record_message(Recording& r, const Op& op, const KnownMessage& message) {
  MessageShape shape = message_shape(r.plan.gen(), message, r.instruction(op).exec_size);
  llvm::Value* channels = message_channels(r, op);
  if (is_none(channels) && shape.access && std::holds_alternative<ElementAccess>(shape.access->kind))
    return count(r, op, channels);
  if (r.direct) {
    shape.is_whole = has_all(shape, channels);
    return record_direct_message(r, op, message, shape, channels);
  }
  const bool is_narrow = r.plan.is_alone() && !op.no_mask && op.lanes.count == 1;
  if (is_narrow) shape = of_one_channel(std::move(shape));
  const eu::Interest& observed = r.plan.assumptions.observed;
  // Blocks are rare, so if accesses are observed they are sent to the port.
  const bool is_block = shape.access && std::holds_alternative<BlockAccess>(shape.access->kind);
  if (observed.accesses && is_block) shape.access.reset();
  if (observed.values) shape.access.reset();  // the port reports them
  const bool is_atomic = shape.access && std::holds_alternative<AtomicAccess>(shape.access->kind);
  if (observed.written && is_atomic) shape.access.reset();
  // Store the mask in the frame. The send call reads only the frame, so LLVM would remove a store to the Thread as
  // dead.
  if (tells_running(observed, r.instruction(op))) r.function.store_in_frame(offsetof(Frame, running), running(r));
  if (!message.has_index) {
    const unsigned a0[] = {offsetof(eu::Thread, address)};
    llvm::Value* index = r.ir.CreateExtractElement(r.registers.gather(a0, sizeof(std::uint32_t)), std::uint64_t{0});
    r.function.store_in_frame(offsetof(Frame, index), r.ir.CreateAnd(index, r.instruction(op).send.index_bits()));
    if (observed.accesses) shape.access.reset();  // observers need the memory space, which is only known at run time
    if (shape.access) shape.access->has_index = false;
  }
  llvm::Value* slot = window_slot(r, op, shape);
  std::vector<llvm::Value*> arguments{r.function.frame(), slot, r.ir.getInt32(op.index), channels};
  const auto payload = element_places(shape.payload, message.payload);
  for (std::size_t i = 0; i < payload.size(); ++i)
    arguments.push_back(r.registers.gather(payload[i], shape.payload[i].bytes));
  const auto response = element_places(shape.response, consecutive(message.response, message.responses));
  for (std::size_t i = 0; i < response.size(); ++i)
    arguments.push_back(r.registers.gather(response[i], shape.response[i].bytes));
  if (llvm::Value* ahead = find_read_ahead(r, op); ahead != nullptr && shape.access) {
    shape.reads_ahead = true;
    arguments.push_back(ahead);
  }
  shape.is_few = is_often_of_few(r, op, shape);
  // The code may be left here, so counts and registers must be up to date.
  if (r.counters.has_masked()) r.counters.flush();
  if (r.plan.assumptions.live_out == LiveOut::all) {
    if (is_narrow) store_response(r, message);
    r.registers.write_back();
  }
  if (observed.any_in_code()) r.function.store_in_frame(offsetof(Frame, executed), r.counters.now().instructions);
  llvm::Function* function = find_function(r, op, message, shape);
  auto* answer = r.ir.CreateCall(function, arguments);
  answer->setCallingConv(function->getCallingConv());
  answer->setDoesNotThrow();
  r.messages.add_call(answer, r.plan.flow.loop_depth(op.index));
  stop_unless_done(r, op, r.ir.CreateExtractValue(answer, static_cast<unsigned>(response.size())), channels);
  for (unsigned i = 0; i < response.size(); ++i)
    r.registers.scatter(response[i], shape.response[i].bytes, r.ir.CreateExtractValue(answer, i));
  count(r, op, channels);
}

}  // namespace eugene::jit
