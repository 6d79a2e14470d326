#include "draw_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <nlohmann/json.hpp>
#include <span>

namespace eugene::cli {
namespace {

constexpr std::size_t kLines = 10;  // draws that are listed for people

double to_seconds(std::chrono::nanoseconds time) { return std::chrono::duration<double>(time).count(); }

double milliseconds(std::chrono::nanoseconds time) { return to_seconds(time) * 1e3; }

// Primitives of which something is rasterized.
std::uint64_t drawn_primitives(const gpu::PipelineStatistics& counts) { return counts.drawn - counts.culled; }

std::string totals(const gpu::DrawSummary& draws, std::string_view indent) {
  const gpu::DrawStats& all = draws.all;
  const gpu::PipelineStatistics& counts = all.counts;
  std::string text = fmt::format("{}draws         {} ({:.3f} s)\n", indent, draws.draws, to_seconds(all.time));
  auto out = std::back_inserter(text);
  fmt::format_to(out, "{}vertices      {} fetched, {} shaded by {} EU threads\n", indent, counts.vertices,
                 counts.shaded_vertices, all.vertex.threads);
  fmt::format_to(out, "{}primitives    {}, {} clipped, {} culled, {} drawn\n", indent, counts.primitives,
                 counts.clipped - counts.drawn, counts.culled, drawn_primitives(counts));
  fmt::format_to(out, "{}pixels        {} covered, {} shaded by {} EU threads, {} passed the tests\n", indent,
                 counts.covered_pixels, counts.shaded_pixels, all.pixel.threads, counts.passed_pixels);
  for (const auto& [reason, count] : draws.skipped)
    fmt::format_to(out, "{}not drawn     {}: {}\n", indent, count, reason);
  return text;
}

nlohmann::json shader_as_json(const gpu::ShaderStats& shader) {
  return {{"name", shader.name},
          {"threads", shader.threads},
          {"instructions", shader.instructions},
          {"time", to_seconds(shader.time)}};
}

nlohmann::json draw_as_json(const gpu::DrawStats& draw) {
  const gpu::PipelineStatistics& counts = draw.counts;
  nlohmann::json json{{"vertices", counts.vertices},
                      {"shaded_vertices", counts.shaded_vertices},
                      {"primitives", counts.primitives},
                      {"clipped_primitives", counts.clipped - counts.drawn},
                      {"culled_primitives", counts.culled},
                      {"drawn_primitives", drawn_primitives(counts)},
                      {"covered_pixels", counts.covered_pixels},
                      {"shaded_pixels", counts.shaded_pixels},
                      {"passed_pixels", counts.passed_pixels},
                      {"vertex_shader", shader_as_json(draw.vertex)},
                      {"pixel_shader", shader_as_json(draw.pixel)},
                      {"time", to_seconds(draw.time)}};
  if (!draw.skipped.empty()) json["not_drawn"] = draw.skipped;
  return json;
}

}  // namespace

std::string draws_as_text(const gpu::DrawSummary& draws, std::string_view indent) {
  if (draws.draws == 0) return {};
  std::string text = totals(draws, indent);
  auto out = std::back_inserter(text);
  fmt::format_to(out, "{}{:>8} {:>9} {:>10} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}  {}\n", indent, "draw", "vertices",
                 "primitives", "drawn", "covered", "shaded", "passed", "vertex ms", "ms", "pixel shader");
  const std::span<const gpu::DrawStats> longest(draws.longest);
  for (const gpu::DrawStats& each : longest.first(std::min(kLines, longest.size()))) {
    const gpu::PipelineStatistics& counts = each.counts;
    fmt::format_to(out, "{}{:>8} {:>9} {:>10} {:>9} {:>9} {:>9} {:>9} {:>9.1f} {:>9.1f}  {}\n", indent, each.number,
                   counts.vertices, counts.primitives, drawn_primitives(counts), counts.covered_pixels,
                   counts.shaded_pixels, counts.passed_pixels, milliseconds(each.vertex.time), milliseconds(each.time),
                   each.skipped.empty() ? each.pixel.name : "not drawn");
  }
  return text;
}

nlohmann::json draws_as_json(const gpu::DrawSummary& draws) {
  nlohmann::json longest = nlohmann::json::array();
  for (const gpu::DrawStats& each : draws.longest) {
    longest.push_back(draw_as_json(each));
    longest.back()["number"] = each.number;
  }
  return {
      {"count", draws.draws}, {"total", draw_as_json(draws.all)}, {"longest", longest}, {"not_drawn", draws.skipped}};
}

}  // namespace eugene::cli
