// The commands that go back in time.
#include <fmt/format.h>

#include <algorithm>
#include <any>

#include "debug/session.h"
#include "gpu/schedule/work/payload.h"

namespace eugene::debug {

void Session::state_kept(const std::shared_ptr<const eu::GroupState>& state) {
  group_.timeline.mark(state, group_.track.state());
}

void Session::goes_back(const eu::Return& to) {
  if (to.state != nullptr) writers_.group_resumes(to.group == group_.now().group);
  const gpu::Timeline::Mark& mark = group_.timeline.goes_back();
  if (const auto* track = std::any_cast<Track::State>(&mark.kept)) group_.track.restore(*track);
  inspector_.forget_translations();
}

// `moment` is a copy, because it may be a member of `going_`.
void Session::go_to(gpu::Moment moment, StopReason why) {
  going_ = GoingBack{
      .bytes = {}, .reason = std::move(why.reason), .text = std::move(why.text), .breakpoint = why.breakpoint};
  group_.timeline.seek(moment);
}

// Searches for something that was before the current instruction.
void Session::search(GoingBack::Search what) {
  const gpu::Moment now = group_.now();
  going_ = GoingBack{.search = what, .began = now, .bytes = {}, .reason = "step", .text = "step back"};
  if (!group_.timeline.search(now)) group_.timeline.seek(now);
}

// Goes back to an instruction of the current group. If `event` is 0, the thread has no earlier instruction, so goes to
// the previous instruction of any thread. Returns false at the beginning of the dispatch.
bool Session::step_back(std::uint64_t event) {
  const gpu::Moment now = group_.now();
  if (event != 0) {
    go_to({.group = now.group, .event = event}, {.reason = "step", .text = "step back"});
  } else if (now <= gpu::Moment{.group = 0, .event = 1}) {
    say("cannot go back: this is the beginning of the launch\n");
    return false;
  } else {
    search(GoingBack::Search::instruction);
  }
  return true;
}

// Goes back to the beginning of the current line of the work-item in focus, or of the previous line. Lines in functions
// that have returned are skipped.
bool Session::step_back_over() {
  const gpu::Moment now = group_.now();
  const std::uint64_t before = group_.track.line_before(group_.thread);
  if (group_.text.lines.empty() || before == 0)
    return step_back(group_.text.lines.empty() ? group_.track.instruction_before(group_.thread) : 0);
  const unsigned depth = Stepping::depth(group_.track, group_.thread, inspector_.index_of_focus(), inspector_.depths());
  search(GoingBack::Search::line);
  going_->thread = group_.thread;
  going_->channel = group_.channel;
  going_->depth = depth;
  going_->otherwise = {.group = now.group, .event = before};
  return true;
}

void Session::note_line(unsigned thread, std::uint32_t index) {
  if (thread != going_->thread || group_.now().group != group_.timeline.target().group) return;
  const std::uint32_t line = group_.track.find_line(index);
  const bool runs = ((*group_.threads)[thread].running >> going_->channel & 1U) != 0;
  if (line == 0 || line == going_->line || !runs) return;
  if (Stepping::depth(group_.track, thread, index, inspector_.depths()) > going_->depth) return;
  // If the re-execution began in the middle of a group, the channel's first line may have begun before it.
  const gpu::Moment& origin = group_.timeline.origin();
  const bool begins = going_->line != 0 || origin.event == 0 || origin.group != group_.timeline.target().group;
  going_->line = line;
  if (begins) going_->found = group_.now();
}

// Called when the user interrupts the way back. A search returns to the moment where it began. The way to a known
// moment stops here.
void Session::give_up(unsigned thread, const StopReason& why) {
  if (going_->search != GoingBack::Search::nothing) return go_to(going_->began, why);
  group_.timeline.stay();
  going_.reset();
  stop(thread, why);
}

// Called when the way back has led to its end: stops there, or continues the search.
void Session::arrive(unsigned thread) {
  if (going_->search != GoingBack::Search::nothing) return ends_search();
  const StopReason why{.reason = going_->reason, .text = going_->text, .breakpoint = going_->breakpoint};
  going_.reset();
  const std::scoped_lock lock(state_->mutex);
  stop(thread, why);
}

// Called at each instruction on the way back: notes what is searched for.
void Session::pass_back(unsigned thread, std::uint32_t index) {
  const gpu::Moment now = group_.now();
  if (polls()) {
    const std::scoped_lock lock(state_->mutex);
    if (StopReason why; is_interrupted(why)) return give_up(thread, why);
  }
  if (going_->search == GoingBack::Search::instruction) going_->found = now;
  if (going_->search == GoingBack::Search::line) note_line(thread, index);
  if (going_->search != GoingBack::Search::stop || !stops_[index]) return;
  const std::uint32_t ip = group_.dispatch.kernel.program().offset_at(index);
  for (Breakpoint& each : state_->breakpoints) {
    StopReason why;
    if (!offsets_[each.number].contains(ip) || !hits(each, thread, false, why)) continue;
    going_->found = now;
    going_->reason = "breakpoint";
    going_->text = fmt::format("back at breakpoint {}", each.number);
    going_->breakpoint = each.number;
  }
}

// Ends the search in one part. Goes to the result if there is one, else searches the part before.
void Session::ends_search() {
  const GoingBack done = *going_;
  gpu::Timeline& timeline = group_.timeline;
  const gpu::Moment origin = timeline.origin(), target = timeline.target();
  const bool is_in_group = origin.event != 0 && origin.group == group_.now().group;
  const bool is_of_group = done.search == GoingBack::Search::line || (done.bytes.is_local && done.return_to);
  if (done.found)
    return go_to(done.return_to.value_or(*done.found),
                 {.reason = done.reason, .text = done.text, .breakpoint = done.breakpoint});
  if (is_in_group || !is_of_group) {
    // A line may begin at the mark, and only the instruction before the mark shows whether it does.
    going_->line = 0;
    const bool is_line = done.search == GoingBack::Search::line;
    if (timeline.search(is_line ? target : gpu::Moment{.group = origin.group, .event = origin.event + 1}, origin))
      return;
  }
  if (done.search == GoingBack::Search::line)
    go_to(done.otherwise, {.reason = done.reason, .text = done.text});
  else if (done.return_to)
    go_to(*done.return_to, {.reason = done.reason, .text = "nobody has written these bytes in this launch"});
  else
    go_to({.group = 0, .event = 1}, {.reason = "entry", .text = "the beginning of the launch"});
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
  const gpu::Moment now = group_.now();
  if (last && last->moment() < now) return say(writer_text(*last));
  if (!last && writers_.is_complete(bytes.is_local)) return say("nobody has written these bytes in this launch\n");
  // The recorded writers are from later than this moment, because the user has gone back. So re-execute and search for
  // the write.
  search(GoingBack::Search::write);
  going_->bytes = bytes;
  going_->return_to = now;
  going_->text = "here again";
}

}  // namespace eugene::debug
