#include "lower/thread_jumps.h"

#include <algorithm>
#include <compare>
#include <set>
#include <utility>

#include "lower/context.h"

namespace eugene::lower {
namespace {

// Positions are indices of instructions.
struct Branch {
  std::size_t at = 0;
  std::size_t target = 0;
  std::optional<std::uint16_t> label;    // none: the branch leads to the end of the routine
  std::optional<std::uint16_t> routine;  // the routine that a return leaves
  bool is_scalar = false;
};

// Channels may wait at `place`. The branch at `from` has left them there.
struct Waiting {
  std::size_t place = 0;
  std::size_t from = 0;
  auto operator<=>(const Waiting&) const = default;
};

// A backward branch or jump of any kind.
struct BackwardBranch {
  std::size_t at = 0;
  std::size_t target = 0;
};

class Finder {
 public:
  explicit Finder(const visa::Kernel& kernel)
      : kernel_(kernel), places_(kernel.labels.size(), kernel.instructions.size()) {
    for (std::size_t n = 0; n < kernel.instructions.size(); ++n) {
      const Op op(kernel.instructions[n]);
      const auto label = find_label(op);
      if (label && visa::defines_label(op.form)) places_[*label] = n;
      if (op.form.page == visa::Page::subroutine) routines_.push_back(n);
    }
    result_.is_jump.resize(kernel.instructions.size());
    result_.is_waited_at.resize(kernel.labels.size());
    result_.ends_waited_at.resize(kernel.labels.size());
    for (std::size_t n = 0; n < kernel.instructions.size(); ++n) {
      result_.routine_of.push_back(routines_until(n));
      add(n);
    }
    for (const std::size_t place : places_) result_.routine_of_label.push_back(routines_until(place));
  }

  // Channels may wait at the target of a branch that is not a jump. This can prevent other branches from being jumps,
  // so the search repeats until nothing changes.
  Branches find() {
    for (bool is_new = true; is_new;) {
      is_new = false;
      for (const Branch& each : branches_) {
        if (each.is_scalar && !passes_waiting(each)) continue;
        const std::size_t place = each.target > each.at ? each.target : each.at + 1;
        is_new |= waiting_.insert({.place = place, .from = each.at}).second;
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
  std::uint32_t routines_until(std::size_t place) const {
    return static_cast<std::uint32_t>(std::ranges::upper_bound(routines_, place) - routines_.begin());
  }

  std::optional<std::uint16_t> find_label(const Op& op) const {
    const auto* label = op.get<visa::LabelReference>(visa::Field::label);
    return label != nullptr && label->label < places_.size() ? std::optional(label->label) : std::nullopt;
  }

  // Returns the routine before `next`.
  std::optional<std::uint16_t> routine_of(std::vector<std::size_t>::const_iterator next) const {
    if (next == routines_.begin()) return std::nullopt;
    return find_label(Op(kernel_.instructions[*(next - 1)]));
  }

  void add(std::size_t n) {
    const Op op(kernel_.instructions[n]);
    const auto label = find_label(op);
    for (const visa::Operand& operand : op.instruction.operands) {
      const auto* to = std::get_if<visa::LabelReference>(&operand);
      if (to != nullptr && to->label < places_.size() && places_[to->label] < n)
        back_.push_back({.at = n, .target = places_[to->label]});
    }
    if (op.form.page == visa::Page::goto_ && label) {
      branches_.push_back(
          {.at = n, .target = places_[*label], .label = label, .routine = {}, .is_scalar = op.lanes() == 1});
    } else if (visa::table_row(op.form.page).is(visa::kReturns)) {
      const auto next = std::ranges::upper_bound(std::as_const(routines_), n);
      branches_.push_back({.at = n,
                           .target = next != routines_.end() ? *next : kernel_.instructions.size(),
                           .label = {},
                           .routine = routine_of(next),
                           .is_scalar = op.lanes() == 1});
    } else if (visa::table_row(op.form.page).is(visa::kCalls)) {
      waiting_.insert({.place = n + 1, .from = 0});  // the other channels wait for the return
      if (label) result_.is_waited_at[*label] = true;
    }
  }

  // True if a jump of the thread could pass waiting channels. A backward jump never does, because the thread has
  // already passed the places in between. A forward jump does if channels wait between it and its target: channels that
  // an earlier branch left there, or channels of a later branch, if the thread comes back from there before it reaches
  // the place.
  bool passes_waiting(const Branch& branch) const {
    const auto comes_back = [&](const Waiting& each) {
      return std::ranges::any_of(back_, [&](const BackwardBranch& back) {
        return each.from <= back.at && back.at < each.place && back.target <= branch.at;
      });
    };
    for (auto each = waiting_.upper_bound({.place = branch.at, .from = ~std::size_t{0}});
         each != waiting_.end() && each->place < branch.target; ++each) {
      if (each->from < branch.at || comes_back(*each)) return true;
    }
    return false;
  }

  const visa::Kernel& kernel_;
  std::vector<std::size_t> places_;    // positions of labels
  std::vector<std::size_t> routines_;  // positions where routines begin, ascending
  std::vector<Branch> branches_;
  std::set<Waiting> waiting_;
  std::vector<BackwardBranch> back_;
  Branches result_;
};

}  // namespace

Branches find_jumps(const visa::Kernel& kernel) { return Finder(kernel).find(); }

}  // namespace eugene::lower
