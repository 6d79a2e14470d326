#include "gpu/schedule/preempt/context_save.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

#include "eu/interpreter.h"
#include "gpu/schedule/work/payload.h"
#include "isa/message/message.h"
#include "isa/state_registers.h"

namespace eugene::gpu {
namespace {

constexpr const char* kSection = "BXT PRM vol6 GPGPU Context Switch";
constexpr std::uint64_t kMaxInstructions = 20'000;  // max instructions of a routine; Intel's has 400
constexpr std::byte kGone{0xDB};                    // contents of registers that have been saved

// Handles messages of the system routine: scratch messages go to the thread's part of the context image, and the
// message that ends the thread goes to its dispatcher. Bit 11 is not part of the offset: Broxton's routine sets it,
// Skylake's does not.
class SavePort final : public eu::MessagePort {
 public:
  SavePort(const isa::Gen& gen, memory::View& view, std::uint64_t place) : gen_(&gen), view_(&view), place_(place) {}

  eu::SendStatus send(const eu::SendRequest& request) override {
    if (request.instruction.send.eot) return eu::SendStatus::done;
    const auto message = isa::decode_message(*gen_, request.sfid(), request.descriptor, request.extended_descriptor);
    const auto* scratch = message ? std::get_if<isa::ScratchBlock>(&message->body) : nullptr;
    if (scratch == nullptr) return fail("the system routine sends a message that is not a scratch message");
    const std::uint64_t offset = (scratch->offset & kOffset) * eu::kGrfBytes;
    const std::uint64_t bytes = std::uint64_t{scratch->hwords} * eu::kGrfBytes;
    if (offset + bytes > ContextMap::kThreadBytes)
      return fail(
          fmt::format("the system routine accesses more than the {} bytes of a thread", ContextMap::kThreadBytes));
    if (scratch->access == isa::Access::write) {
      // The first register is the header. In a split send, the second payload is the data.
      const auto data = request.extended_payload.empty()
                            ? request.payload.subspan(std::min<std::size_t>(1, request.payload.size()))
                            : request.extended_payload;
      if (data.size_bytes() < bytes) return fail("a scratch message of the system routine has too few registers");
      if (view_->write(place_ + offset, std::as_bytes(data).first(bytes))) return eu::SendStatus::done;
    } else {
      if (request.response.size_bytes() < bytes)
        return fail("a scratch message of the system routine has too few registers");
      if (view_->read(place_ + offset, std::as_writable_bytes(request.response).first(bytes)))
        return eu::SendStatus::done;
    }
    eu::SendStatus status = fail("the context image is not mapped");
    fault_.address = view_->bad_address();
    return status;
  }
  eu::Fault take_fault() override { return std::move(fault_); }

 private:
  static constexpr std::uint64_t kOffset = (1U << 11) - 1;

  eu::SendStatus fail(std::string what) {
    fault_ = {.what = std::move(what), .reference = kSection};
    return eu::SendStatus::fault;
  }

  const isa::Gen* gen_;
  memory::View* view_;
  std::uint64_t place_;
  eu::Fault fault_;
};

// State that no routine saves, or that only some routines save.
struct Kept {
  explicit Kept(const eu::Thread& thread)
      : second_register(thread.grf[1]),
        accumulators(thread.acc),
        instructions(thread.instructions_executed),
        lanes(thread.lane_operations),
        ip_base(thread.ip_base),
        stack(thread.stack),
        dependency(thread.dependency) {}
  // Must be called before a restore routine runs, which may overwrite these registers.
  void put_first(eu::Thread& thread) const {
    thread.acc = accumulators;
    thread.grf[1] = second_register;
  }
  void put(eu::Thread& thread) const {
    thread.instructions_executed = instructions;
    thread.lane_operations = lanes;
    thread.ip_base = ip_base;
    thread.dependency = dependency;
    thread.stack = stack;
    thread.acc[1] = accumulators[1];
    thread.acc[0].guard = accumulators[0].guard;
  }

