// Device binaries: small ones of ocloc's (data/, their sources beside them), and one of them bare, in an archive, cut
// short and damaged.
#include "binary/device_binary.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "binary/container.h"
#include "binary/program_binaries.h"
#include "isa/encoding/decode.h"
#include "source_dir.h"

namespace eugene::binary {
namespace {

using Bytes = std::vector<std::byte>;

Bytes read_data(const char* name = "arguments.bin") {
  std::ifstream file(std::string(EUGENE_SOURCE_DIR "/tests/unit/binary/data/") + name, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  Bytes bytes(text.size());
  std::memcpy(bytes.data(), text.data(), text.size());
  return bytes;
}

void append(Bytes& to, std::string_view text) {
  for (const char c : text) to.push_back(static_cast<std::byte>(c));
}

// `members` as an archive, each padded to an even size.
Bytes archive(const std::vector<std::pair<std::string, Bytes>>& members) {
  Bytes result;
  append(result, "!<arch>\n");
  for (const auto& [name, data] : members) {
    std::string header = name + "/";
    header.resize(48, ' ');
    header += std::to_string(data.size());
    header.resize(58, ' ');
    append(result, header + "`\n");
    result.insert(result.end(), data.begin(), data.end());
    if (result.size() % 2 != 0) append(result, "\n");
  }
  return result;
}

const DeviceKernel& kernel(const DeviceBinary& binary, std::string_view name) {
  const auto found = std::ranges::find(binary.kernels, name, &DeviceKernel::name);
  EXPECT_NE(found, binary.kernels.end()) << name;
  return *found;
}

TEST(DeviceBinary, Program) {
  const auto binaries = load_device_binaries(read_data());
  ASSERT_TRUE(binaries) << binaries.error().message;
  ASSERT_EQ(binaries->size(), 1U);
  const DeviceBinary& binary = binaries->front();
  EXPECT_EQ(binary.gen, &isa::kGen9);
  EXPECT_EQ(family_name(binary), "Gen9");
  EXPECT_EQ(binary.version, 1081U);
  EXPECT_EQ(binary.pointer_bytes, 8U);
  EXPECT_EQ(binary.global_bytes, 4U);     // counter
  EXPECT_GE(binary.constant_bytes, 12U);  // kTable, and the text of printf
  ASSERT_EQ(binary.kernels.size(), 3U);
}

TEST(DeviceBinary, Arguments) {
  const auto binaries = load_device_binaries(read_data());
  ASSERT_TRUE(binaries);
  const DeviceKernel& k = kernel(binaries->front(), "every_kind");
  struct Expected {
    ArgumentKind kind;
    std::uint32_t size;
    const char *name, *type, *address, *qualifiers;
  };
  const Expected expected[] = {
      {ArgumentKind::global, 8, "x", "float*", "global", "restrict"},
      {ArgumentKind::constant, 8, "c", "int*", "constant", "const"},
      {ArgumentKind::local, 8, "l", "int*", "local", ""},
      {ArgumentKind::value, 8, "s", "Pair", "private", ""},
      {ArgumentKind::value, 16, "v", "int4", "private", ""},
      {ArgumentKind::value, 4, "f", "float", "private", ""},
      {ArgumentKind::global, 8, "q", "uchar*", "global", "const volatile"},
  };
  ASSERT_GE(k.arguments.size(), std::size(expected));
  for (std::size_t i = 0; i < std::size(expected); ++i) {
    EXPECT_EQ(k.arguments[i].kind, expected[i].kind) << i;
    EXPECT_EQ(k.arguments[i].name, expected[i].name) << i;
    EXPECT_EQ(k.arguments[i].type, expected[i].type) << i;
    EXPECT_EQ(k.arguments[i].address, expected[i].address) << i;
    EXPECT_EQ(k.arguments[i].qualifiers, expected[i].qualifiers) << i;
    EXPECT_LE(k.arguments[i].size, expected[i].size) << i;  // only what the kernel reads is passed
    EXPECT_GT(k.arguments[i].size, 0U) << i;
    const bool is_buffer = expected[i].kind == ArgumentKind::global || expected[i].kind == ArgumentKind::constant;
    EXPECT_EQ(k.arguments[i].binding.has_value(), is_buffer) << i;
    EXPECT_EQ(k.arguments[i].pointer_offset.has_value(), is_buffer || expected[i].kind == ArgumentKind::local) << i;
  }
}

TEST(DeviceBinary, Needs) {
  const auto binaries = load_device_binaries(read_data());
  ASSERT_TRUE(binaries);
  const DeviceKernel& needs = kernel(binaries->front(), "needs");
  EXPECT_EQ(needs.required_group_size, (std::array<std::uint32_t, 3>{4, 8, 2}));
  EXPECT_TRUE(needs.has_barriers);
  EXPECT_EQ(needs.slm_bytes, 256U);
  EXPECT_TRUE(needs.uses_printf);
  EXPECT_GT(needs.cross_thread_bytes, 0U);
  EXPECT_EQ(needs.cross_thread_bytes % 32, 0U);
  const DeviceKernel& narrow = kernel(binaries->front(), "narrow");
  EXPECT_EQ(narrow.simd, 8U);
  EXPECT_EQ(narrow.grf_count, 128U);
  EXPECT_EQ(narrow.slm_bytes, 0U);
  EXPECT_FALSE(narrow.uses_printf);
}

TEST(DeviceBinary, CodeDecodes) {
  const auto binaries = load_device_binaries(read_data());
  ASSERT_TRUE(binaries);
  for (const DeviceKernel& k : binaries->front().kernels) {
    const auto program = isa::decode_program(isa::kGen9, k.code);
    ASSERT_TRUE(program) << k.name << ": " << program.error().message;
    ASSERT_FALSE(program->instructions.empty());
    EXPECT_TRUE(std::ranges::any_of(program->instructions, [](const isa::Instruction& i) { return i.send.eot; }))
        << k.name;
  }
}

TEST(DeviceBinary, BareAndInArchive) {
  const Bytes elf = read_data();
  const auto images = find_programs(elf);
  ASSERT_TRUE(images);
  const Bytes bare(images->front().bytes.begin(), images->front().bytes.end());
  const auto from_bare = load_device_binaries(bare);
  ASSERT_TRUE(from_bare) << from_bare.error().message;
  EXPECT_EQ(from_bare->front().kernels.size(), 3U);

  const Bytes odd(3, std::byte{'x'});
  const auto from_archive = load_device_binaries(archive({{"pad_0", odd}, {"64.9.3.0", elf}, {"64.9.0.9", bare}}));
  ASSERT_TRUE(from_archive) << from_archive.error().message;
  ASSERT_EQ(from_archive->size(), 2U);
  EXPECT_EQ((*from_archive)[0].target, "64.9.3.0");
  EXPECT_EQ((*from_archive)[1].target, "64.9.0.9");
  EXPECT_EQ((*from_archive)[0].machine, isa::find_machine("bxt"));
  EXPECT_EQ((*from_archive)[1].machine, isa::find_machine("skl"));
  EXPECT_EQ(from_bare->front().machine, nullptr);
  EXPECT_EQ((*from_archive)[1].kernels[2].code, from_bare->front().kernels[2].code);
}

TEST(DeviceBinary, TakesTheMachineFromTheNameOfTheMember) {
  const Bytes elf = read_data();
  const std::pair<const char*, const char*> names[] = {
      {"64.9.0.9", "skl"}, {"64.9.1.9", "kbl"},  {"64.9.2.9", "kbl"}, {"64.9.3.0", "bxt"}, {"64.9.4.0", "glk"},
      {"9.4.0", "glk"},    {"64.12.0.0", "tgl"}, {"64.12.55.8", ""},  {"19.3.0", ""},      {"", ""}};
  for (const auto& [name, machine] : names) {
    const auto binaries = load_device_binaries(archive({{name, elf}}));
    ASSERT_TRUE(binaries) << binaries.error().message;
    EXPECT_EQ(binaries->front().machine, isa::find_machine(machine)) << name;
  }
}

TEST(DeviceBinary, SaysWhatIsWrong) {
  const auto nothing = load_device_binaries({});
  ASSERT_FALSE(nothing);
  EXPECT_FALSE(nothing.error().hint.empty());

  Bytes host_program = read_data();
  for (std::size_t i = 0; i + 4 <= host_program.size(); ++i) {  // no section of the right type
    std::uint32_t word;
    std::memcpy(&word, &host_program[i], 4);
    if (word == 0xFF000005) host_program[i] = std::byte{1};
  }
  const auto other_elf = load_device_binaries(host_program);
  ASSERT_FALSE(other_elf);
  EXPECT_NE(other_elf.error().message.find("no section"), std::string::npos);
}

// Every proper prefix of a bare program is an error with a place in the file.
TEST(DeviceBinary, CutShort) {
  const Bytes elf = read_data();
  const auto images = find_programs(elf);
  ASSERT_TRUE(images);
  const std::span<const std::byte> bare = images->front().bytes;
  for (std::size_t size = 0; size < bare.size(); size += size < 200 ? 1 : 37) {
    const auto cut = load_device_binaries(bare.first(size));
    ASSERT_FALSE(cut) << size;
    EXPECT_GE(cut.error().where.offset, 0) << size;
    EXPECT_LE(cut.error().where.offset, static_cast<std::int64_t>(size)) << size;
  }
}

TEST(DeviceBinary, DamagedSizes) {
  const Bytes elf = read_data();
  const auto images = find_programs(elf);
  ASSERT_TRUE(images);
  // Each word in turn made enormous: an error or another reading of the file, never more.
  for (std::size_t at = 0; at + 4 <= images->front().bytes.size(); at += 4) {
    Bytes damaged(images->front().bytes.begin(), images->front().bytes.end());
    for (std::size_t i = 0; i < 4; ++i) damaged[at + i] = std::byte{0xFF};
    const auto result = load_device_binaries(damaged);
    EXPECT_TRUE(result || !result.error().message.empty()) << at;
  }
}

// Addresses of functions and program-scope data are not in the compiler's code; all other bytes tell kernels apart.
TEST(FindKernel, IgnoresWhatTheDriverRelocates) {
  DeviceBinary binary;
  binary.kernels.push_back({.name = "k", .code = Bytes(64), .relocations = {{.offset = 8, .bytes = 8}, {60, 8}}});
  for (std::size_t at = 0; at < 64; ++at) {
    Bytes loaded(64);
    loaded[at] = std::byte{1};
    const bool relocated = (at >= 8 && at < 16) || at >= 60;
    EXPECT_EQ(find_kernel(std::span(&binary, 1), loaded) != nullptr, relocated) << at;
  }
  EXPECT_NE(find_kernel(std::span(&binary, 1), Bytes(12)), nullptr) << "a part of it, cut inside an address";
}

TEST(FindKernel, SaysWhatTheDriverHasWrittenIntoTheCode) {
  const auto binaries = load_device_binaries(read_data("relocated.bin"));
  ASSERT_TRUE(binaries) << binaries.error().message;
  const DeviceKernel& relocated = kernel(binaries->front(), "relocated");
  ASSERT_EQ(relocated.relocations.size(), 1U);
  const Relocation& table = relocated.relocations.front();
  EXPECT_EQ(table.symbol, "table");
  EXPECT_EQ(table.bytes, 8U);
  Bytes loaded(relocated.code.begin(), relocated.code.end());
  constexpr std::uint64_t kAddress = 0x7F12'3456'0010;
  std::memcpy(&loaded[table.offset], &kAddress, sizeof kAddress);

  const std::filesystem::path directory = std::filesystem::path(testing::TempDir()) / "eugene_relocated";
  std::filesystem::create_directories(directory);
  std::filesystem::copy_file(EUGENE_SOURCE_DIR "/tests/unit/binary/data/relocated.bin", directory / "program-1",
                             std::filesystem::copy_options::overwrite_existing);
  const ProgramFiles files{.binary = "program-", .source = "source-", .shift = "shift-"};
  ProgramBinaries kernels(directory, files);
  const auto compiled = kernels.compiled(loaded);
  ASSERT_TRUE(compiled);
  EXPECT_TRUE(std::ranges::equal(compiled->code, relocated.code));
  EXPECT_EQ(compiled->addresses, (decltype(compiled->addresses){{"table", kAddress}}));
  loaded[0] ^= std::byte{1};
  EXPECT_FALSE(kernels.compiled(loaded));
  std::filesystem::remove_all(directory);
}

}  // namespace
}  // namespace eugene::binary
