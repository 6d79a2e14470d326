// What an editor asks of a text: the Language Server Protocol's hover, completion, definition and symbols.
#include "editor/features.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>

namespace eugene::editor {
namespace {

constexpr std::string_view kAssembly =
    "start:\n"
    "add.sat (8) r10.0<1>:f r2.0<8;4,2>:f r3.0<8;8,1>:f\n"
    "(f0.0) jmpi (1) start {NoMask}\n";
constexpr std::string_view kVisa = ".version 4.1\n.kernel \"k\"\n  add (M1, 8) R(0,0)<1> A(0,0)<8;8,1> B(0,0)<0;1,0>\n";

Position place_of(std::string_view text, std::string_view word) {
  const std::string_view before = text.substr(0, text.find(word));
  const auto line = static_cast<std::size_t>(std::ranges::count(before, '\n'));
  return {.line = line, .character = before.size() - (before.rfind('\n') + 1)};
}

std::string words_of(const nlohmann::json& hover) {
  return hover.is_null() ? std::string() : hover["contents"]["value"].get<std::string>();
}

bool offers(std::string_view text, Position position, std::string_view label) {
  return std::ranges::any_of(completions_at(text, position),
                             [&](const nlohmann::json& each) { return each["label"] == label; });
}

TEST(Features, HoverOverAMnemonicNamesItsDocument) {
  const nlohmann::json hover = hover_at(kAssembly, place_of(kAssembly, "add"));
  EXPECT_NE(words_of(hover).find("PRM vol"), std::string::npos);
  EXPECT_EQ(hover["range"], make_range(1, 0, 3));
}

TEST(Features, HoverOverARegionDrawsItsLanes) {
  const std::string words = words_of(hover_at(kAssembly, place_of(kAssembly, "r2.0")));
  EXPECT_NE(words.find("8 lanes in rows of 4"), std::string::npos);
  EXPECT_NE(words.find("r3 "), std::string::npos);  // the last lanes are in the second register
}

TEST(Features, HoverOverVisaNamesItsPage) {
  EXPECT_NE(words_of(hover_at(kVisa, place_of(kVisa, "add"))).find("vISA, "), std::string::npos);
}

TEST(Features, HoverBesideEverythingIsNull) {
  EXPECT_TRUE(hover_at(kAssembly, {.line = 99}).is_null());
  EXPECT_TRUE(hover_at(kAssembly, {.line = 0, .character = 99}).is_null());
  EXPECT_TRUE(hover_at("", {}).is_null());
}

TEST(Features, CompletionFollowsWhatStandsBefore) {
  EXPECT_TRUE(offers("ma", {.line = 0, .character = 2}, "mad"));
  EXPECT_TRUE(offers("(f0.0) m", {.line = 0, .character = 8}, "mov"));
  EXPECT_TRUE(offers("add.", {.line = 0, .character = 4}, "sat"));
  EXPECT_TRUE(offers("mov (8) r2<1>:u", {.line = 0, .character = 15}, "uw"));
  EXPECT_FALSE(offers("mov (8) r2<1>:u", {.line = 0, .character = 15}, "mov"));
  EXPECT_TRUE(offers(kAssembly, place_of(kAssembly, "start {"), "start"));
}

TEST(Features, ALabelIsWhereItStands) {
  EXPECT_EQ(label_at(kAssembly, place_of(kAssembly, "start {")), make_range(0, 0, 5));
  EXPECT_TRUE(label_at(kAssembly, place_of(kAssembly, "add")).is_null());
  ASSERT_EQ(list_labels(kAssembly).size(), 1);
  EXPECT_EQ(list_labels(kAssembly)[0]["name"], "start");
}

TEST(Place, LinesEndAtEitherKindOfEnd) {
  EXPECT_EQ(find_line("a\r\nbc\nd", 0), "a");
  EXPECT_EQ(find_line("a\r\nbc\nd", 1), "bc");
  EXPECT_EQ(find_line("a\r\nbc\nd", 3), "");
}

}  // namespace
}  // namespace eugene::editor
