// The moments of a dispatch that runs under an observer, and the way back to them. The debugger, the steps of the C API
// and the page in the browser go back by this class.
//
// Going back restores memory, threads and local memory as they were at a mark, and runs the dispatch again from there.
// A mark is at the beginning of each group, and in the middle of long groups, where it has a snapshot of the group. The
// timeline keeps the lines of memory that were overwritten after each mark, with their contents at the mark. One worker
// must run the groups one after the other, so that every run passes the same moments.
//
// A step back should take the same time however many instructions came before, and there should be few marks. So a mark
// within a group is given up when it lies as close to the mark before it as the present is far away: the number of
// marks grows with the logarithm of the number of instructions.
#pragma once

#include <any>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "eu/observer.h"
#include "memory/view.h"

namespace eugene::gpu {

struct Moment {
  std::uint64_t group = 0;  // index in dispatch order
  std::uint64_t event = 0;  // index of the instruction, from 1, among all instructions that the group's threads begin
  auto operator<=>(const Moment&) const = default;
};

class Timeline {
 public:
  static constexpr std::uint64_t kLineBytes = 64;
  // A mark is given up if the instructions from the mark before it to the mark after it are at most 1/kFineness of the
  // instructions since then.
  static constexpr std::uint64_t kFineness = 4;

  struct Limits {
    std::size_t lines =
        std::size_t{1}
        << 22;  // of all marks together: about 400 MB. Grows if a dispatch overwrites more different lines
    std::size_t state_bytes = std::size_t{1} << 28;  // of all marks together, with their snapshots
    // Instructions between marks. Copying a group takes little time compared with running these instructions, and the
    // user does not notice that they run again.
    std::uint64_t distance = std::uint64_t{1} << 15;
    bool marks_groups = true;  // a mark at the beginning of each group; false: only marks with snapshots
  };

  enum class Direction : std::uint8_t {
    forward,
    leaving,  // the dispatch is about to go back to a mark: its events count no more
    back,     // the dispatch runs again, from a mark to a moment
  };
  enum class Step : std::uint8_t {
    repeated,  // the instruction has waited and begins once more, or the dispatch is leaving: nothing new
    forward,   // a new instruction
    back,      // an instruction on the way back
    arrived,   // the instruction that the way back leads to; the direction is forward from here on
  };
  struct Mark {
    Moment moment;
    std::uint64_t clock = 0;              // instructions that had begun in the dispatch
    std::vector<std::uint64_t> executed;  // by thread: see step()
    eu::Return from;                      // where the dispatch runs again from
    std::any kept;                        // what the owner of the timeline had at the mark
  };

  explicit Timeline(memory::PageSource& space) : Timeline(space, Limits()) {}
  Timeline(memory::PageSource& space, const Limits& limits) : view_(space), limits_(limits) {}

  Moment now() const { return now_; }
  std::uint64_t clock() const { return clock_; }
  Direction direction() const { return direction_; }
  // Whether the last instruction that the thread has begun is the one after `executed` instructions.
  bool is_at(unsigned thread, std::uint64_t executed) const { return executed_[thread] == executed; }

  // Events of the dispatch. The owner's observer calls these functions from the event of the same name.

  // Begins a group. Returns false if the group resumes in its middle instead: its threads are as at the
  // mark that goes_back() has returned.
  bool group_begins(std::uint64_t group, unsigned threads);
  // A thread is about to execute an instruction. `executed` is the number of instructions that it has executed before.
  Step step(unsigned thread, std::uint64_t executed);
  // Whether to take a snapshot of the group now, for mark().
  bool wants_mark() const;
  void mark(const std::shared_ptr<const eu::GroupState>& state, std::any kept);
  // Keeps what is at `address`. Called before anything writes there.
  void overwrites(std::uint64_t address, std::uint64_t bytes);

  // Going back. seek() and search() are called at an instruction, and make the dispatch leave.

  // Goes back to `moment`, which has been before: step() returns `arrived` there.
  void seek(const Moment& moment);
  // Goes back to a mark that is at least one instruction before `until`, and runs from there to `until`: the owner
  // looks at the instructions between them. Returns false if there is no such mark.
  bool search(const Moment& until) { return search(until, {.group = until.group, .event = until.event - 1}); }
  // Likewise, from the last mark before `before`.
  bool search(const Moment& until, const Moment& before);
  // The mark that the last way back began at, and the moment that it leads to.
  const Moment& origin() const { return origin_; }
  const Moment& target() const { return target_; }
  // The answer to Observer::goes_back_to(); null: the dispatch does not leave.
  const eu::Return* leaving_to() const { return direction_ == Direction::leaving ? &leaving_to_ : nullptr; }
  // Restores memory to the mark, for Observer::goes_back().
  const Mark& goes_back();
  // Ends the way back at the current instruction.
  void stay() { direction_ = Direction::forward; }
  // For a dispatch that has ended, and that another dispatch of the same kernel continues: restores memory to the last
  // mark within a group before instruction number `clock`, which is counted from 0. Null: there is no such mark.
  const Mark* rewind(std::uint64_t clock);

  std::size_t marks() const { return parts_.size(); }

 private:
  using Line = std::array<std::byte, kLineBytes>;
  // The time from a mark to the next.
  struct Part {
    Mark mark;
    std::unordered_map<std::uint64_t, Line> lines;

    const Moment& begin() const { return mark.moment; }
    std::size_t state_bytes() const {
      const std::size_t of_snapshot = mark.from.state == nullptr ? 0 : mark.from.state->bytes();
      return sizeof(Part) + mark.executed.size() * sizeof(std::uint64_t) + of_snapshot;
    }
  };

  void add(Mark mark);
  void leave(const Part& from, const Moment& target);
  std::size_t parts_before(const Moment& moment) const;
  const Mark& restore(const Moment& mark);
  template <class Joins>
  void join(Joins joins);
  void put_back(Part& part);
  void give_up_marks();
  void keep_limits();

  memory::View view_;
  Limits limits_;
  Direction direction_ = Direction::forward;
  Moment now_;
  std::uint64_t clock_ = 0;
  std::vector<std::uint64_t> executed_;  // by thread
  bool resumes_ = false;                 // the next group resumes in its middle
  Moment origin_, target_;
  eu::Return leaving_to_;
  std::size_t lines_ = 0, state_bytes_ = 0;
  std::vector<Part> parts_;  // in order of time
};

}  // namespace eugene::gpu
