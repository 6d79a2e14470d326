// Zebin files: one of the source of arguments.bin, which must say the same as the patch tokens do, and one with lines
// and vISA (data/); cut short, damaged, and with YAML of other versions of the compiler.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>
#include <set>

#include "binary/debug_data.h"
#include "binary/device_binary.h"
#include "binary/elf.h"
#include "binary/target.h"
#include "binary/ze_info.h"
#include "isa/encoding/decode.h"
#include "source_dir.h"

namespace eugene::binary {
namespace {

using Bytes = std::vector<std::byte>;

Bytes zebin_file(const char* name) {
  std::ifstream file(std::string(EUGENE_SOURCE_DIR "/tests/unit/binary/data/") + name, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  Bytes bytes(text.size());
  std::memcpy(bytes.data(), text.data(), text.size());
  return bytes;
}

DeviceBinary load_data(const char* name) {
  auto binaries = load_device_binaries(zebin_file(name));
  EXPECT_TRUE(binaries) << binaries.error().message;
  return binaries ? std::move(binaries->front()) : DeviceBinary();
}

const DeviceKernel& kernel_named(const DeviceBinary& binary, std::string_view name) {
  const auto found = std::ranges::find(binary.kernels, name, &DeviceKernel::name);
  EXPECT_NE(found, binary.kernels.end()) << name;
  return *found;
}

TEST(Zebin, SaysWhatThePatchTokensOfTheSameSourceSay) {
  const DeviceBinary zebin = load_data("zebin.bin"), tokens = load_data("arguments.bin");
  EXPECT_EQ(zebin.zebin_version, "1.20");
  EXPECT_EQ(tokens.zebin_version, "");
  EXPECT_EQ(zebin.gen, &isa::kGen9);
  EXPECT_EQ(family_name(zebin), "Gen9");
  EXPECT_EQ(zebin.machine, isa::find_machine("bxt"));
  EXPECT_EQ(zebin.pointer_bytes, tokens.pointer_bytes);
  EXPECT_EQ(zebin.global_bytes, tokens.global_bytes);
  EXPECT_EQ(zebin.constant_bytes, tokens.constant_bytes);
  ASSERT_EQ(zebin.kernels.size(), tokens.kernels.size());
  for (const DeviceKernel& theirs : tokens.kernels) {
    const DeviceKernel& ours = kernel_named(zebin, theirs.name);
    EXPECT_EQ(ours.simd, theirs.simd) << theirs.name;
    EXPECT_EQ(ours.grf_count, theirs.grf_count) << theirs.name;
    EXPECT_EQ(ours.required_group_size, theirs.required_group_size) << theirs.name;
    EXPECT_EQ(ours.has_barriers, theirs.has_barriers) << theirs.name;
    EXPECT_EQ(ours.slm_bytes, theirs.slm_bytes) << theirs.name;
    EXPECT_EQ(ours.uses_printf, theirs.uses_printf) << theirs.name;
    EXPECT_EQ(ours.scratch_bytes, theirs.scratch_bytes) << theirs.name;
    ASSERT_EQ(ours.arguments.size(), theirs.arguments.size()) << theirs.name;
    for (std::size_t i = 0; i < ours.arguments.size(); ++i) {
      const DeclaredArgument &a = ours.arguments[i], &b = theirs.arguments[i];
      EXPECT_EQ(a.kind, b.kind) << theirs.name << i;
      EXPECT_EQ(a.size, b.size) << theirs.name << i;
      EXPECT_EQ(a.binding, b.binding) << theirs.name << i;
      EXPECT_EQ(a.pointer_offset.has_value(), b.pointer_offset.has_value()) << theirs.name << i;
      EXPECT_EQ(std::tie(a.name, a.type, a.address, a.access, a.qualifiers),
                std::tie(b.name, b.type, b.address, b.access, b.qualifiers))
          << theirs.name << i;
    }
  }
}

TEST(Zebin, HasTheCodeOfItsKernels) {
  const Bytes file = zebin_file("zebin.bin");
  const DeviceBinary binary = load_data("zebin.bin");
  for (const DeviceKernel& k : binary.kernels) {
    EXPECT_TRUE(std::ranges::equal(k.code, std::span(file).subspan(k.code_offset, k.code.size()))) << k.name;
    const auto program = isa::decode_program(isa::kGen9, k.code);
    ASSERT_TRUE(program) << k.name << ": " << program.error().message;
    ASSERT_FALSE(program->instructions.empty());
    EXPECT_TRUE(program->instructions.back().send.eot) << k.name << ": what follows is padding";
  }
  const DeviceKernel& every_kind = kernel_named(binary, "every_kind");
  ASSERT_EQ(every_kind.relocations.size(), 1U);
  EXPECT_EQ(every_kind.relocations[0].symbol, "kTable");
  EXPECT_EQ(every_kind.relocations[0].bytes, 8U);
  // The driver changes relocated bytes when it loads the code.
  Bytes loaded = every_kind.code;
  loaded[every_kind.relocations[0].offset + 3] ^= std::byte{0x55};
  EXPECT_EQ(find_kernel(std::span(&binary, 1), loaded), &every_kind);
  loaded[0] ^= std::byte{0x55};
  EXPECT_EQ(find_kernel(std::span(&binary, 1), loaded), nullptr);
}

TEST(Zebin, HasLinesAtOffsetsInTheKernelAndVisa) {
  const DeviceBinary binary = load_data("zebin_lines.bin");
  ASSERT_EQ(binary.kernels.size(), 1U);
  const DeviceKernel& power = binary.kernels[0];
  ASSERT_FALSE(power.debug.empty());
  EXPECT_NE(power.debug.begin, 0U) << "sections of code are apart";
  const SourceLines lines = read_source_lines(power.debug);
  ASSERT_FALSE(lines.rows.empty());
  std::uint32_t first = ~0U, last = 0;
  for (std::uint32_t ip = 0; ip < power.code.size(); ip += 8) {
    const auto line = lines.at(ip);
    ASSERT_TRUE(line) << ip;
    EXPECT_TRUE(line->file.ends_with("zebin_lines.cl"));
    first = std::min(first, line->line);
    last = std::max(last, line->line);
  }
  EXPECT_EQ(first, 4U);
  EXPECT_EQ(last, 13U);
  ASSERT_TRUE(binary.visa.contains("power"));
  EXPECT_TRUE(binary.visa.at("power").starts_with(".version 4.1"));
}

// The compiler of 2024: ten kernels whose debug data are in the same sections.
TEST(Zebin, OfANewerCompiler) {
  const DeviceBinary binary = load_data("newer.bin");
  EXPECT_EQ(binary.zebin_version, "1.49");
  EXPECT_EQ(binary.machine, isa::find_machine("skl"));
  // For each kernel: its first and last line in newer.cl, and its arguments. For `sorted`, which calls `swap`, the
  // lines of both.
  struct Expected {
    const char* name;
    std::uint32_t begin, end;
    std::vector<std::pair<std::string_view, std::string_view>> arguments;
  };
  const Expected expected[] = {
      {"add", 3, 6, {{"float*", "to"}, {"float*", "a"}, {"float*", "b"}}},
      {"reduce", 8, 19, {{"int*", "sums"}, {"int*", "from"}, {"int*", "part"}}},
      {"blur", 22, 26, {{"image2d_t", "to"}, {"image2d_t", "from"}, {"sampler_t", "given"}}},
      {"float_sum", 28, 34, {{"atomic_float*", "sum"}, {"atomic_int*", "most"}, {"float*", "from"}}},
      {"shuffled", 38, 42, {{"int*", "to"}, {"int*", "from"}}},
      {"roots", 44, 47, {{"double*", "to"}, {"double*", "from"}, {"double", "by"}}},
      {"halves", 50, 53, {{"half4*", "to"}, {"half*", "from"}, {"half", "by"}}},
      {"configured", 64, 67, {{"float4*", "to"}, {"Settings", "one"}, {"Nested", "two"}, {"Settings*", "many"}}},
      {"printing", 69, 72, {{"int*", "from"}}},
      {"sorted", 76, 90, {{"int*", "to"}, {"int*", "from"}}},
  };
  EXPECT_EQ(binary.kernels.size(), std::size(expected));
  for (const Expected& wanted : expected) {
    const DeviceKernel& kernel = kernel_named(binary, wanted.name);
    std::vector<std::pair<std::string_view, std::string_view>> arguments;
    for (const DeclaredArgument& each : kernel.arguments) arguments.emplace_back(each.type, each.name);
    EXPECT_EQ(arguments, wanted.arguments) << wanted.name;
    EXPECT_TRUE(isa::decode_program(isa::kGen9, kernel.code)) << wanted.name;
    std::set<std::uint32_t> lines;
    for (const SourceLines::Row& row : read_source_lines(kernel.debug).rows)
      if (row.line != 0) lines.insert(row.line);
    ASSERT_FALSE(lines.empty()) << wanted.name;
    EXPECT_EQ(*lines.begin(), wanted.begin) << wanted.name;
    EXPECT_EQ(*lines.rbegin(), wanted.end) << wanted.name;
  }
  EXPECT_TRUE(kernel_named(binary, "reduce").has_barriers);
  EXPECT_TRUE(kernel_named(binary, "printing").uses_printf);
  EXPECT_EQ(kernel_named(binary, "shuffled").simd, 16U);
}

// One file may have the lines of several kernels: rows with other addresses belong to another kernel.
TEST(Zebin, TellsTheLinesOfKernelsApart) {
  const DeviceBinary binary = load_data("zebin_lines.bin");
  const DebugFile whole = binary.kernels.at(0).debug;
  const SourceLines lines = read_source_lines(whole);
  ASSERT_GT(lines.rows.size(), 6U);
  const std::uint32_t middle = lines.rows[lines.rows.size() / 2].begin;
  DebugFile before = whole, after = whole;
  before.end = whole.begin + middle;
  after.begin = whole.begin + middle;
  const SourceLines first = read_source_lines(before), second = read_source_lines(after);
  EXPECT_LT(first.rows.back().begin, middle);
  EXPECT_EQ(second.rows.front().begin, 0U);
  EXPECT_EQ(first.rows.size() + second.rows.size(), lines.rows.size());
  EXPECT_EQ(second.at(0), lines.at(middle));
}

// Programs for Apollo Lake, whose driver has 32-bit pointers, are of the other class of ELF.
TEST(Zebin, IsAlsoOfThe32BitClass) {
  const DeviceBinary binary = load_data("zebin32.bin");
  EXPECT_EQ(binary.pointer_bytes, 4U);
  EXPECT_EQ(binary.machine, isa::find_machine("bxt"));
  ASSERT_EQ(binary.kernels.size(), 1U);
  const DeviceKernel& relocated = binary.kernels[0];
  EXPECT_EQ(relocated.name, "relocated");
  ASSERT_EQ(relocated.arguments.size(), 1U);
  EXPECT_EQ(relocated.arguments[0].size, 4U);
  ASSERT_FALSE(relocated.relocations.empty());
  EXPECT_EQ(relocated.relocations[0].symbol, "table");
  EXPECT_EQ(relocated.relocations[0].bytes, 4U);
  const auto program = isa::decode_program(isa::kGen9, relocated.code);
  ASSERT_TRUE(program);
  // Functions follow the kernel.
  EXPECT_TRUE(std::ranges::any_of(program->instructions, [](const isa::Instruction& each) { return each.send.eot; }));
}

// Cut anywhere, the file is refused with a place in it.
TEST(Zebin, CutShort) {
  for (const char* name : {"zebin.bin", "zebin_lines.bin", "zebin32.bin"}) {
    const Bytes file = zebin_file(name);
    for (std::size_t size = 0; size < file.size(); size += size < 100 ? 1 : 97) {
      const auto cut = load_device_binaries(std::span(file).first(size));
      ASSERT_FALSE(cut) << size;
      EXPECT_GE(cut.error().where.offset, 0) << size;
      EXPECT_LE(cut.error().where.offset, static_cast<std::int64_t>(file.size())) << size;
    }
  }
}

// A section of zeros takes no bytes of the file, and may claim any size.
TEST(Zebin, HasVariablesOfAGigabyteAtMost) {
  Bytes file = zebin_file("zebin.bin");
  constexpr std::string_view kOld("\0.data.const\0", 13), kNew("\0.bss.const\0\0", 13);
  const auto bytes_of = [](std::string_view text) { return std::as_bytes(std::span(text)); };
  const auto name = std::ranges::search(file, bytes_of(kOld));
  ASSERT_FALSE(name.empty());
  std::ranges::copy(bytes_of(kNew), name.begin());
  constexpr std::size_t kNumber = 5, kHeaderBytes = 64, kSizeAt = 32;
  std::uint64_t headers = 0, size = std::uint64_t{1} << 60;
  std::memcpy(&headers, &file[0x28], sizeof headers);
  std::memcpy(&file[headers + kNumber * kHeaderBytes + kSizeAt], &size, sizeof size);
  const auto binaries = load_device_binaries(file);
  ASSERT_FALSE(binaries);
  EXPECT_EQ(binaries.error().message, "the program has more than 1 GB of variables: section .bss.const");
}

TEST(Zebin, SurvivesDamage) {
  std::minstd_rand random(1);
  for (const char* name : {"zebin.bin", "zebin_lines.bin", "zebin32.bin"}) {
    const Bytes file = zebin_file(name);
    for (unsigned i = 0; i < 1500; ++i) {
      Bytes damaged = file;
      // Half of the changes in the headers of sections, which are last.
      const std::size_t begin = i % 2 == 0 ? 0 : file.size() - 1000;
      for (unsigned n = 0; n < 1 + i % 8; ++n)
        damaged[begin + random() % (file.size() - begin)] = static_cast<std::byte>(random());
      const auto binaries = load_device_binaries(damaged);
      if (!binaries) {
        EXPECT_FALSE(binaries.error().message.empty());
        continue;
      }
      for (const DeviceBinary& binary : *binaries) {
        for (const DeviceKernel& each : binary.kernels) {
          EXPECT_LE(each.code_offset + each.code.size(), damaged.size());
          EXPECT_TRUE(std::ranges::is_sorted(read_source_lines(each.debug).rows, {}, &SourceLines::Row::begin));
        }
      }
    }
  }
}

Result<ZeInfo> info_of(std::string_view text) { return read_ze_info(std::as_bytes(std::span(text)), 100); }

TEST(ZeInfo, KnowsWhatNewerCompilersWrite) {
  const auto info = info_of(R"(---
version: '1.73'
kernels:
  - name: k
    user_attributes:
      intel_reqd_sub_group_size: 16
      reqd_work_group_size: [ 8, 4, 1 ]
    execution_env: { barrier_count: 2, grf_count: 0x80, simd_size: 16, has_printf_calls: true, slm_size: 1024 }
    payload_arguments:
      - { arg_type: arg_byvalue, offset: 32, size: 4, arg_index: 1, source_offset: 12 }
      - { arg_type: arg_bypointer, offset: 40, size: 8, arg_index: 0, addrmode: stateless, addrspace: global }
      - { arg_type: arg_bypointer, offset: 0, size: 0, arg_index: 2, addrmode: stateful, addrspace: sampler }
      - { arg_type: something_new, offset: 48, size: 8, arg_index: 0 }
      - { arg_type: private_base_stateless, offset: 56, size: 8 }
    per_thread_memory_buffers:
      - { type: scratch, usage: spill_fill_space, size: 2048 }
      - { type: scratch, usage: private_space, size: 1024, slot: 1 }
      - { type: global, usage: private_space, size: 640 }
    binding_table_indices: [ { bti_value: 3, arg_index: 2 } ]
    inline_samplers: [ { sampler_index: 1 } ]
something_else: [ 1, 2 ]
)");
  ASSERT_TRUE(info) << info.error().message;
  EXPECT_EQ(info->version, "1.73");
  ASSERT_EQ(info->kernels.size(), 1U);
  const DeviceKernel& k = info->kernels[0];
  EXPECT_EQ(k.grf_count, 128U);
  EXPECT_EQ(k.simd, 16U);
  EXPECT_TRUE(k.has_barriers && k.uses_printf);
  EXPECT_EQ(k.slm_bytes, 1024U);
  EXPECT_EQ(k.required_group_size, (std::array<std::uint32_t, 3>{8, 4, 1}));
  EXPECT_EQ(k.attributes, "intel_reqd_sub_group_size(16)");
  EXPECT_EQ(k.scratch_bytes, 3072U);
  EXPECT_EQ(k.private_bytes, 40U) << "per thread of 16 channels";
  EXPECT_EQ(k.private_pointer_offset, 56U);
  EXPECT_EQ(k.cross_thread_bytes, 64U);
  EXPECT_EQ(k.binding_table_entries, 4U);
  EXPECT_EQ(k.sampler_count, 2U);
  ASSERT_EQ(k.arguments.size(), 3U);
  EXPECT_EQ(k.arguments[0].kind, ArgumentKind::global);
  EXPECT_EQ(k.arguments[0].size, 8U);
  EXPECT_EQ(k.arguments[1].kind, ArgumentKind::value);
  EXPECT_EQ(k.arguments[1].size, 16U);
  EXPECT_EQ(k.arguments[2].kind, ArgumentKind::sampler);
}

TEST(ZeInfo, SaysWhatIsWrong) {
  const std::pair<const char*, const char*> wrong[] = {
      {"", "no version"},
      {"kernels: []", "no version"},
      {"version: '2.0'", "version 2.0"},
      {"version: [", "not valid YAML"},
      {"version: '1.20'\nkernels:\n  - execution_env: {}", "without a name"},
      {"version: '1.20'\nkernels:\n  - name: k\n    execution_env: { simd_size: x }",
       "expected a number in place of \"x\""},
      {"version: '1.20'\nkernels:\n  - name: k\n    execution_env: { simd_size: 4294967296 }", "expected a number"},
      {"version: '1.20'\nkernels:\n  - name: k\n    payload_arguments: [ { arg_type: arg_byvalue, arg_index: 4096 } ]",
       "number 4096 is too large"},
      {"version: '1.20'\nkernels:\n  - name: k\n    payload_arguments: [ { arg_type: arg_byvalue } ]",
       "without arg_index"},
      {"version: &a '1.20'\nkernels: [ *a, *a ]", "has aliases"},
      {"version: '1.20'\nkernels: &a [ *a ]", "has aliases"},
  };
  for (const auto& [text, message] : wrong) {
    const auto info = info_of(text);
    ASSERT_FALSE(info) << text;
    EXPECT_NE(info.error().message.find(message), std::string::npos) << text << ": " << info.error().message;
    EXPECT_GE(info.error().where.offset, 100) << text;
    EXPECT_LE(info.error().where.offset, static_cast<std::int64_t>(100 + std::strlen(text))) << text;
  }
}

TEST(Target, IsFoundByProductAndByVersion) {
  const std::pair<std::uint32_t, const char*> products[] = {
      {18, "skl"}, {19, "kbl"}, {20, "kbl"}, {22, "bxt"}, {23, "glk"}};
  for (const auto& [number, machine] : products) {
    DeviceBinary binary;
    set_product(number, binary);
    EXPECT_EQ(binary.machine, isa::find_machine(machine)) << number;
    EXPECT_EQ(binary.gen, &isa::kGen9) << number;
  }
  DeviceBinary later;
  set_product(1200, later);
  EXPECT_EQ(later.gen, nullptr);
  DeviceBinary skylake;
  set_ip_version(9U << 22 | 0U << 14 | 9, skylake);
  EXPECT_EQ(skylake.machine, isa::find_machine("skl"));
  EXPECT_EQ(skylake.gen, &isa::kGen9);
  DeviceBinary tiger_lake;
  set_ip_version(12U << 22 | 0U << 14 | 0, tiger_lake);
  EXPECT_EQ(tiger_lake.machine, isa::find_machine("tgl"));
  EXPECT_EQ(tiger_lake.gen, &isa::kGen12);
  DeviceBinary dg2;
  set_ip_version(12U << 22 | 55U << 14 | 8, dg2);
  EXPECT_EQ(dg2.gen, nullptr);
}

}  // namespace
}  // namespace eugene::binary
