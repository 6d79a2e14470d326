#include "steps.h"

#include <string>
#include <utility>

#include "ends_at_interrupt.h"
#include "failure.h"

namespace eugene::python {

Steps::Steps(std::shared_ptr<LaunchState> state) : state_(std::move(state)), run_(std::make_shared<Run>()) {
  state_->apply(run_->trace);
  run_->state = state_;
  go_on([](eugene_launch* launch) { return eugene_launch_start(launch); });
}

template <class Go>
bool Steps::go_on(Go go) {
  if (state_ == nullptr || ended_ != nullptr) throw Failure{EUGENE_USAGE, "the launch has ended"};
  if (std::exchange(goes_on_, true)) throw Failure{EUGENE_USAGE, "another Python thread is running the launch"};
  for (const auto& [number, thread] : threads_) thread->store();
  eugene_status status = EUGENE_OK;
  std::string error;
  {
    const EndsAtInterrupt ends(state_->launch);
    const Machine::Turn turn(*state_->machine);
    status = go(state_->launch);
    if (status != EUGENE_OK) error = eugene_error();
    eugene_launch_place(state_->launch, &place_, sizeof(place_));
  }
  goes_on_ = false;
  if (status == EUGENE_USAGE && is_stopped()) throw Failure{status, error};  // the launch has not continued
  if (is_stopped()) {
    std::erase_if(threads_, [](const auto& each) { return !each.second->load(); });
    raise_interrupt();
    return true;
  }
  threads_.clear();
  ended_ = run_;
  ended_->end(state_, status, error);
  return false;
}

bool Steps::step(std::uint64_t instructions) {
  return go_on([=](eugene_launch* launch) { return eugene_launch_step(launch, instructions); });
}

bool Steps::step_back(std::uint64_t instructions) {
  return go_on([=](eugene_launch* launch) { return eugene_launch_step_back(launch, instructions); });
}

bool Steps::go_until(std::uint32_t offset) {
  return go_on([=](eugene_launch* launch) { return eugene_launch_continue(launch, offset); });
}

std::shared_ptr<Run> Steps::finish() {
  if (ended_ == nullptr) go_until(EUGENE_NO_OFFSET);
  return ended_;
}

void Steps::interrupt() {
  if (state_ != nullptr) eugene_launch_interrupt(state_->launch);
}

void Steps::close() {
  if (state_ == nullptr || ended_ != nullptr) return;
  place_ = {};
  threads_.clear();
  const std::shared_ptr<Machine> machine = state_->machine;
  run_.reset();
  state_.reset();  // notes the launch as to be destroyed; the next Turn destroys it
  const Machine::Turn turn(*machine);
}

std::shared_ptr<ThreadRegisters> Steps::thread(std::optional<std::size_t> number) {
  if (!is_stopped()) throw Failure{EUGENE_USAGE, "the launch has ended"};
  const std::size_t wanted = number.value_or(place_.thread);
  std::shared_ptr<ThreadRegisters>& found = threads_[wanted];
  if (found == nullptr) {
    try {
      found = std::make_shared<ThreadRegisters>(state_, wanted);
    } catch (...) {
      threads_.erase(wanted);
      throw;
    }
  }
  return found;
}

}  // namespace eugene::python
