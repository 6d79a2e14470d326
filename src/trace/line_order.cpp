#include "trace/line_order.h"

#include <algorithm>

namespace eugene::trace {

// Each line of a message once, from the lowest.
void LineOrder::end_message() {
  if (reached_.empty()) return;
  if (!std::ranges::is_sorted(reached_)) std::ranges::sort(reached_);
  std::uint64_t next = 0;
  for (const auto& [first, last] : reached_) {
    for (std::uint64_t line = std::max(first, next); line <= last; ++line) {
      message_.access.line = line;
      lines_.push_back(message_);
    }
    next = std::max(next, last + 1);
  }
  reached_.clear();
}

void LineOrder::end(std::vector<LaunchLines>& lines) {
  end_message();
  if (!lines_.empty()) {
    order_.begin(static_cast<unsigned>(threads_));
    for (const Line& each : lines_) order_.add(each.thread, each.access, each.when);
    std::vector<profile::LineAccess> ordered = order_.take();
    const auto launch = static_cast<std::uint64_t>(group_.first);
    if (!lines.empty() && lines.back().launch == launch)
      lines.back().lines.insert(lines.back().lines.end(), ordered.begin(), ordered.end());
    else
      lines.push_back({.launch = launch, .lines = std::move(ordered)});
  }
  lines_.clear();
  threads_ = 0;
}

void LineOrder::add(const Rows& rows, std::vector<LaunchLines>& lines) {
  std::size_t listed = 0, next_list = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto at = [&rows, i](Column column) { return rows[column][i]; };
    const bool has_list = next_list < rows.with_list.size() && rows.with_list[next_list] == i;
    const auto lanes = static_cast<std::size_t>(at(Column::lanes));
    const std::size_t list = listed;
    if (has_list) {
      ++next_list;
      listed += lanes;
    }
    const auto group = std::pair(at(Column::launch), at(Column::group));
    if (group != group_) end(lines);
    group_ = group;
    const auto path = static_cast<Path>(at(Column::path));
    const bool is_instruction = at(Column::kind) == static_cast<std::int64_t>(Kind::instruction);
    if (is_instruction) continue;
    const auto thread = static_cast<std::size_t>(at(Column::thread));
    const auto executed = static_cast<std::uint64_t>(at(Column::executed));
    const auto ip = static_cast<std::uint32_t>(at(Column::ip));
    const bool goes_on =
        path != Path::local && message_.thread == thread && executed_ == executed && message_.access.instruction == ip;
    if (!goes_on) end_message();
    if (path == Path::local) continue;
    threads_ = std::max(threads_, thread + 1);
    executed_ = executed;
    const auto phase = static_cast<std::uint64_t>(at(Column::phase));
    message_ = {.thread = thread,
                .when = profile::GroupLines::time_of(phase, executed),
                .access = {.line = 0,
                           .instruction = ip,
                           .client = client_of(path),
                           .writes = at(Column::kind) == static_cast<std::int64_t>(Kind::write)}};
    const auto bytes = static_cast<std::uint64_t>(at(Column::bytes));
    for (std::size_t lane = 0; lane < lanes && bytes != 0; ++lane) {
      const std::uint64_t place = has_list ? static_cast<std::uint64_t>(rows.listed[list + lane])
                                           : static_cast<std::uint64_t>(at(Column::address)) +
                                                 lane * static_cast<std::uint64_t>(at(Column::stride));
      const std::uint64_t first = place / line_bytes_;
      const std::uint64_t last = (place + (bytes - 1)) / line_bytes_;
      if (reached_.empty() || reached_.back() != std::pair(first, last)) reached_.emplace_back(first, last);
    }
  }
}

}  // namespace eugene::trace
