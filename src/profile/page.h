// Parts of the HTML page (html.cpp). Internal to the layer.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "profile/report.h"

namespace eugene::profile::page {

extern const std::string_view kStyle;

// Explains column heads and chart labels to first-time readers of a page.
extern const std::string_view kLegend;

std::string escaped(std::string_view text);
// Formats a number with commas: 38,392,335.
std::string grouped(std::uint64_t number);
std::string grouped(double number);

// Return the anchor of an instruction or a source line of kernel `number`. Kernels are numbered, because their names
// may be equal.
std::string anchor(std::size_t number, std::uint32_t offset);
std::string line_anchor(std::size_t number, std::size_t line);

// Adds a table of the draws that About::draws describes. Adds nothing if there are none.
void draws(std::string& html, std::string_view json);
// Adds bar charts: the cycles of each part, instructions by kind, hits.
void charts(std::string& html, const KernelReport& kernel);
// Draws the roofline. Adds nothing if the kernel does not access memory.
void roofline(std::string& html, const KernelReport& kernel);
// Adds the ten instructions that take longest.
void hottest(std::string& html, const KernelReport& kernel, std::size_t number);
// Adds the source lines and all instructions, side by side if the window is wide enough.
void listings(std::string& html, const KernelReport& kernel, std::size_t number);
// Adds the comparison with an earlier profile, if there is one.
void comparison(std::string& html, const KernelReport& kernel);

}  // namespace eugene::profile::page
