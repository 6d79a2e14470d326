#include "hooks.h"

#include <bit>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "eu/analysis/message_roles.h"
#include "eu/port.h"
#include "eu/prepared_op.h"
#include "eu/thread_block.h"
#include "isa/instruction_index.h"
#include "isa/opcode.h"

namespace eugene::capi {
namespace {

constexpr std::size_t kMaxEvents = 4096;  // max events of one call

class HookedWorker final : public eu::Observer {
 public:
  // `groups_before` is the number of groups in earlier dispatches of the launch.
  HookedWorker(const Hook& hook, const Stepper* stepper, const eu::Kernel& kernel, std::uint64_t groups_before)
      : hook_(&hook),
        stepper_(stepper),
        groups_before_(groups_before),
        program_(&kernel.program()),
        roles_(wants(EUGENE_BARRIERS) ? eu::message_roles(*program_) : std::vector<eu::MessageRole>()) {}
  ~HookedWorker() override { flush(); }

  eu::Interest interest() const override {
    const bool accesses = wants(EUGENE_ACCESSES);
    return {.instructions = wants(EUGENE_INSTRUCTIONS) || wants(EUGENE_BARRIERS),
            .messages = accesses || wants(EUGENE_BARRIERS) || wants(EUGENE_THREADS),
            .accesses = accesses,
            .texels = accesses};
  }
  // Only the interpreter reports single instructions, and code is not compiled for the other events.
  bool wants_interpreter() const override { return true; }
  void group_begins(const eu::StartedGroup& group) override {
    group_ = groups_before_ + group.index;
    threads_ = &group.threads;
    if (std::exchange(resumes_, false)) return;
    runs_.assign(group.count, true);
    is_at_barrier_.assign(group.count, false);
    for (unsigned i = 0; wants(EUGENE_THREADS) && i != group.count; ++i)
      add_phase(EUGENE_THREADS, EUGENE_BEGINS, group.threads[i], group.threads[i].ip);
  }
  // Reports the end of threads that ended without a message, as assembly may.
  void group_ends() override {
    for (unsigned i = 0; wants(EUGENE_THREADS) && i != runs_.size(); ++i) {
      const eu::Thread& thread = (*threads_)[i];
      if (runs_[i] && thread.ip == program_->end()) add_phase(EUGENE_THREADS, EUGENE_ENDS, thread, thread.ip);
    }
  }
  void state_kept(const std::shared_ptr<const eu::GroupState>& state) override {
    std::erase_if(kept_, [](const Kept& each) { return each.state.expired(); });
    kept_.push_back({.state = state, .runs = runs_, .is_at_barrier = is_at_barrier_});
  }
  void goes_back(const eu::Return& to) override {
    if (to.state == nullptr) return;
    const auto found = std::ranges::find_if(kept_, [&](const Kept& each) { return each.state.lock() == to.state; });
    if (found == kept_.end()) return;
    runs_ = found->runs;
    is_at_barrier_ = found->is_at_barrier;
    resumes_ = true;
  }
  void executed(const eu::PreparedOp& op, const eu::Thread& thread, unsigned channels, std::uint32_t before) override {
    if (op.action == eu::Action::wait) passes_barrier(thread, op.ip);
    if (op.action == eu::Action::named_barrier && wants(EUGENE_BARRIERS)) reaches_named_barrier(op, thread);
    if (!wants(EUGENE_INSTRUCTIONS)) return;
    add({.group = group_,
         .executed = thread.instructions_executed - 1,
         .address = 0,
         .thread = threads_->find_index(thread),
         .instruction = program_->offsets[op.index],
         .channels = before,
         .bytes = 0,
         .kind = EUGENE_INSTRUCTIONS,
         .access = 0,
         .is_local = 0,
         .enabled = static_cast<std::uint8_t>(channels),
         .reserved = 0},
        thread);
  }
  void message_begins(const eu::SendRequest& request) override {
    request_ = &request;
    accesses_.clear();
  }
  void message_restarts() override { accesses_.clear(); }
  void message_ends(const eu::SendRequest& request, eu::SendStatus status) override {
    // A blocked message is sent again, so only a completed one is reported.
    if (status == eu::SendStatus::done || status == eu::SendStatus::end_of_thread) {
      for (const eugene_event& each : accesses_) add(each, request.thread);
      tell_role(request, status);
    }
    accesses_.clear();
  }
  void accessed(const eu::Access& access) override;

 private:
  bool wants(eugene_event_kind kind) const { return (hook_->kinds & kind) != 0; }
  void tell_role(const eu::SendRequest& request, eu::SendStatus status);
  void passes_barrier(const eu::Thread& thread, std::uint32_t ip);
  void reaches_named_barrier(const eu::PreparedOp& op, const eu::Thread& thread);
  void add_phase(eugene_event_kind kind, eugene_phase phase, const eu::Thread& thread, std::uint32_t ip);
  void add(const eugene_event& event, const eu::Thread& thread);
  void flush();

  // The state of a group at a snapshot.
  struct Kept {
    std::weak_ptr<const eu::GroupState> state;
    std::vector<bool> runs, is_at_barrier;
  };

