#include "debug/debug_source.h"

#include <algorithm>
#include <utility>

#include "check/kinds.h"
#include "debug/embedded_source.h"
#include "debug/frames.h"
#include "debug/session.h"

namespace eugene::debug {
namespace {

class DebuggedDispatch final : public gpu::DispatchObserver {
 public:
  DebuggedDispatch(std::shared_ptr<DebugState> state, const gpu::ObservedDispatch& dispatch, ProgramText text,
                   std::uint64_t launch, bool stops)
      : state_(std::move(state)), session_(*state_, dispatch, std::move(text), launch, stops) {}

  std::unique_ptr<eu::Observer> worker_begins() override {
    return std::make_unique<SessionObserver>(session_, *state_);
  }
  bool needs_one_worker() const override { return true; }
  void dispatch_ends(std::uint64_t /*threads*/) override { session_.dispatch_ends(); }

 private:
  std::shared_ptr<DebugState> state_;
  Session session_;
};

}  // namespace

DebugSource::DebugSource(std::unique_ptr<Console> console, FindText find_text)
    : state_(std::make_shared<DebugState>()), find_text_(std::move(find_text)) {
  state_->console = std::move(console);
}

std::unique_ptr<gpu::DispatchObserver> DebugSource::dispatch_begins(const gpu::ObservedDispatch& dispatch) {
  auto watched = watch(dispatch);
  const std::scoped_lock lock(state_->sessions_mutex);
  if (watched != nullptr)
    state_->watching.insert(std::this_thread::get_id());
  else
    state_->watching.erase(std::this_thread::get_id());
  return watched;
}

std::unique_ptr<gpu::DispatchObserver> DebugSource::watch(const gpu::ObservedDispatch& dispatch) {
  ProgramText text = find_text_(dispatch.code);
  const std::scoped_lock lock(state_->mutex);
  const std::uint64_t launch = ++state_->launches;
  const bool is_of_draw = dispatch.work.stage != Stage::compute;
  if (is_of_draw && text.kernel.empty() && !std::exchange(state_->has_said_draws, true) && !state_->is_detached)
    state_->console->say("the program draws: the debugger stops in kernels of OpenCL only, not in shaders");
  // Kernels without a name are the driver's: copies and fills.
  if (!state_->is_detached && state_->console->is_interrupted()) state_->stops_at_entry = true;
  const bool stops = state_->stops_at_entry && !text.kernel.empty();
  const bool is_watched = stops || std::ranges::any_of(state_->breakpoints, [&](const Breakpoint& each) {
                            return !each.place.is_code() || !code_offsets(each.place, text).empty();
                          });
  if (state_->is_detached || text.kernel.empty() || !is_watched) return nullptr;
  if (stops) state_->stops_at_entry = false;
  return std::make_unique<DebuggedDispatch>(state_, dispatch, std::move(text), launch, stops);
}

bool DebugSource::is_watching() const {
  const std::scoped_lock lock(state_->sessions_mutex);
  return state_->watching.contains(std::this_thread::get_id());
}

void DebugSource::seen(const SeenFinding& finding) {
  Session* session = nullptr;
  {
    const std::scoped_lock lock(state_->sessions_mutex);
    const auto known = state_->sessions.find(std::this_thread::get_id());
    if (known != state_->sessions.end()) session = known->second;
  }
  if (session != nullptr) session->found(finding);
}

bool catches(const StopPoint& place, std::string_view id) {
  if (place.caught.empty() || place.caught == "fault") return false;
  // `catch finding` does not stop at findings of kinds that are no default, such as NaNs, which are ordinary in many
  // kernels.
  if (place.caught == "finding") {
    const check::Check* const check = check::check_of_id(id);
    return check == nullptr || check->is_default;
  }
  return place.caught == id || place.caught == id.substr(0, id.find('.'));
}

namespace {

// Returns the line of the main source. The main source may be a part of the file that `place` names.
std::optional<std::uint32_t> line_of_source(const StopPoint& place, const SourceLines& lines) {
  if (place.name.empty()) return place.line;
  const auto before = lines_before_like(place.name, lines.given_text);
  if (!before) return std::nullopt;
  const std::int64_t line = std::int64_t{place.line} - *before;
  const auto count = lines.given_text.empty() ? line : std::ranges::count(lines.given_text, '\n') + 1;
  return line < 1 || line > count ? std::nullopt : std::optional(static_cast<std::uint32_t>(line));
}

}  // namespace

std::set<std::uint32_t> code_offsets(const StopPoint& place, const ProgramText& text) {
  if (!place.is_code()) return {};
  if (place.offset) return {*place.offset};
  if (place.line == 0) {
    std::set<std::uint32_t> entries = find_entries(text.variables(), text.lines, place.name);
    // Without debug data, a kernel's name still stands for its beginning.
    if (entries.empty() && place.name == text.kernel) entries.insert(0);
    return entries;
  }
  std::uint32_t line = 0;  // the first line with code, from the wanted line on
  const SourceLines& lines = text.lines;
  std::vector<bool> is_named(lines.files.size());
  for (std::size_t i = 0; i != is_named.size() && !place.name.empty(); ++i)
    is_named[i] = is_file(lines.files[i], place.name);
  const bool is_given = std::ranges::find(is_named, true) == is_named.end();
  const auto wanted = is_given ? line_of_source(place, lines) : place.line;
  if (!wanted) return {};
  const auto fits = [&](const SourceLines::Row& row) {
    return row.line >= *wanted && row.file < lines.files.size() &&
           (is_given ? row.file == lines.given_file : is_named[row.file]);
  };
  for (const SourceLines::Row& row : lines.rows)
    if (fits(row) && (line == 0 || row.line < line)) line = row.line;
  std::set<std::uint32_t> offsets;
  if (line == 0) return offsets;
  bool is_inside = false;
  for (const SourceLines::Row& row : lines.rows) {
    const bool is_of_line = fits(row) && row.line == line;
    if (is_of_line && !is_inside) offsets.insert(past_prologue(text.variables(), lines, row.begin));
    is_inside = is_of_line;
  }
  return offsets;
}

}  // namespace eugene::debug
