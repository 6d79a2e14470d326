// The commands that go back in time.
#include <fmt/format.h>

#include <algorithm>

#include "debug/session.h"
#include "gpu/schedule/work/payload.h"

namespace eugene::debug {

// A snapshot every 32768 instructions: copying a group takes little time compared with running these instructions, and
// the user does not notice their re-execution.
bool Session::wants_state() const {
  constexpr std::uint64_t kStateEvery = std::uint64_t{1} << 15;
  return !leaves_ && group_.track.state().clock - journal_.clock() >= kStateEvery;
}

void Session::state_kept(const std::shared_ptr<const eu::GroupState>& state) {
  journal_.begins({.track = group_.track.state(), .state = state});
}

// Makes the dispatch restart from `from`.
void Session::leave(const Moment& from) {
  going_->from = from;
  leaves_ = true;
  return_ = {.group = from.group, .state = journal_.state_at(from)};
}

void Session::goes_back(const eu::Return& to) {
  resumes_ = to.state != nullptr;
  if (resumes_) writers_.group_resumes(to.group == group_.track.now().group);
  group_.track.restore(journal_.restore(going_->from).track);
  inspector_.forget_translations();
  leaves_ = false;
}

void Session::go_to(Moment moment, Why why) {
  going_ = GoingBack{.until = moment,
                     .bytes = {},
                     .reason = std::move(why.reason),
                     .text = std::move(why.text),
                     .breakpoint = why.breakpoint};
  leave(journal_.before(moment).value_or(Moment{.group = moment.group}));
}

void Session::search(GoingBack::Search what, Moment until) {
  going_ =
      GoingBack{.search = what, .until = until, .began = until, .bytes = {}, .reason = "step", .text = "step back"};
  // Search before the current instruction.
  leave(journal_.before({.group = until.group, .event = until.event - 1}).value_or(Moment{.group = until.group}));
}

// Goes back to an instruction of the current group. If `event` is 0, the thread has no earlier instruction, so goes to
// the previous instruction of any thread. Returns false at the beginning of the dispatch.
bool Session::step_back(std::uint64_t event) {
  const Moment now = group_.track.now();
  if (event != 0) {
    go_to({.group = now.group, .event = event}, {.reason = "step", .text = "step back"});
  } else if (now == Moment{.group = 0, .event = 1}) {
    say("cannot go back: this is the beginning of the launch\n");
    return false;
  } else {
    search(GoingBack::Search::instruction, now);
  }
  return true;
}

// Goes back to the beginning of the current line of the work-item in focus, or of the previous line. Lines in functions
// that have returned are skipped.
bool Session::step_back_over() {
  const Moment now = group_.track.now();
  const std::uint64_t before = group_.track.line_before(group_.thread);
  if (group_.text.lines.empty() || before == 0)
    return step_back(group_.text.lines.empty() ? group_.track.instruction_before(group_.thread) : 0);
  const unsigned depth = Stepping::depth(group_.track, group_.thread, inspector_.index_of_focus(), inspector_.depths());
  search(GoingBack::Search::line, now);
  going_->thread = group_.thread;
  going_->channel = group_.channel;
  going_->depth = depth;
  going_->otherwise = Moment{.group = now.group, .event = before};
  return true;
}

void Session::note_line(unsigned thread, std::uint32_t index) {
  if (thread != going_->thread || group_.track.now().group != going_->until.group) return;
  const std::uint32_t line = group_.track.find_line(index);
  const bool runs = ((*group_.threads)[thread].running >> going_->channel & 1U) != 0;
  if (line == 0 || line == going_->line || !runs) return;
  if (Stepping::depth(group_.track, thread, index, inspector_.depths()) > going_->depth) return;
  // If the re-execution began in the middle of a group, the channel's first line may have begun before it.
  const bool begins = going_->line != 0 || going_->from.event == 0 || going_->from.group != going_->until.group;
  going_->line = line;
  if (begins) going_->found = group_.track.now();
}

// Called when the user interrupts the way back. A search returns to the moment where it began. The way to a known
// moment stops here.
void Session::give_up(unsigned thread, const Why& why) {
  if (going_->search != GoingBack::Search::nothing) return go_to(going_->began, why);
  going_.reset();
  stop(thread, why);
}

// Handles an instruction on the way back. Returns whether the instruction needs no further handling by pass().
bool Session::goes_on_back(unsigned thread, std::uint32_t index) {
  const Moment now = group_.track.now();
  if (polls()) {
    const std::scoped_lock lock(state_->mutex);
    if (Why why; is_interrupted(why)) {
      give_up(thread, why);
      return true;
    }
  }
  if (going_->search == GoingBack::Search::nothing) {
    if (now < going_->until) return true;
    const Why why{.reason = going_->reason, .text = going_->text, .breakpoint = going_->breakpoint};
    going_.reset();
    const std::scoped_lock lock(state_->mutex);
    stop(thread, why);
    return true;
  }
  if (now >= going_->until) {
    ends_search();
    return true;
  }
  if (going_->search == GoingBack::Search::instruction) going_->found = now;
  if (going_->search == GoingBack::Search::line) note_line(thread, index);
  if (going_->search != GoingBack::Search::stop || !stops_[index]) return true;
  const std::uint32_t ip = group_.dispatch.kernel.program().offset_at(index);
  for (Breakpoint& each : state_->breakpoints) {
    Why why;
    if (!offsets_[each.number].contains(ip) || !hits(each, thread, false, why)) continue;
    going_->found = now;
    going_->reason = "breakpoint";
    going_->text = fmt::format("back at breakpoint {}", each.number);
    going_->breakpoint = each.number;
  }
  return true;
}

// Ends the search in one part. Goes to the result if there is one, else searches the part before.
void Session::ends_search() {
  const GoingBack done = *going_;
  const auto earlier = journal_.before(done.from);
  const bool is_in_group = done.from.event != 0 && done.from.group == group_.track.now().group;
  if (done.found) {
    go_to(done.return_to.value_or(*done.found),
          {.reason = done.reason, .text = done.text, .breakpoint = done.breakpoint});
  } else if (done.search == GoingBack::Search::line && !is_in_group) {
    go_to(done.otherwise, {.reason = done.reason, .text = done.text});
  } else if (done.search == GoingBack::Search::line && earlier) {
    going_->line = 0;
    leave(*earlier);
  } else if (earlier && (!done.bytes.is_local || !done.return_to || is_in_group)) {
    going_->until = {.group = done.from.group, .event = done.from.event + 1};
    leave(*earlier);
  } else if (done.return_to) {
    go_to(*done.return_to, {.reason = done.reason, .text = "nobody has written these bytes in this launch"});
  } else {
    go_to({.group = 0, .event = 1}, {.reason = "entry", .text = "the beginning of the launch"});
  }
}

std::string Session::writer_text(const Writer& writer) const {
  const std::uint32_t ip = group_.dispatch.kernel.program().offset_at(writer.instruction);
  const bool is_item = writer.channel != Writer::kNoChannel &&
                       group_.items.global_id(writer.group, writer.thread, writer.channel).has_value();
  const std::string who =
      writer.channel == Writer::kNoChannel
          ? "several channels"
          : (is_item ? "work-item " : "") + inspector_.item_text(writer.group, writer.thread, writer.channel);
  const gpu::GroupId group = group_.dispatch.work.payload->id(writer.group);
  std::string text =
      fmt::format("written by {}, group ({}, {}, {}), thread {}\n", who, group[0], group[1], group[2], writer.thread);
  if (const auto line = group_.text.lines.at(ip))
    text += fmt::format("{}: {}\n", eugene::to_text(*line), trimmed(group_.text.to_text(*line)));
  return text + inspector_.instruction_text(ip);
}

void Session::find_writer(const Command& command) {
  const Result<Memory> named =
      command.expression.empty() ? command.memory : inspector_.bytes_of_variable(command.expression);
  if (!named) return say(named.error().message + "\n");
  const Memory bytes = *named;
  const auto last = writers_.last(bytes.is_local, bytes.address, bytes.bytes());
  const Moment now = group_.track.now();
  if (last && last->moment() < now) return say(writer_text(*last));
  if (!last && writers_.is_complete(bytes.is_local)) return say("nobody has written these bytes in this launch\n");
  // The recorded writers are from later than this moment, because the user has gone back. So re-execute and search for
  // the write.
  search(GoingBack::Search::write, now);
  going_->bytes = bytes;
  going_->return_to = now;
  going_->text = "here again";
}

}  // namespace eugene::debug
