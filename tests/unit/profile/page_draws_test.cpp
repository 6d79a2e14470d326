// The table of draws in the HTML page.
#include <gtest/gtest.h>

#include <string>

#include "profile/report.h"

namespace eugene::profile {
namespace {

std::string draw(const std::string& more) {
  return R"({"vertices": 1234, "shaded_vertices": 5, "primitives": 6, "clipped_primitives": 7, "culled_primitives": 8,
             "drawn_primitives": 9, "covered_pixels": 10, "shaded_pixels": 11, "passed_pixels": 12, "time": 0.25,
             "vertex_shader": {"name": "v<1>", "time": 0.0015}, "pixel_shader": {"name": "p", "time": 0.125})" +
         more + "}";
}

TEST(PageDraws, HasTheDrawsOfTheRun) {
  const std::string json = R"({"count": 2, "total": )" + draw("") + R"(, "longest": [)" +
                           draw(R"(, "number": 41, "not_drawn": "3DPRIMITIVE with <x>")") +
                           R"(], "not_drawn": {"3DPRIMITIVE with <x>": 1}})";
  const std::string html = as_html({}, "program", {.draws = json});
  EXPECT_NE(html.find("<td class=t>all</td><td>1,234</td><td>5</td><td>6</td><td>7</td><td>8</td><td>9</td><td>10</td>"
                      "<td>11</td><td>12</td>"),
            std::string::npos);
  EXPECT_NE(html.find("<td class=t>41</td>"), std::string::npos);
  EXPECT_NE(html.find("<td class=t>v&lt;1&gt;</td><td>1.500</td><td class=t>p</td><td>125.000</td><td>250.000</td>"),
            std::string::npos);
  EXPECT_NE(html.find("<p>1 draws were not done: 3DPRIMITIVE with &lt;x&gt;</p>"), std::string::npos);
  EXPECT_EQ(as_html({}, "program", {}).find("<h2 id=draws>"), std::string::npos);
}

}  // namespace
}  // namespace eugene::profile
