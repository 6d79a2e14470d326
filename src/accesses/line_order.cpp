#include "accesses/line_order.h"

#include <algorithm>

namespace eugene::accesses {

// Adds each line of the current message once, in ascending order.
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
  for (RowCursor row(rows); row.next();) {
    const auto lanes = static_cast<std::size_t>(row[Column::lanes]);
    const auto group = std::pair(row[Column::launch], row[Column::group]);
    if (group != group_) end(lines);
    group_ = group;
    const auto path = static_cast<Path>(row[Column::path]);
    const bool is_instruction = row[Column::kind] == static_cast<std::int64_t>(Kind::instruction);
    if (is_instruction) continue;
    const auto thread = static_cast<std::size_t>(row[Column::thread]);
    const auto executed = static_cast<std::uint64_t>(row[Column::executed]);
    const auto ip = static_cast<std::uint32_t>(row[Column::ip]);
    const bool goes_on =
        path != Path::local && message_.thread == thread && executed_ == executed && message_.access.instruction == ip;
    if (!goes_on) end_message();
    if (path == Path::local) continue;
    threads_ = std::max(threads_, thread + 1);
    executed_ = executed;
    const auto phase = static_cast<std::uint64_t>(row[Column::phase]);
    message_ = {.thread = thread,
                .when = profile::GroupLines::compute_time(phase, executed),
                .access = {.line = 0,
                           .instruction = ip,
                           .client = find_client(path),
                           .writes = row[Column::kind] == static_cast<std::int64_t>(Kind::write)}};
    const auto bytes = static_cast<std::uint64_t>(row[Column::bytes]);
    for (std::size_t lane = 0; lane < lanes && bytes != 0; ++lane) {
      const std::uint64_t place = row.address(lane);
      const std::uint64_t first = place / line_bytes_;
      const std::uint64_t last = (place + (bytes - 1)) / line_bytes_;
      if (reached_.empty() || reached_.back() != std::pair(first, last)) reached_.emplace_back(first, last);
    }
  }
}

}  // namespace eugene::accesses