  eu::Grf second_register;
  decltype(eu::Thread::acc) accumulators;
  std::uint64_t instructions;
  std::uint64_t lanes;
  std::uint32_t ip_base;
  decltype(eu::Thread::stack) stack;
  decltype(eu::Thread::dependency) dependency;
};

void forget(eu::Thread& thread, const Kept& kept) {
  std::memset(static_cast<void*>(&thread), std::to_integer<int>(kGone), sizeof thread);
  thread.unpopulated = {};
  thread.has_system_routine = false;
  kept.put_first(thread);
  thread.acc[0].low.bytes.fill(kGone);
  kept.put(thread);
}

}  // namespace

std::optional<eu::Fault> ContextSave::run(eu::Thread& thread, std::uint32_t topology, std::uint32_t purpose) {
  thread.control[0] |= isa::cr0::kMaster;
  thread.control[1] |= purpose;
  const eu::Kernel& routine = *routine_;
  SavePort port(*routine.program().gen, *view_, map_.thread(topology));
  eu::Outcome outcome = eu::run_system_routine(routine, thread, port, {.instructions = kMaxInstructions});
  if (outcome.stop == eu::Stop::fault) return std::move(outcome.fault);
  const bool saves = purpose == isa::cr1::kContextSave;
  const bool has_ended = outcome.stop == eu::Stop::end_of_thread;
  const bool has_left = outcome.stop == eu::Stop::out_of_budget && (thread.control[0] & isa::cr0::kMaster) == 0;
  if (has_left || (saves && has_ended)) return std::nullopt;
  return eu::Fault{.what = saves ? "the system routine does not end the thread that it saves"
                                 : "the system routine does not return to the thread that it restores",
                   .reference = kSection,
                   .ip = thread.ip};
}

std::optional<eu::Fault> ContextSave::save(eu::Thread& thread, std::uint32_t topology) {
  const Kept kept(thread);
  thread.control[2] = thread.ip_base + thread.ip;  // AIP
  if (std::optional<eu::Fault> fault = run(thread, topology, isa::cr1::kContextSave)) return fault;
  forget(thread, kept);
  return std::nullopt;
}

std::optional<eu::Fault> ContextSave::restore(eu::Thread& thread, std::uint32_t topology) {
  const Kept kept(thread);
  thread.control = {};
  thread.state = {topology, 0, ~0U, ~0U};
  thread.dispatched = ~0U;
  thread.running = ~0U;
  thread.notification = {};
  if (std::optional<eu::Fault> fault = run(thread, topology, isa::cr1::kContextRestore)) return fault;
  kept.put(thread);
  return std::nullopt;
}

std::optional<std::uint64_t> ContextSave::find_slm(const SuspendedGroup& group, unsigned number) const {
  const std::uint64_t offset = std::uint64_t{number} * group.slm.size();
  if (group.slm.empty() || offset + group.slm.size() > map_.slm_bytes()) return std::nullopt;
  return map_.slm(offset);
}

std::optional<ContextSave::Failure> ContextSave::save(SuspendedGroup& group, unsigned number) {
  const auto count = static_cast<unsigned>(group.threads.size());
  for (unsigned i = 0; i < count; ++i) {
    if (group.states[i] == ThreadState::ended) continue;
    const Placement place = find_placement(pools_, number, count, i);
    if (auto fault = save(group.threads[i], place.topology)) return Failure{.thread = i, .fault = *std::move(fault)};
  }
  const auto slm = find_slm(group, number);
  if (!slm) return std::nullopt;
  if (!view_->write(*slm, group.slm))
    return Failure{.fault = {.what = "the context image is not mapped", .reference = kSection, .address = *slm}};
  std::ranges::fill(group.slm, kGone);
  return std::nullopt;
}

std::optional<ContextSave::Failure> ContextSave::restore(SuspendedGroup& group, unsigned number) {
  if (const auto slm = find_slm(group, number); slm && !view_->read(*slm, group.slm))
    return Failure{.fault = {.what = "the context image is not mapped", .reference = kSection, .address = *slm}};
  const auto count = static_cast<unsigned>(group.threads.size());
  for (unsigned i = 0; i < count; ++i) {
    if (group.states[i] == ThreadState::ended) continue;
    const Placement place = find_placement(pools_, number, count, i);
    if (auto fault = restore(group.threads[i], place.topology)) return Failure{.thread = i, .fault = *std::move(fault)};
  }
  return std::nullopt;
}

}  // namespace eugene::gpu
