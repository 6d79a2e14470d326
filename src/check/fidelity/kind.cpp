// The row of the kind "fidelity".
#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "check/checked_dispatch.h"
#include "check/dispatch_check.h"
#include "check/dispatch_facts.h"
#include "check/fidelity/fidelity.h"
#include "check/init/inexact_results.h"
#include "check/init/init.h"
#include "check/kinds.h"
#include "check/launch_facts.h"
#include "isa/instruction_fidelity.h"

namespace eugene::check {
namespace {

constexpr std::array kFidelityRules{
    Rule{"fidelity.branch", "A branch depends on a value that GPUs may compute otherwise",
         "Whether a branch is taken depends on a result of which Intel's documents do not give every bit.",
         "Let the condition have a margin that is larger than the error of the function."},
    Rule{"fidelity.address", "An address depends on a value that GPUs may compute otherwise",
         "An address depends on a result of which Intel's documents do not give every bit.",
         "Compute the index in integers, or clamp it to the array."},
    Rule{"fidelity.atomic", "An atomic comparison depends on a value that GPUs may compute otherwise",
         "Whether an atomic comparison holds depends on a result of which Intel's documents do not give every bit.",
         "Compare integers, or values that are exact."},
    Rule{"fidelity.message", "Whether a message is sent depends on a value that GPUs may compute otherwise",
         "Whether memory is accessed at all depends on a result of which Intel's documents do not give every bit.",
         "Let the condition have a margin that is larger than the error of the function."},
    Rule{"fidelity.barrier", "Whether a barrier is reached depends on a value that GPUs may compute otherwise",
         "Whether a barrier is reached depends on a result of which Intel's documents do not give every bit.",
         "Let all work-items of a group reach the barrier."},
};
static_assert(are_rules_of("fidelity", kFidelityRules));

KernelFidelity summarise(const std::string& kernel, const std::vector<ExecutedClass>& executed) {
  static_assert(kFidelityClasses == isa::kFidelityNames);
  KernelFidelity summary{.kernel = kernel, .launches = 1, .inexact = {}};
  for (const ExecutedClass& each : executed) {
    const auto index = static_cast<std::size_t>(each.row.fidelity);
    (each.is_message ? summary.messages : summary.instructions)[index] += each.count;
    if (each.row.fidelity == isa::Fidelity::exact) continue;
    summary.inexact.push_back(
        {.fidelity = index, .name = each.name, .reference = isa::format_reference(each.row), .count = each.count});
  }
  return summary;
}

// Counts what a dispatch executes.
class ExecutedCheck final : public DispatchCheck {
 public:
  ExecutedCheck(const DispatchFacts& facts, CheckedDispatch& dispatch)
      : host_(&facts.host), describer_(&dispatch.describer()), counts_(facts.dispatch.kernel) {}

  std::unique_ptr<eu::Observer> worker_begins() override { return counts_.worker_begins(); }
  void dispatch_ends() override {
    host_->executed(summarise(describer_->kernel(), counts_.take()), describer_->launch());
  }

 private:
  const Host* host_;
  const Describer* describer_;
  FidelityCounts counts_;
};

// Returns the facts for propagating inexact values; nothing if no such values exist. The contents of a shader's
// buffers are unknown and count as exact.
std::optional<InitFacts> inexact_facts(const DispatchFacts& facts, CheckedDispatch& dispatch) {
  const bool makes_inexact = has_inexact(facts.dispatch.kernel);
  InitResults& results = *facts.host.inexact_results;
  if (facts.launch == nullptr) return makes_inexact ? std::optional(InitFacts()) : std::nullopt;
  if (!makes_inexact && !results.has_stores()) return std::nullopt;
  return make_init_facts(*facts.launch, *facts.kernel, dispatch.rules()->memory(), results.buffers(), {},
                         facts.dispatch);
}

class FidelitySource final : public KindSource {
 public:
  void begin(const DispatchFacts& facts, CheckedDispatch& dispatch) override {
    dispatch.add(std::make_unique<ExecutedCheck>(facts, dispatch));
    std::optional<InitFacts> inexact = inexact_facts(facts, dispatch);
    if (!inexact) return;
    InitResults& results = *facts.host.inexact_results;
    const Describer& describer = dispatch.describer();
    inexact->number_of_store = [&](std::uint32_t instruction) {
      return results.assign_number(describer.code(), instruction);
    };
    inexact->keep_maker = [&](StoreNumber number, const std::string& maker) {
      results.keep_maker(number, fmt::format("{} (kernel {})", maker, describer.kernel()));
    };
    inexact->find_maker = [&](StoreNumber number) { return results.find_maker(number); };
    dispatch.add(std::make_unique<InitCheck>(facts.dispatch.kernel, *std::move(inexact), TrackedValues::inexact));
  }
};

}  // namespace

constinit const Check rows::fidelity{
    .kind = Kind::fidelity,
    .name = "fidelity",
    .rules = kFidelityRules,
    .help = "results that a GPU may compute otherwise",
    .interest = InitCheck::kInterest,  // more than FidelityCounts::kInterest
    .make_source = make_source<FidelitySource>,
};

}  // namespace eugene::check
