#include "gpu/draw_stats.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace eugene::gpu {

void ShaderStats::add_counts(const ShaderStats& more) {
  threads += more.threads;
  instructions += more.instructions;
  time += more.time;
}

void DrawStats::add_counts(const DrawStats& more) {
  counts += more.counts;
  vertex.add_counts(more.vertex);
  pixel.add_counts(more.pixel);
  time += more.time;
}

void DrawSummary::keep(DrawStats draw) {
  if (longest.size() == kLongest && draw.time <= longest.back().time) return;
  const auto at = std::ranges::upper_bound(longest, draw.time, std::greater(), &DrawStats::time);
  longest.insert(at, std::move(draw));
  if (longest.size() > kLongest) longest.pop_back();
}

void DrawSummary::add(DrawStats draw) {
  draw.number = draws++;
  all.add_counts(draw);
  if (!draw.skipped.empty()) ++skipped[draw.skipped];
  keep(std::move(draw));
}

DrawSummary& DrawSummary::operator+=(DrawSummary more) {
  draws += more.draws;
  all.add_counts(more.all);
  for (DrawStats& each : more.longest) keep(std::move(each));
  for (const auto& [reason, count] : more.skipped) skipped[reason] += count;
  return *this;
}

}  // namespace eugene::gpu
