// What is written is read again: numbers of any size, lists, several launches; and no bytes that are no trace.
#include "accesses/parquet_reader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <memory>
#include <random>
#include <span>

#include "accesses/caches.h"
#include "accesses/encoding.h"
#include "accesses/estimator.h"
#include "accesses/thrift.h"
#include "accesses/trace.h"

namespace eugene::accesses {
namespace {

using Numbers = std::vector<std::int64_t>;

TEST(Encoding, DeltasAreReadAsTheyWereWritten) {
  constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
  std::mt19937_64 random(1);
  std::vector<Numbers> all{{}, {7}, {kLeast, std::numeric_limits<std::int64_t>::max(), 0, kLeast}, Numbers(1000, -3)};
  for (const std::size_t count : {2, 32, 33, 127, 128, 129, 130, 1000}) {
    Numbers values;
    for (std::size_t i = 0; i < count; ++i) values.push_back(static_cast<std::int64_t>(random() >> (i % 64)));
    all.push_back(values);
  }
  for (const Numbers& values : all) {
    std::string bytes;
    DeltaEncoder encoder;
    // In parts that end within blocks.
    for (std::size_t at = 0; at < values.size(); at += 50)
      encoder.add(std::span(values).subspan(at, std::min<std::size_t>(50, values.size() - at)));
    encoder.end(bytes);
    ASSERT_EQ(encoder.size(), 0U);
    EXPECT_EQ(read_deltas(bytes, values.size()), values);
    EXPECT_EQ(read_deltas(bytes, values.size() + 1), std::nullopt);
    if (values.empty()) continue;
    EXPECT_EQ(read_deltas(std::string_view(bytes).substr(0, bytes.size() / 2), values.size()), std::nullopt);
  }
}

TEST(Encoding, RunsAreReadAsTheyWereWritten) {
  std::mt19937 random(2);
  for (const unsigned width : {1U, 2U, 3U, 8U}) {
    std::vector<std::uint8_t> numbers(40, 1);
    for (int i = 0; i < 101; ++i) numbers.push_back(static_cast<std::uint8_t>(random() >> (32 - width)));
    numbers.insert(numbers.end(), 9, 0);
    const Numbers values(numbers.begin(), numbers.end());
    std::string bytes;
    put_runs(bytes, numbers, width);
    EXPECT_EQ(read_runs(bytes, values.size(), width), values) << width;
    EXPECT_EQ(read_runs(std::string_view(bytes).substr(0, bytes.size() - 1), values.size(), width), std::nullopt);
  }
}

// A list of `count` truth values, one byte each, as field 4.
std::string list_of_bytes(std::size_t count) {
  std::string bytes("\x49\xF1", 2);
  put_varint(bytes, count);
  return bytes + std::string(count, '\1') + '\0';
}

// In memory a value has many times the bytes that it has in a file.
TEST(Thrift, KeepsOnlySoManyValues) {
  for (const std::size_t count : {kMaxThriftValues - 1, kMaxThriftValues, std::size_t{30} << 20}) {
    const std::string bytes = list_of_bytes(count);
    ByteReader from(bytes);
    const auto read = read_thrift(from);
    ASSERT_EQ(read.has_value(), count < kMaxThriftValues) << count;
    if (read) {
      EXPECT_EQ((*read)[4].items.size(), count);
    }
  }
}

TEST(Thrift, GivesTheItemsOfALongList) {
  const std::string bytes = list_of_bytes(20 * kMaxThriftValues);
  for (const std::size_t max : {std::size_t{1000}, bytes.size()}) {
    std::size_t taken = 0;
    ByteReader from(bytes);
    const auto read = read_thrift(
        from, {.field = 4, .take = [&](const ThriftValue& each) { return each.number == 1 && ++taken < max; }});
    EXPECT_EQ(read.has_value(), max == bytes.size());
    EXPECT_EQ(taken, std::min(max, 20 * kMaxThriftValues));
    if (read) {
      EXPECT_TRUE((*read)[4].items.empty());
    }
  }
}

class TraceFile : public testing::Test {
 protected:
  TraceFile() { std::filesystem::remove(path_); }
  ~TraceFile() override { std::filesystem::remove(path_); }
  std::string bytes() const {
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  const std::string path_ = testing::TempDir() + "trace_file.parquet";
};

Record record(std::uint64_t executed, std::uint64_t address, std::int64_t stride, Kind kind) {
  return {.executed = executed,
          .address = address,
          .stride = stride,
          .ip = 0x40,
          .mask = 0xFF,
          .bytes = 4,
          .lanes = 3,
          .kind = kind};
}

void end_groups(Trace& trace, GroupRecords groups) { trace.end_groups(groups); }

// Launches end in any order, and groups in any order: rows stand in the order of their numbers.
TEST(Encoding, RunsOfManyNames) {
  std::mt19937 random(3);
  for (const unsigned width : {1U, 7U, 9U, 16U, 20U}) {
    std::vector<std::uint32_t> numbers(40, 1);
    for (int i = 0; i < 101; ++i) numbers.push_back(static_cast<std::uint32_t>(random() >> (32 - width)));
    numbers.insert(numbers.end(), 9, (1U << width) - 1);
    const Numbers values(numbers.begin(), numbers.end());
    std::string bytes;
    put_runs(bytes, std::span<const std::uint32_t>(numbers), width);
    EXPECT_EQ(read_runs(bytes, values.size(), width), values) << width;
    EXPECT_EQ(read_runs(std::string_view(bytes).substr(0, bytes.size() - 1), values.size(), width), std::nullopt);
  }
}

// A row has the buffer that its message names, or that its address is in. Names that several launches share are stored
// once.
TEST_F(TraceFile, HasPlacesOfItsRows) {
  auto code = std::make_shared<CodePlaces>();
  code->kernel = "k, \"quoted\"";
  code->sources = {"", "k.cl"};
  code->instructions.resize(9);
  code->instructions[8] = {.source = 1, .line = 12, .surface = 3};  // at 0x40
  auto other = std::make_shared<CodePlaces>(*code);
  other->kernel = "other";
  other->instructions[8].surface = -1;
  const std::vector<LaunchPlaces::Buffer> buffers{{.begin = 1000, .end = 2000, .surface = 0, .name = "in"},
                                                  {.begin = 5000, .end = 6000, .surface = 3, .name = "out"}};
  {
    Trace trace(path_);
    std::uint64_t group = 0;
    for (const auto& each : {code, other}) {
      const std::uint64_t launch = trace.begin_launch({.kernel = each->kernel});
      Record local = record(3, 16, 4, Kind::read);
      local.path = Path::local;
      Record instruction = record(4, 0, 0, Kind::instruction);
      instruction.path = Path::none;
      instruction.ip = 0x38;
      end_groups(trace,
                 {.launch = launch,
                  .begin = group,
                  .end = group + 1,
                  .records = {record(1, 5004, 4, Kind::write), record(2, 1996, 4, Kind::read), local, instruction},
                  .threads = {{.group = group, .number = 0, .records = 4}},
                  .places = std::make_shared<const LaunchPlaces>(each, buffers)});
      trace.end_launch(launch);
    }
    ASSERT_TRUE(trace.finish());
  }
  const std::string file = bytes();
  const auto reader = ParquetReader::open(file);
  ASSERT_TRUE(reader) << reader.error().message;
  const auto rows = reader->read(0);
  ASSERT_TRUE(rows) << rows.error().message;
  const auto texts = [&](Column column) {
    std::vector<std::string> all;
    for (const std::int64_t each : (*rows)[column])
      all.push_back(rows->names[static_cast<std::size_t>(column)].at(static_cast<std::size_t>(each)));
    return all;
  };
  using Texts = std::vector<std::string>;
  EXPECT_EQ((*rows)[Column::surface], (Numbers{3, 3, -1, -1, -1, -1, -1, -1}));
  EXPECT_EQ(texts(Column::buffer), (Texts{"out", "out", "local memory", "", "out", "in", "local memory", ""}));
  EXPECT_EQ((*rows)[Column::base], (Numbers{5000, 5000, 0, 0, 5000, 1000, 0, 0}));
  EXPECT_EQ(texts(Column::kernel),
            (Texts{code->kernel, code->kernel, code->kernel, code->kernel, "other", "other", "other", "other"}));
  EXPECT_EQ(texts(Column::source), (Texts{"k.cl", "k.cl", "k.cl", "", "k.cl", "k.cl", "k.cl", ""}));
  EXPECT_EQ((*rows)[Column::line], (Numbers{12, 12, 12, 0, 12, 12, 12, 0}));
  EXPECT_EQ(rows->names[static_cast<std::size_t>(Column::kernel)].size(), 2U);
}

TEST_F(TraceFile, HasRowsInOrder) {
  const LaunchRun first{
      .kernel = "a \"kernel\"", .device = "a device", .model = {.eus = 18, .l3_banks = 2, .resident_groups = 7}};
  Trace trace(path_);
  const std::vector<std::byte> code{std::byte{0x0F}, std::byte{0xA0}};
  const std::uint64_t one = trace.begin_launch(first, "gen9", code);
  const std::uint64_t two = trace.begin_launch({.kernel = "b"});
  end_groups(trace, {.launch = two,
                     .begin = 0,
                     .end = 1,
                     .records = {record(9, 4096, 8, Kind::atomic)},
                     .threads = {{.group = 0, .number = 1, .records = 1}}});
  end_groups(trace, {.launch = one,
                     .begin = 2,
                     .end = 3,
                     .records = {record(1, 0xFFFF'0000'0000'0000, 4, Kind::read)},
                     .threads = {{.group = 2, .number = 0, .records = 1}}});
  end_groups(trace, {.launch = one,
                     .begin = 0,
                     .end = 2,
                     .records = {record(5, 100, kListed, Kind::write), record(6, 8, -4, Kind::read),
                                 record(2, 1, kListed, Kind::read)},
                     .listed = {100, 7, 900, 1, 2, 4},
                     .threads = {{.group = 0, .number = 0, .records = 2}, {.group = 1, .number = 1, .records = 1}}});
  trace.end_launch(two);
  trace.end_launch(one);
  ASSERT_TRUE(trace.finish());
  const std::string file = bytes();
  const auto reader = ParquetReader::open(file);
  ASSERT_TRUE(reader) << reader.error().message;
  ASSERT_EQ(reader->launches().size(), 2U);
  EXPECT_EQ(reader->launches()[0].kernel, first.kernel);
  EXPECT_EQ(reader->launches()[0].device, "a device");
  EXPECT_EQ(reader->launches()[0].model, first.model);
  ASSERT_NE(reader->launches()[0].code, nullptr);
  EXPECT_EQ(*reader->launches()[0].code, (KernelCode{.gen = "gen9", .bytes = code}));
  EXPECT_EQ(reader->launches()[1].code, nullptr);
  EXPECT_EQ(reader->launches()[1].first, two);
  ASSERT_EQ(reader->rows(), 5U);
  ASSERT_EQ(reader->groups(), 1U);
  const auto rows = reader->read(0);
  ASSERT_TRUE(rows) << rows.error().message;
  EXPECT_EQ((*rows)[Column::launch], (Numbers{1, 1, 1, 1, 2}));
  EXPECT_EQ((*rows)[Column::group], (Numbers{0, 0, 1, 2, 0}));
  EXPECT_EQ((*rows)[Column::thread], (Numbers{0, 0, 1, 0, 1}));
  EXPECT_EQ((*rows)[Column::executed], (Numbers{5, 6, 2, 1, 9}));
  EXPECT_EQ((*rows)[Column::kind], (Numbers{1, 0, 0, 0, 2}));
  EXPECT_EQ((*rows)[Column::stride], (Numbers{0, -4, 0, 4, 8}));
  EXPECT_EQ((*rows)[Column::address][3], static_cast<std::int64_t>(0xFFFF'0000'0000'0000));
  EXPECT_EQ(rows->with_list, (std::vector<std::uint32_t>{0, 2}));
  EXPECT_EQ(rows->listed, (Numbers{100, 7, 900, 1, 2, 4}));
}

// Adding rows must return though none can be written: here more of them than a Trace keeps waiting.
TEST(Trace, EndsWhereNothingCanBeWritten) {
  constexpr std::uint64_t kGroups = 200;
  Trace trace(testing::TempDir() + "no/such/directory/trace.parquet");
  const std::uint64_t launch = trace.begin_launch({.kernel = "k"});
  for (std::uint64_t i = 0; i < kGroups; ++i) {
    constexpr std::uint32_t kRecords = 1U << 15;
    GroupRecords groups{.launch = launch, .begin = i, .end = i + 1};
    groups.records.resize(kRecords);
    groups.threads.push_back({.group = i, .number = 0, .records = kRecords});
    trace.end_groups(groups);
    EXPECT_TRUE(groups.is_empty());
  }
  trace.end_launch(launch);
  const Result<void> done = trace.finish();
  ASSERT_FALSE(done);
  EXPECT_NE(done.error().message.find("cannot write"), std::string::npos) << done.error().message;
}

// Only instructions go nowhere: no part of the L3 is that of an access without a way.
TEST_F(TraceFile, HasNoAccessWithoutAWay) {
  for (const Kind kind : {Kind::instruction, Kind::read}) {
    std::filesystem::remove(path_);
    Trace trace(path_);
    const std::uint64_t launch = trace.begin_launch({.kernel = "k"});
    Record nowhere = record(1, 0, 4, kind);
    nowhere.path = Path::none;
    end_groups(trace, {.launch = launch,
                       .begin = 0,
                       .end = 1,
                       .records = {nowhere},
                       .threads = {{.group = 0, .number = 0, .records = 1}}});
    trace.end_launch(launch);
    ASSERT_TRUE(trace.finish());
    const std::string file = bytes();
    const auto reader = ParquetReader::open(file);
    ASSERT_TRUE(reader) << reader.error().message;
    EXPECT_EQ(reader->read(0).has_value(), kind == Kind::instruction);
  }
}

// A changed byte gives other rows, or a reason; nothing crashes.
TEST_F(TraceFile, MayBeDamaged) {
  {
    Trace trace(path_);
    const std::vector<std::byte> code(64, std::byte{1});  // some mov
    const std::uint64_t launch = trace.begin_launch({.kernel = "k"}, "gen9", code);
    GroupRecords groups{.launch = launch, .begin = 0, .end = 1};
    for (std::uint64_t i = 0; i < 300; ++i) groups.records.push_back(record(i, i * i, 4, Kind::read));
    groups.threads.push_back({.group = 0, .number = 0, .records = 300});
    trace.end_groups(groups);
    trace.end_launch(launch);
    ASSERT_TRUE(trace.finish());
  }
  const std::string whole = bytes();
  ASSERT_TRUE(ParquetReader::open(whole));
  for (std::size_t at = 0; at < whole.size(); ++at) {
    EXPECT_FALSE(ParquetReader::open(std::string_view(whole).substr(0, at)));
    std::string file = whole;
    file[at] = static_cast<char>(file[at] ^ 0x15);
    const auto reader = ParquetReader::open(file);
    if (!reader) continue;
    CacheSweep sweep(std::array{profile::Parameters()}, reader->launches(), 1);
    Estimator estimator({}, reader->launches());
    for (std::size_t i = 0; i < reader->groups(); ++i) {
      const auto rows = reader->read(i);
      if (!rows) continue;
      sweep.add(*rows);
      estimator.add(*rows);
    }
    (void)sweep.end();
    (void)estimator.end();
  }
}

}  // namespace
}  // namespace eugene::accesses
