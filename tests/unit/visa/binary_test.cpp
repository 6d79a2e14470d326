// vISA object files: every form written and read, the layouts of old versions, damaged files. vISA manual
// 4_visa_header.
#include <gtest/gtest.h>

#include <cstring>

#include "every_form.h"
#include "visa/binary.h"
#include "visa/parse.h"
#include "visa/print.h"

namespace eugene::visa {
namespace {

TEST(VisaBinary, EveryFormSurvives) {
  const std::string text = every_form();
  const auto module = parse(text, "every_form");
  ASSERT_TRUE(module);
  const auto bytes = write(*module);
  ASSERT_TRUE(bytes) << bytes.error().message;
  EXPECT_TRUE(is_visa_binary(*bytes));
  const auto again = read(*bytes);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(print(*again), text);
}

TEST(VisaBinary, DamagedFilesAreRefusedOrRead) {
  const auto module = parse(every_form(), "every_form");
  ASSERT_TRUE(module);
  std::vector<std::byte> bytes = write(*module).value();
  unsigned refused = 0;
  for (std::size_t n = 0; n < bytes.size(); n += 3) {
    const std::byte before = bytes[n];
    bytes[n] ^= std::byte{0xff};
    const auto damaged = read(bytes);
    if (damaged) (void)print(*damaged);
    refused += damaged ? 0 : 1;
    bytes[n] = before;
  }
  EXPECT_GT(refused, bytes.size() / 30);
  for (std::size_t size = 0; size < bytes.size(); size += 7) {
    const auto cut = read(std::span(bytes).first(size));
    ASSERT_FALSE(cut);
    EXPECT_GE(cut.error().where.offset, 0);
  }
}

// A file of version 3.`minor` with a kernel of `code`, written by hand: two variables, a predicate, a surface.
std::vector<std::byte> old_file(unsigned minor, const std::vector<unsigned>& code) {
  std::vector<std::byte> kernel, file;
  const auto put = [](std::vector<std::byte>& to, std::uint64_t value, unsigned bytes) {
    for (unsigned n = 0; n < bytes; ++n) to.push_back(static_cast<std::byte>(value >> (8 * n)));
  };
  const unsigned id = minor >= 4 ? 4 : 2;
  put(kernel, 3, id);  // strings
  for (const char* name : {"k", "V32", "V33"}) {
    for (const char* c = name; *c != 0; ++c) put(kernel, static_cast<unsigned char>(*c), 1);
    put(kernel, 0, 1);
  }
  put(kernel, 0, id);  // name
  put(kernel, 2, id);
  for (unsigned n = 1; n <= 2; ++n) {
    put(kernel, n, id);
    put(kernel, 0x50, 1);  // ud, align=GRF
    put(kernel, 16, 2);
    put(kernel, 0, id);
    put(kernel, 0, 4);  // offset of the alias, scope, attributes
  }
  put(kernel, 0, 2);  // address variables
  put(kernel, 1, 2);  // predicates
  put(kernel, 0, id);
  put(kernel, 16, 2);
  put(kernel, 0, 1);
  put(kernel, 0, 2 + 1);  // labels, samplers
  put(kernel, 1, 1);      // surfaces
  put(kernel, 0, id);
  put(kernel, 1, 2);
  put(kernel, 0, 1 + 1);               // attributes; VME variables
  put(kernel, 0, minor >= 5 ? 4 : 1);  // inputs
  put(kernel, code.size(), 4);
  put(kernel, kernel.size() + 4 + 2, 4);
  put(kernel, 0, 2);  // attributes
  for (const unsigned byte : code) put(kernel, byte, 1);
  put(file, 0x41534943, 4);
  put(file, 3 | minor << 8, 2);
  put(file, 1, 2);
  put(file, 1, minor >= 7 ? 2 : 1);
  put(file, 'k', 1);
  put(file, file.size() + 12 + 5 + 4, 4);
  put(file, kernel.size(), 4);
  put(file, 0, 4 + 4);  // inputs, symbols
  put(file, 0, 1 + 2 + 2);
  file.insert(file.end(), kernel.begin(), kernel.end());
  return file;
}

std::string instruction_of(unsigned minor, const std::vector<unsigned>& code) {
  const auto module = read(old_file(minor, code));
  if (!module) return module.error().message;
  return print(module->kernels[0], module->kernels[0].instructions.at(0));
}

TEST(VisaBinary, OldVersionsHaveLayoutsOfTheirOwn) {
  // 3.0 has masks M0 to M7 and NoMask; ids are of 16 bits before 3.4.
  EXPECT_EQ(instruction_of(0, {0x34, 0x10, 0, 0}), "ret (M2, 1)");
  EXPECT_EQ(instruction_of(0, {0x34, 0x80, 0, 0}), "ret (M1_NM, 1)");
  EXPECT_EQ(instruction_of(1, {0x34, 0x10, 1, 0x80}), "(!P1) ret (M2, 1)");
  EXPECT_EQ(instruction_of(3, {0x29, 0x03, 0, 0, 0x00, 32, 0, 0, 0, 0x00, 0x02, 0x05, 0, 7, 0, 0, 0}),
            "mov (M1, 8) V32(0,0)<1> 0x7:ud");
  EXPECT_EQ(instruction_of(4, {0x29, 0x03, 0, 0, 0x00, 32, 0, 0, 0, 0, 0, 0x00, 0x02, 0x05, 0, 7, 0, 0, 0}),
            "mov (M1, 8) V32(0,0)<1> 0x7:ud");
  // wait has no mask in 3.0.
  EXPECT_EQ(instruction_of(0, {0x5b}), "wait 0x0:uw");
  EXPECT_EQ(instruction_of(1, {0x5b, 0x05, 4, 1, 0, 0, 0}), "wait 0x1:ub");
  // Typed messages mask channels, and have neither predicate nor LOD, before 3.2.
  EXPECT_EQ(instruction_of(1, {0x4b, 0x0e, 0x00, 6, 32, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 33, 0, 0, 0}),
            "gather4_typed.R (M1, 8) T6 V32.0 %null.0 %null.0 %null.0 V33.0");
  EXPECT_EQ(
      instruction_of(2, {0x4b, 0x03, 0, 0, 0x01, 6, 32, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 33, 0, 0, 0}),
      "gather4_typed.R (M1, 8) T6 V32.0 %null.0 %null.0 %null.0 V33.0");
  // The sampler's operation has its flags in the same byte before 4.0, and offsets of texels are a word before 3.4.
  EXPECT_EQ(instruction_of(3, {0x6e, 0x27, 0x03, 0, 0, 0x0f, 0x11, 0x00, 6, 32, 0, 0, 0, 1, 33, 0, 0, 0}),
            "load_3d.pixel_null_mask.RGBA (M1, 8) 0x11:uw T6 V32.0 V33.0");
}

// The work of a reader is bounded: a short file cannot make it read the same bytes a million times.
TEST(VisaBinary, BytesAreReadOnce) {
  std::string code;
  for (int n = 0; n < 100; ++n) code += "ret (M1, 1)\n";
  const auto module = parse(".version 4.1\n.kernel \"a\"\n" + code + ".kernel \"b\"\n" + code, "test");
  ASSERT_TRUE(module);
  std::vector<std::byte> bytes = write(*module).value();
  ASSERT_TRUE(read(bytes));
  constexpr std::ptrdiff_t kFirst = 4 + 2 + 2 + 2 + 1,
                           kEntry = 2 + 1 + 4 + 4 + 4 + 4 + 1;  // offsets of a's and b's code
  std::uint32_t second = 0;
  std::memcpy(&second, bytes.data() + kFirst + kEntry, sizeof second);
  std::copy_n(bytes.begin() + kFirst, 4, bytes.begin() + kFirst + kEntry);
  bytes.resize(second);  // without b's own
  const auto again = read(bytes);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().message, "kernel b overlaps another kernel in the file");
}

TEST(VisaBinary, NamesAreBounded) {
  auto module = parse(".version 4.1\n.kernel \"a\"\n.file \"" + std::string(1 << 20, 'x') + "\"\n", "test");
  ASSERT_TRUE(module);
  auto& instructions = module->kernels[0].instructions;
  instructions.resize(70, Instruction(instructions[0]));
  const auto bytes = write(*module);
  ASSERT_TRUE(bytes);
  EXPECT_LT(bytes->size(), 2U << 20);
  const auto again = read(*bytes);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().message, "the names in this file are longer than 64 MB in total");
}

TEST(VisaBinary, ErrorsSayWhere) {
  EXPECT_EQ(instruction_of(6, {0x3b}), "unknown opcode 0x3b");
  EXPECT_EQ(instruction_of(6, {0x34, 0x0f, 0, 0}), "unknown code 15 of an execution size");
  EXPECT_EQ(instruction_of(6, {0x34, 0x00, 2, 0}), "there is no predicate 2");
  EXPECT_EQ(instruction_of(6, {0x4e, 0x09}), "opcode 0x4e has no operation 9");
  EXPECT_EQ(instruction_of(6, {0x31, 0, 0}), "there is no label 0");
  const auto newer =
      read(std::vector{std::byte{'C'}, std::byte{'I'}, std::byte{'S'}, std::byte{'A'}, std::byte{9}, std::byte{0}});
  ASSERT_FALSE(newer);
  EXPECT_EQ(newer.error().where.offset, 4);
}

}  // namespace
}  // namespace eugene::visa
