#include "lower/thread_jumps.h"

#include <algorithm>
#include <set>
#include <utility>

#include "lower/context.h"

namespace eugene::lower {
namespace {

// Positions are numbers of instructions.
struct Branch {
  std::size_t at = 0;
  std::size_t target = 0;
  std::optional<std::uint16_t> label;    // none: the end of the routine
  std::optional<std::uint16_t> routine;  // that a return leaves
  bool is_scalar = false;
};

class Finder {
 public:
  explicit Finder(const visa::Kernel& kernel)
      : kernel_(kernel), places_(kernel.labels.size(), kernel.instructions.size()) {
    for (std::size_t n = 0; n < kernel.instructions.size(); ++n) {
      const Op op(kernel.instructions[n]);
      const auto label = label_of(op);
      if (label && visa::defines_label(op.form)) places_[*label] = n;
      if (op.form.page == "SUBROUTINE") routines_.push_back(n);
    }
    result_.is_jump.resize(kernel.instructions.size());
    result_.is_waited_at.resize(kernel.labels.size());
    result_.ends_waited_at.resize(kernel.labels.size());
    for (std::size_t n = 0; n < kernel.instructions.size(); ++n) add(n);
  }

  // A branch that is no jump is waited for at its target, where others cannot be jumps therefore.
  Branches find() {
    for (bool is_new = true; is_new;) {
      is_new = false;
      for (const Branch& each : branches_) {
        if (each.is_scalar && !passes_waiting(each)) continue;
        is_new |= waiting_.insert(each.target > each.at ? each.target : each.at + 1).second;
        if (each.label)
          result_.is_waited_at[*each.label] = true;
        else if (each.routine)
          result_.ends_waited_at[*each.routine] = true;
      }
    }
    for (const Branch& each : branches_) result_.is_jump[each.at] = each.is_scalar && !passes_waiting(each);
    return std::move(result_);
  }

 private:
  std::optional<std::uint16_t> label_of(const Op& op) const {
    const auto* label = op.get<visa::LabelReference>(visa::Field::label);
    return label != nullptr && label->label < places_.size() ? std::optional(label->label) : std::nullopt;
  }

  // The one before `next`.
  std::optional<std::uint16_t> routine_of(std::vector<std::size_t>::const_iterator next) const {
    if (next == routines_.begin()) return std::nullopt;
    return label_of(Op(kernel_.instructions[*(next - 1)]));
  }

  void add(std::size_t n) {
    const Op op(kernel_.instructions[n]);
    const auto label = label_of(op);
    if (op.form.page == "GOTO" && label) {
      branches_.push_back(
          {.at = n, .target = places_[*label], .label = label, .routine = {}, .is_scalar = op.lanes() == 1});
    } else if (op.form.page == "RET" || op.form.page == "FRET") {
      const auto next = std::ranges::upper_bound(std::as_const(routines_), n);
      branches_.push_back({.at = n,
                           .target = next != routines_.end() ? *next : kernel_.instructions.size(),
                           .label = {},
                           .routine = routine_of(next),
                           .is_scalar = op.lanes() == 1});
    } else if (op.form.page == "CALL" || op.form.page == "FCALL" || op.form.page == "IFCALL") {
      waiting_.insert(n + 1);  // for those that are called
      if (label) result_.is_waited_at[*label] = true;
    }
  }

  // Back, nothing is passed where channels wait: the thread has come by there.
  bool passes_waiting(const Branch& branch) const {
    const auto next = waiting_.upper_bound(branch.at);
    return next != waiting_.end() && *next < branch.target;
  }

  const visa::Kernel& kernel_;
  std::vector<std::size_t> places_;    // of labels
  std::vector<std::size_t> routines_;  // where they begin, ascending
  std::vector<Branch> branches_;
  std::set<std::size_t> waiting_;  // where channels may wait
  Branches result_;
};

}  // namespace

Branches find_jumps(const visa::Kernel& kernel) { return Finder(kernel).find(); }

}  // namespace eugene::lower
