// The table of draws.
#include <fmt/format.h>

#include <iterator>
#include <nlohmann/json.hpp>

#include "profile/page.h"

namespace eugene::profile::page {
namespace {

using Json = nlohmann::json;

struct Column {
  std::string_view head, meaning;
  std::string_view key;  // of a draw in the JSON
};
constexpr Column kCounts[]{
    {"vertices", "fetched", "vertices"},
    {"shaded", "vertices that the vertex shader has computed", "shaded_vertices"},
    {"primitives", "points, lines and triangles", "primitives"},
    {"clipped", "primitives outside of the view volume", "clipped_primitives"},
    {"culled", "primitives of which culling has left nothing", "culled_primitives"},
    {"drawn", "primitives of which something is rasterized", "drawn_primitives"},
    {"covered", "pixels of the primitives", "covered_pixels"},
    {"shaded", "pixels that the pixel shader has computed", "shaded_pixels"},
    {"passed", "pixels that have passed all tests", "passed_pixels"},
};

// Returns the cells of a shader: its name, and its time in milliseconds.
std::string shader_cells(const Json& shader) {
  return fmt::format("<td class=t>{}</td><td>{:.3f}</td>", escaped(shader.value("name", "")),
                     1e3 * shader.value("time", 0.0));
}

void row(std::string& html, std::string_view name, const Json& draw) {
  auto out = std::back_inserter(html);
  fmt::format_to(out, "<tr><td class=t>{}</td>", name);
  for (const Column& each : kCounts)
    fmt::format_to(out, "<td>{}</td>", grouped(draw.value(each.key, std::uint64_t{0})));
  fmt::format_to(out, "{}{}<td>{:.3f}</td><td class=t>{}</td></tr>\n", shader_cells(draw.at("vertex_shader")),
                 shader_cells(draw.at("pixel_shader")), 1e3 * draw.value("time", 0.0),
                 escaped(draw.value("not_drawn", "")));
}

}  // namespace

void draws(std::string& html, std::string_view json) {
  if (json.empty()) return;
  const Json all = Json::parse(json);
  fmt::format_to(
      std::back_inserter(html),
      "<h2 id=draws>Draws</h2>\n<p>{} draws; the longest first. Times are milliseconds of this computer.</p>\n",
      grouped(all.at("count").get<std::uint64_t>()));
  html += "<div class=box><table><tr><th class=t>draw</th>";
  for (const Column& each : kCounts)
    html += fmt::format("<th><abbr title=\"{}\">{}</abbr></th>", each.meaning, each.head);
  html +=
      "<th class=t>vertex shader</th><th>ms</th><th class=t>pixel shader</th><th>ms</th><th>all ms</th>"
      "<th class=t>not drawn</th></tr>\n";
  row(html, "all", all.at("total"));
  for (const Json& each : all.at("longest")) row(html, grouped(each.at("number").get<std::uint64_t>()), each);
  html += "</table></div>\n";
  for (const auto& [reason, count] : all.at("not_drawn").items())
    html += fmt::format("<p>{} draws were not done: {}</p>\n", grouped(count.get<std::uint64_t>()), escaped(reason));
}

}  // namespace eugene::profile::page
