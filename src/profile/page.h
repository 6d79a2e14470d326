// Parts of the HTML page (html.cpp). Internal to the layer.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "profile/report.h"

namespace eugene::profile::page {

extern const std::string_view kStyle;

// What the heads of columns and the labels of charts mean: for who reads a page for the first time.
extern const std::string_view kLegend;

std::string escaped(std::string_view text);
// 38,392,335
std::string grouped(std::uint64_t number);
std::string grouped(double number);

// Where the page has an instruction of kernel `number`, and a line of its source: names need not differ.
std::string anchor(std::size_t number, std::uint32_t offset);
std::string line_anchor(std::size_t number, std::size_t line);

// Bars beside each other: what each part needs, instructions by kind, hits.
void charts(std::string& html, const KernelReport& kernel);
// The roofline as a drawing; nothing where no bytes come from memory.
void roofline(std::string& html, const KernelReport& kernel);
// The ten instructions that take longest.
void hottest(std::string& html, const KernelReport& kernel, std::size_t number);
// Lines of the source and all instructions, side by side where there is room.
void listings(std::string& html, const KernelReport& kernel, std::size_t number);
// What the kernel needed in the profile that it is compared with; nothing where there is none.
void comparison(std::string& html, const KernelReport& kernel);

}  // namespace eugene::profile::page