  const Hook* hook_;
  const Stepper* stepper_;
  std::uint64_t groups_before_;
  const isa::Program* program_;
  std::vector<eu::MessageRole> roles_;      // indexed by instruction; empty if no barriers are reported
  std::vector<bool> runs_, is_at_barrier_;  // indexed by thread of the group
  std::vector<Kept> kept_;
  bool resumes_ = false;  // the next group resumes from a snapshot
  std::uint64_t group_ = 0;
  eu::ThreadBlock* threads_ = nullptr;
  const eu::SendRequest* request_ = nullptr;  // the current message
  std::vector<eugene_event> accesses_;        // accesses of the current message
  std::vector<eugene_event> events_;
  std::vector<eu::Grf> registers_;  // registers of all events in `events_`
};

// Also called if only other observers, for example checks, ask for accesses.
void HookedWorker::accessed(const eu::Access& access) {
  if (!wants(EUGENE_ACCESSES)) return;
  const isa::Instruction& instruction = request_->instruction;
  const std::size_t index = isa::find_index(*program_, instruction);
  // The channels of a whole thread's message, by which compilers access values that all channels share, are not
  // channels of the thread.
  const bool is_of_thread = instruction.no_mask || instruction.exec_size == 1;
  const auto kind = access.kind == eu::AccessKind::read    ? EUGENE_READ
                    : access.kind == eu::AccessKind::write ? EUGENE_WRITE
                                                           : EUGENE_ATOMIC;
  std::uint32_t left = is_of_thread ? 0 : access.channels << instruction.channel_offset;
  for (const std::uint64_t offset : access.offsets) {
    accesses_.push_back({.group = group_,
                         .executed = request_->executed,
                         .address = access.space.base + offset,
                         .thread = threads_->find_index(request_->thread),
                         .instruction = program_->offsets[index],
                         .channels = left & -left,
                         .bytes = access.bytes,
                         .kind = EUGENE_ACCESSES,
                         .access = static_cast<std::uint8_t>(kind),
                         .is_local = static_cast<std::uint8_t>(access.space.local != nullptr),
                         .enabled = 0,
                         .reserved = 0});
    left &= left - 1;
  }
}

// Reports barriers and ends of threads, which are messages.
void HookedWorker::tell_role(const eu::SendRequest& request, eu::SendStatus status) {
  const std::size_t index = isa::find_index(*program_, request.instruction);
  const unsigned thread = threads_->find_index(request.thread);
  if (wants(EUGENE_BARRIERS) && roles_[index] == eu::MessageRole::barrier) {
    is_at_barrier_[thread] = true;
    add_phase(EUGENE_BARRIERS, EUGENE_BEGINS, request.thread, program_->offsets[index]);
  }
  if (status != eu::SendStatus::end_of_thread) return;
  runs_[thread] = false;
  if (wants(EUGENE_THREADS)) add_phase(EUGENE_THREADS, EUGENE_ENDS, request.thread, program_->offsets[index]);
}

// Called when `thread` has executed a wait.
void HookedWorker::passes_barrier(const eu::Thread& thread, std::uint32_t ip) {
  const unsigned index = threads_->find_index(thread);
  if (!is_at_barrier_[index]) return;
  is_at_barrier_[index] = false;
  add_phase(EUGENE_BARRIERS, EUGENE_ENDS, thread, ip);
}

// Reports the signal of a producer, consumer or both. Only consumers wait.
void HookedWorker::reaches_named_barrier(const eu::PreparedOp& op, const eu::Thread& thread) {
  const bool waits = program_->instructions[op.index].opcode == isa::Opcode::nbarrier_wait;
  add_phase(EUGENE_BARRIERS, waits ? EUGENE_ENDS : EUGENE_BEGINS, thread, program_->offsets[op.index]);
}

void HookedWorker::add_phase(eugene_event_kind kind, eugene_phase phase, const eu::Thread& thread, std::uint32_t ip) {
  add({.group = group_,
       .executed = thread.instructions_executed,
       .address = 0,
       .thread = threads_->find_index(thread),
       .instruction = ip,
       .channels = thread.running,
       .bytes = 0,
       .kind = static_cast<std::uint8_t>(kind),
       .access = static_cast<std::uint8_t>(phase),
       .is_local = 0,
       .enabled = 0,
       .reserved = 0},
      thread);
}

// A launch that goes back executes instructions again. They are not new events.
void HookedWorker::add(const eugene_event& event, const eu::Thread& thread) {
  if (stepper_ != nullptr && stepper_->goes_back()) return;
  events_.push_back(event);
  const auto registers = std::span(thread.grf).subspan(hook_->first_register, hook_->registers);
  registers_.insert(registers_.end(), registers.begin(), registers.end());
  if (events_.size() == kMaxEvents) flush();
}

void HookedWorker::flush() {
  if (!events_.empty())
    hook_->function(hook_->user, events_.data(), events_.size(), registers_.empty() ? nullptr : registers_.data());
  events_.clear();
  registers_.clear();
}

class HookedDispatch final : public gpu::DispatchObserver {
 public:
  HookedDispatch(const Hook& hook, const Stepper* stepper, const eu::Kernel& kernel, std::uint64_t groups_before)
      : hook_(&hook), stepper_(stepper), kernel_(&kernel), groups_before_(groups_before) {}
  std::unique_ptr<eu::Observer> worker_begins() override {
    return std::make_unique<HookedWorker>(*hook_, stepper_, *kernel_, groups_before_);
  }
  bool needs_one_worker() const override { return true; }

 private:
  const Hook* hook_;
  const Stepper* stepper_;
  const eu::Kernel* kernel_;
  std::uint64_t groups_before_;
};

}  // namespace

std::unique_ptr<gpu::DispatchObserver> HookSource::dispatch_begins(const gpu::ObservedDispatch& dispatch) {
  if (hook_ == nullptr) return nullptr;
  const std::uint64_t before = std::exchange(groups_, groups_ + dispatch.groups);
  return std::make_unique<HookedDispatch>(*hook_, stepper_, dispatch.kernel, before);
}

}  // namespace eugene::capi
