#include "check/fidelity/fidelity.h"

#include <span>
#include <utility>

#include "eu/port.h"
#include "isa/instruction_fidelity.h"
#include "isa/message/fidelity.h"
#include "isa/program.h"

namespace eugene::check {
class FidelityCounts::Worker final : public eu::Observer {
 public:
  explicit Worker(FidelityCounts& all) : all_(&all) {}

  ~Worker() override {
    const std::scoped_lock lock(all_->mutex_);
    for (const auto& [key, count] : messages_) all_->messages_[key] += count;
  }

  eu::Interest interest() const override { return kInterest; }

  void program_ends(std::span<const eu::ExecutionCounts> counts) override {
    const std::scoped_lock lock(all_->mutex_);
    all_->executions_.resize(counts.size());
    for (std::size_t i = 0; i != counts.size(); ++i) {
      all_->executions_[i].all += counts[i].executions;
      all_->executions_[i].channels += counts[i].channels;
    }
  }

  void message_ends(const eu::SendRequest& request, eu::SendStatus status) override {
    if (status == eu::SendStatus::done || status == eu::SendStatus::end_of_thread)
      ++messages_[{request.sfid(), request.descriptor, request.extended_descriptor}];
  }

 private:
  FidelityCounts* all_;
  std::map<MessageKey, std::uint64_t> messages_;
};

std::unique_ptr<eu::Observer> FidelityCounts::worker_begins() { return std::make_unique<Worker>(*this); }

std::vector<ExecutedClass> FidelityCounts::take() const {
  const isa::Program& program = kernel_.program();
  const isa::Gen& gen = *program.gen;
  std::map<std::tuple<bool, std::string, isa::Fidelity>, ExecutedClass> found;
  const auto add = [&](ExecutedClass executed) {
    const auto [at, is_new] = found.try_emplace({executed.is_message, executed.name, executed.row.fidelity}, executed);
    if (!is_new) at->second.count += executed.count;
  };
  for (std::size_t i = 0; i != executions_.size(); ++i) {
    if (executions_[i].all == 0) continue;
    const isa::Instruction& instruction = program.instructions[i];
    const bool has_results = executions_[i].channels != 0;
    add({.name = isa::fidelity_name(gen, instruction),
         .row = has_results ? isa::find_fidelity(gen, instruction) : isa::kExact,
         .is_message = false,
         .count = executions_[i].all});
  }
  for (const auto& [key, count] : messages_) {
    const auto& [sfid, descriptor, extended] = key;
    const auto message = isa::decode_message(gen, sfid, descriptor, extended);
    if (message)
      add({.name = isa::fidelity_name(gen, *message),
           .row = isa::find_fidelity(gen, *message),
           .is_message = true,
           .count = count});
  }
  std::vector<ExecutedClass> all;
  all.reserve(found.size());
  for (auto& [key, executed] : found) all.push_back(std::move(executed));
  return all;
}

}  // namespace eugene::check
