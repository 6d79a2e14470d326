// Lines of the source in a device binary: data/lines.bin, which ocloc has compiled with -g from the file beside it.
#include "binary/debug_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <random>
#include <set>

#include "base/whole_file.h"
#include "binary/container.h"
#include "binary/debug_variables.h"
#include "binary/device_binary.h"
#include "binary/program_binaries.h"
#include "binary/source_name.h"
#include "binary/source_text.h"
#include "isa/encoding/decode.h"
#include "source_dir.h"

namespace eugene::binary {
namespace {

using Bytes = std::vector<std::byte>;

constexpr const char* kData = EUGENE_SOURCE_DIR "/tests/unit/binary/data/";

std::string text_of_file(const char* name) {
  std::ifstream file(std::string(kData) + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

Bytes read_lines_bin() {
  const std::string text = text_of_file("lines.bin");
  Bytes bytes(text.size());
  std::memcpy(bytes.data(), text.data(), text.size());
  return bytes;
}

// The numbers of the lines of `text` between "kernel void NAME" and the brace that ends it, or that `also` is in.
std::set<std::uint32_t> body_of(const std::string& text, const std::string& name, const std::string& also) {
  std::set<std::uint32_t> lines;
  bool is_inside = false;
  std::uint32_t number = 1;
  for (std::size_t at = 0; at < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    at = end + 1;
    if (line.find("kernel void " + name) != std::string::npos) is_inside = true;
    if (is_inside || (!also.empty() && line.find(also) != std::string::npos)) lines.insert(number);
    if (line == "}") is_inside = false;
  }
  return lines;
}

TEST(SourceLines, EveryInstructionIsOfALineOfItsKernel) {
  const auto binaries = load_device_binaries(read_lines_bin());
  ASSERT_TRUE(binaries) << binaries.error().message;
  const std::string source = text_of_file("lines.cl");
  for (const DeviceKernel& kernel : binaries->front().kernels) {
    const SourceLines lines = read_source_lines(kernel.debug);
    const auto program = isa::decode_program(isa::kGen9, kernel.code);
    ASSERT_TRUE(program);
    // The call in `power` is inlined.
    const auto own = body_of(source, kernel.name, kernel.name == "power" ? "sqrt" : "");
    std::set<std::uint32_t> seen;
    for (const std::uint32_t offset : program->offsets) {
      const auto line = lines.at(offset);
      ASSERT_TRUE(line) << kernel.name << ' ' << offset;
      EXPECT_EQ(line->file, "/tmp/eu/lines.cl");
      EXPECT_TRUE(own.contains(line->line)) << kernel.name << ' ' << to_text(*line);
      seen.insert(line->line);
    }
    EXPECT_GE(seen.size() + 2, own.size()) << "but for braces, all of its lines do something";
    EXPECT_FALSE(lines.at(static_cast<std::uint32_t>(kernel.code.size()))) << "nothing comes after it";
  }
}

// Instructions whose source line is certain: the only square root, and the only message that writes two values of a
// loop.
TEST(SourceLines, TheSquareRootIsWhereItIsWritten) {
  const auto binaries = load_device_binaries(read_lines_bin());
  ASSERT_TRUE(binaries);
  const auto& kernels = binaries->front().kernels;
  const auto power = std::ranges::find(kernels, "power", &DeviceKernel::name);
  ASSERT_NE(power, kernels.end());
  const SourceLines lines = read_source_lines(power->debug);
  const auto program = isa::decode_program(isa::kGen9, power->code);
  ASSERT_TRUE(program);
  unsigned found = 0;
  for (std::size_t i = 0; i < program->instructions.size(); ++i) {
    if (program->instructions[i].opcode != isa::Opcode::math) continue;
    ++found;
    const auto line = lines.at(program->offsets[i]);
    ASSERT_TRUE(line);
    EXPECT_EQ(line->line, 3U);
  }
  EXPECT_GE(found, 1U);
}

TEST(SourceLines, ThereAreNoneWithoutDebugData) {
  EXPECT_TRUE(read_source_lines(DebugFile()).empty());
  const Bytes other(100, std::byte{7});
  EXPECT_TRUE(read_source_lines(other).empty());
  EXPECT_FALSE(SourceLines().at(0));
}

TEST(SourceLines, BelongToTheRowBefore) {
  const SourceLines lines{.files = {"a", "b"}, .rows = {{16, 0, 3, 1}, {32, 1, 4, 0}, {48, 0, 0, 0}, {64, 7, 5, 0}}};
  EXPECT_FALSE(lines.at(15));
  EXPECT_EQ(lines.at(16), (SourceLine{"a", 3, 1}));
  EXPECT_EQ(lines.at(31), (SourceLine{"a", 3, 1}));
  EXPECT_EQ(lines.at(32), (SourceLine{"b", 4, 0}));
  EXPECT_FALSE(lines.at(50)) << "of no line";
  EXPECT_FALSE(lines.at(70)) << "of a file that there is not";
  EXPECT_EQ(to_text({"a", 3, 1}), "a:3:1");
  EXPECT_EQ(to_text({"b", 4, 0}), "b:4");
}

TEST(SourceLines, AreFoundByTheCode) {
  const Bytes file = read_lines_bin();
  const auto binaries = load_device_binaries(file);
  ASSERT_TRUE(binaries);
  ProgramBinaries kernels(kData, {"lines.bin", "no"});
  for (const DeviceKernel& kernel : binaries->front().kernels) {
    const KernelOrigin origin = kernels.origin(kernel.code);
    EXPECT_EQ(kernels.name(kernel.code), origin.name);
    EXPECT_EQ(origin.name, kernel.name);
    EXPECT_EQ(origin.lines, read_source_lines(kernel.debug));
  }
  const KernelOrigin none = kernels.origin(Bytes(64, std::byte{1}));
  EXPECT_TRUE(none.name.empty() && none.lines.empty());
}

TEST(ProgramBinaries, FindsNamesInBinariesThatAreReadOnce) {
  const std::filesystem::path directory = std::filesystem::path(testing::TempDir()) / "kernel_names";
  std::filesystem::create_directory(directory);
  const auto file = directory / "program-1", later = directory / "program-2";
  std::filesystem::copy_file(std::string(kData) + "lines.bin", file, std::filesystem::copy_options::overwrite_existing);
  const auto lines = load_device_binaries(read_lines_bin());
  ASSERT_TRUE(lines);
  const DeviceKernel& kernel = lines->front().kernels.front();
  ProgramBinaries names(directory, {"program-", "source-", "shift-"});
  EXPECT_EQ(names.name(kernel.code), kernel.name);
  EXPECT_EQ(names.name(Bytes(64, std::byte{1})), "");
  std::filesystem::remove(file);
  EXPECT_EQ(names.name(kernel.code), kernel.name) << "it is not read again";
  // A file that is still being written, and is complete when it is looked for again.
  std::ofstream(later) << "\177ELF";
  const auto relocated = read_whole_file(std::string(kData) + "relocated.bin");
  ASSERT_TRUE(relocated);
  const auto other = load_device_binaries(*relocated);
  ASSERT_TRUE(other);
  const DeviceKernel& added = other->front().kernels.front();
  EXPECT_EQ(names.name(added.code), "");
  std::filesystem::copy_file(std::string(kData) + "relocated.bin", later,
                             std::filesystem::copy_options::overwrite_existing);
  EXPECT_EQ(names.name(added.code), added.name);
  std::filesystem::remove_all(directory);
}

// The text that a program gave its compiler takes precedence over a file of that name.
TEST(SourceTexts, AreOfTheProgramOrOfAFile) {
  const std::string file = std::string(kData) + "lines.cl";
  SourceLines lines{.files = {file, "none.cl"}, .rows = {}};
  SourceTexts texts;
  EXPECT_EQ(texts.text(lines, {file, 3, 9}), "return x * 3.0f + sqrt(x);");
  EXPECT_EQ(texts.text(lines, {file, 1000, 0}), "");
  EXPECT_EQ(texts.text(lines, {file, 0, 0}), "");
  EXPECT_EQ(texts.text(lines, {"none.cl", 1, 0}), "");
  lines.given_text = "one\r\n\t two \n\n";
  EXPECT_EQ(texts.text(lines, {file, 1, 0}), "one");
  EXPECT_EQ(texts.text(lines, {file, 2, 0}), "two");
  EXPECT_EQ(texts.text(lines, {file, 3, 0}), "");
  EXPECT_EQ(texts.text(lines, {"none.cl", 1, 0}), "") << "it is the other file's";
  lines.given_file = 1;
  lines.given_text = "another";
  EXPECT_EQ(texts.text(lines, {"none.cl", 1, 0}), "another");
}

// Cut short, the section is refused with a place in it; and damaged anywhere, it is read in some way or refused.
TEST(DebugData, SurvivesDamage) {
  const Bytes file = read_lines_bin();
  const auto images = find_programs(file);
  ASSERT_TRUE(images);
  const std::span<const std::byte> section = images->front().debug;
  ASSERT_FALSE(section.empty());
  const auto whole = read_debug_data(section, images->front().debug_offset);
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->size(), 2U);
  for (std::size_t size = 0; size < section.size(); size += 13) {
    const auto cut = read_debug_data(section.first(size), 1000);
    ASSERT_FALSE(cut) << size;
    EXPECT_GE(cut.error().where.offset, 1000);
    EXPECT_LE(cut.error().where.offset, 1000 + static_cast<std::int64_t>(size));
  }
  std::minstd_rand random(1);
  for (unsigned i = 0; i < 3000; ++i) {
    Bytes damaged(section.begin(), section.end());
    for (unsigned n = 0; n < 1 + i % 8; ++n) damaged[random() % damaged.size()] = static_cast<std::byte>(random());
    const auto kernels = read_debug_data(damaged, 0);
    if (!kernels) continue;
    for (const KernelDebugData& each : *kernels) {
      const SourceLines lines = read_source_lines(each.elf);
      EXPECT_TRUE(std::ranges::is_sorted(lines.rows, {}, &SourceLines::Row::begin));
    }
  }
}

// A number or pointer of another size in damaged data is of no type that can be read.
TEST(SourceVariables, NumbersHaveTheSizesOfNumbers) {
  const auto binaries = load_device_binaries(read_lines_bin());
  ASSERT_TRUE(binaries);
  const DebugFile& whole = binaries->front().kernels.front().debug;
  ASSERT_FALSE(read_source_variables(whole).variables.empty());
  bool is_changed = false;
  for (std::size_t i = 0; i != whole.elf->size(); ++i) {
    if ((*whole.elf)[i] != std::byte{4}) continue;
    auto damaged = std::make_shared<Bytes>(*whole.elf);
    (*damaged)[i] = std::byte{3};
    for (const SourceType& each : read_source_variables(DebugFile{.elf = damaged}).types) {
      const bool is_number = each.kind == SourceType::Kind::number || each.kind == SourceType::Kind::pointer;
      EXPECT_TRUE(!is_number || std::has_single_bit(each.bytes)) << i;
      is_changed = is_changed || each.bytes == 3;
    }
  }
  EXPECT_TRUE(is_changed);
}

TEST(SourceNames, OfSourcesWithoutFilesAreThoseOfTheirPrograms) {
  EXPECT_EQ(source_name("/nowhere/12"), "program 12");
  EXPECT_EQ(source_name("/nowhere/12.cl"), "/nowhere/12.cl");
  EXPECT_EQ(source_name("kernel.cl"), "kernel.cl");
  EXPECT_EQ(source_name(""), "");
}

}  // namespace
}  // namespace eugene::binary
