#include "machine/watch.h"

#include <algorithm>
#include <any>
#include <cstring>
#include <span>
#include <utility>

#include "eu/prepared_op.h"
#include "eu/register_file.h"
#include "eu/thread_block.h"
#include "memory/view.h"
#include "script/reliance/checker.h"

namespace eugene::web {
namespace {

template <class T>
std::vector<std::byte> copy_object(const T& object) {
  const auto bytes = std::as_bytes(std::span(&object, 1));
  return {bytes.begin(), bytes.end()};
}

}  // namespace

class Watch::Group final : public eu::Observer {
 public:
  explicit Group(Watch& watch) : watch_(watch) {}

  eu::Interest interest() const override { return {.instructions = true, .before = true, .accesses = true}; }
  void group_begins(const eu::StartedGroup& group) override {
    group_.emplace(group);
    watch_.timeline_.group_begins(group.index, group.count);
    ended_.assign(group.count, false);
    if (auto from = std::exchange(watch_.from_, std::nullopt)) {
      ended_ = std::move(from->ended);
      last_ = &group.threads[static_cast<unsigned>(from->current)];
    }
  }
  bool wants_state() const override { return !watch_.has_stopped_ && watch_.timeline_.wants_mark(); }
  void state_kept(const std::shared_ptr<const eu::GroupState>& state) override {
    watch_.timeline_.mark(state, Marked{.executed = watch_.executed_,
                                        .current = last_ == nullptr ? 0 : group_->threads.find_index(*last_),
                                        .ended = ended_});
  }
  void accessed(const eu::Access& access) override {
    if (access.kind == eu::AccessKind::read || access.space.local != nullptr) return;
    for (const std::uint64_t offset : access.offsets)
      watch_.timeline_.overwrites((access.space.base + offset) & memory::kAddressMask, access.bytes);
  }
  void group_ends() override {
    if (!watch_.has_stopped_) watch_.keep(*group_, last_, ended_);
  }
  void instruction_begins(const eu::PreparedOp& /*op*/, const eu::Thread& thread) override {
    const gpu::Timeline::Step step =
        watch_.timeline_.step(group_->threads.find_index(thread), thread.instructions_executed);
    last_ = &thread;
    const bool is_new = step != gpu::Timeline::Step::repeated;
    if (watch_.has_stopped_ || !is_new || watch_.timeline_.clock() != watch_.stop_ + 1) return;
    watch_.keep(*group_, &thread, ended_);
    watch_.has_stopped_ = true;
    watch_.kept_.is_between = true;
    watch_.kept_.step = watch_.stop_;
  }
  void executed(const eu::PreparedOp& op, const eu::Thread& thread, unsigned /*channels*/,
                std::uint32_t /*before*/) override {
    ++watch_.executed_;
    if (op.action == isa::Action::send && watch_.program_.kernel.program().instructions[op.index].send.eot)
      ended_[group_->threads.find_index(thread)] = true;
  }

 private:
  Watch& watch_;
  std::optional<eu::StartedGroup> group_;
  const eu::Thread* last_ = nullptr;
  std::vector<bool> ended_;  // by thread
};

class Watch::Dispatch final : public gpu::DispatchObserver {
 public:
  explicit Dispatch(Watch& watch) : watch_(watch) {}
  std::unique_ptr<eu::Observer> worker_begins() override { return std::make_unique<Group>(watch_); }

 private:
  Watch& watch_;
};

Watch::Watch(const script::Case& one, const script::CaseProgram& program, std::uint64_t stop, gpu::Timeline& timeline,
             const gpu::Timeline::Mark* from)
    : case_(one), program_(program), stop_(stop), timeline_(timeline) {
  if (from == nullptr) return;
  from_ = std::any_cast<Marked>(from->kept);
  executed_ = from_->executed;
}

eu::Interest Watch::interest() const { return {.instructions = true, .before = true, .accesses = true}; }

std::unique_ptr<gpu::DispatchObserver> Watch::dispatch_begins(const gpu::ObservedDispatch& dispatch) {
  space_ = &dispatch.space;
  return std::make_unique<Dispatch>(*this);
}

KeptThread Watch::kept_thread(eu::ThreadBlock& threads, unsigned index) const {
  const isa::Program& program = program_.kernel.program();
  const eu::Thread& thread = threads[index];
  KeptThread kept{.ip = thread.ip,
                  .line = program_.find_line(thread.ip),
                  .dispatched = thread.dispatched,
                  .running = thread.running,
                  .executed = thread.instructions_executed,
                  .flags = {thread.flag.begin(), thread.flag.end()},
                  .address = {thread.address.begin(), thread.address.end()},
                  .accumulator = copy_object(thread.acc[0].low),
                  .registers = copy_object(thread.grf)};
  if (const auto at = program.index_at(thread.ip))
    kept.enabled = script::reliance::enabled_channels(*program.gen, program.instructions[*at], thread);
  const auto variables = threads.bytes(index).subspan(sizeof(eu::Thread));
  kept.registers.insert(kept.registers.end(), variables.begin(), variables.end());
  return kept;
}

void Watch::keep(const eu::StartedGroup& group, const eu::Thread* current, const std::vector<bool>& ended) {
  kept_ = {.step = executed_, .group = group.index};
  if (current != nullptr) kept_.current = group.threads.find_index(*current);
  for (unsigned n = 0; n < group.count; ++n) {
    kept_.threads.push_back(kept_thread(group.threads, n));
    kept_.threads.back().has_ended = ended[n] || kept_.threads.back().ip == program_.end;
  }
  kept_.local_memory.assign(group.local.begin(), group.local.end());
  kept_.memory = memory();
}

std::vector<KeptMemory> Watch::memory() const {
  std::vector<KeptMemory> all;
  memory::View view(*space_);
  for (const script::MemoryRegion& region : case_.memory) {
    KeptMemory memory{.address = region.address, .bytes = std::vector<std::byte>(region.bytes)};
    for (std::uint64_t done = 0; done < region.bytes;) {
      const std::uint64_t address = region.address + done;
      const std::uint64_t count =
          std::min(region.bytes - done, memory::kPageBytes - (address & (memory::kPageBytes - 1)));
      if (const std::byte* from = view.at(address, memory::Access::read); from != nullptr)
        std::memcpy(&memory.bytes[done], from, count);
      done += count;
    }
    all.push_back(std::move(memory));
  }
  return all;
}

}  // namespace eugene::web
