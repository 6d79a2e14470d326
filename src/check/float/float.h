// Reports where NaNs and infinities are born: an instruction whose sources in a channel are ordinary numbers and whose
// result there is a NaN or an infinity. Instructions that only propagate such a value are not reported, since the
// reader looks for its origin. A value that nothing depends on is not reported either: a birth counts when the thread
// sends the value, converts it to an integer, compares a NaN, or makes a NaN of an infinity (births.h). Integer
// division by zero always counts: its result is undefined (SNB PRM vol4 part2 8.3.28).
//
// A channel is checked only if all sources are immediates or can be read from general registers. Accumulators and
// registers addressed by a0 are not checked. Neither are the macros for IEEE division and square root (math.invm,
// math.rsqtm, madm), whose intermediate results may be such values.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>

#include "check/dispatch_check.h"
#include "check/raw_finding.h"
#include "eu/observer.h"
#include "isa/program.h"

namespace eugene::check {

// Findings by instruction and ID: the place with the lowest group, thread and channel, and the total count.
class FloatList {
 public:
  // `seen_by` is notified of each new finding; may be null.
  explicit FloatList(Sink* seen_by = nullptr) : seen_by_(seen_by) {}

  void add(std::string_view id, std::string_view what, const AccessSite& side, std::uint64_t count = 1);
  void add(const FloatList& other);
  void give(Sink& sink);

 private:
  Sink* seen_by_;
  std::map<std::pair<std::uint32_t, std::string_view>, RawFinding> found_;
};

// Watches a dispatch. Each worker has its own observer.
class FloatCheck final : public DispatchCheck {
 public:
  static constexpr eu::Interest kInterest{.instructions = true, .before = true, .messages = true};

  // `program` must outlive the check, and so must `seen_by`, which may be null. With `seen_by`, every birth is reported
  // at once, even if nothing depends on it.
  explicit FloatCheck(const isa::Program& program, Sink* seen_by = nullptr);

  std::unique_ptr<eu::Observer> worker_begins() override;
  void report(Sink& sink) override { list_.give(sink); }
  bool is_right_for_repeated_groups() const override { return true; }

 private:
  friend class FloatObserver;

  const isa::Program* program_;
  Sink* seen_by_;
  bool has_halves_ = false;  // the program computes with 16-bit floats
  std::mutex mutex_;
  FloatList list_;
};

}  // namespace eugene::check
