// Records of printf() become the text that C prints.
#include "launch/printf_text.h"

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <vector>

namespace eugene::launch::printf_text_test {
namespace {

enum : std::uint32_t { kByte = 1, kShort, kInt, kFloat, kText, kLong, kPointer, kDouble, kBytes, kShorts, kInts };

class Records {
 public:
  template <class Value>
  Records& operator<<(const Value& value) {
    const auto* bytes = reinterpret_cast<const std::byte*>(&value);
    bytes_.insert(bytes_.end(), bytes, bytes + sizeof value);
    return *this;
  }
  std::string text(const std::map<std::uint64_t, std::string>& strings) {
    const auto used = static_cast<std::uint32_t>(bytes_.size());
    std::memcpy(bytes_.data(), &used, sizeof used);
    bytes_.resize(bytes_.size() + 16);  // space for a record that is not written
    return printf_text(bytes_,
                       {.key_bytes = 4,
                        .find = [&](std::uint64_t key) -> std::optional<std::string> {
                          const auto found = strings.find(key);
                          return found == strings.end() ? std::nullopt : std::optional(found->second);
                        },
                        .at = [](std::uint64_t address) { return std::optional("at " + std::to_string(address)); }});
  }

 private:
  std::vector<std::byte> bytes_ = std::vector<std::byte>(4);
};

TEST(PrintfText, HasValuesAsCPrintsThem) {
  Records records;
  records << 0U << kInt << -42 << kInt << 0xBEEFU << kLong << std::int64_t{-1} << kFloat << 1.5F << kText << 1U;
  EXPECT_EQ(records.text({{0, "%5d|%#x|%ld|%.2f|%s|100 %%\n"}, {1, "text"}}), "  -42|0xbeef|-1|1.50|text|100 %\n");
}

TEST(PrintfText, NarrowsToTheLengthOfTheConversion) {
  Records records;
  records << 0U << kByte << -1 << kShort << -2 << kInt << 0x12345 << kInt << int{'A'} << kDouble << 0.25;
  EXPECT_EQ(records.text({{0, "%hhu %hd %hhx %c %g"}}), "255 -2 45 A 0.25");
}

TEST(PrintfText, HasVectorsWithCommas) {
  Records records;
  records << 0U << kInts << 4U << 1 << -2 << 3 << -4;
  records << 1U << kBytes << 3U << std::int8_t{1} << std::int8_t{-1} << std::int8_t{3} << std::int8_t{} << 0U << 0U;
  records << 2U << kShorts << 2U << std::int16_t{7} << std::int16_t{-7} << 0U;
  EXPECT_EQ(records.text({{0, "%v4hlx "}, {1, "%v3hhd "}, {2, "%v2hd."}}), "1,fffffffe,3,fffffffc 1,-1,3 7,-7.");
}

// A record can be incomplete if a kernel faulted or a file is damaged.
TEST(PrintfText, EndsWhereARecordIsNotWhole) {
  EXPECT_EQ((Records() << 0U << kInt << 1 << 0U << 0U << 0U).text({{0, "<%d>"}}), "<1><");
  EXPECT_EQ((Records() << 0U << kInt).text({{0, "<%d>"}}), "<");
  EXPECT_EQ((Records() << 7U << kInt << 1).text({{0, "<%d>"}}), "");
  EXPECT_EQ((Records() << 0U << kInts << 4000U << 1).text({{0, "<%v4d>"}}), "<");
  EXPECT_EQ((Records() << 0U << kInt << 1).text({{0, "<%99999999d>"}}).size(), 10'001U);
  EXPECT_EQ((Records() << 0U).text({{0, "50%"}}), "50");
  EXPECT_EQ(printf_text({}, {}), "");
}

TEST(PrintfText, AnotherLetterThanTheTypesPrintsTheValue) {
  Records records;
  records << 0U << kInt << 3 << kFloat << 0.5F << kText << 1U << kPointer << std::uint64_t{7} << kPointer
          << std::uint64_t{8};
  EXPECT_EQ(records.text({{0, "%f %d %d %s %p"}, {1, "text"}}), "3 0.5 text at 7 0x8");
}

}  // namespace
}  // namespace eugene::launch::printf_text_test
