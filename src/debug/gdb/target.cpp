#include "debug/gdb/target.h"

#include <fmt/format.h>

#include <array>

#include "base/hex.h"
#include "eu/thread.h"

namespace eugene::debug::gdb {
namespace {

struct Host {
  const char* name;
  unsigned bits;
  const char* type;
};
// Registers of org.gnu.gdb.i386.core, in its order, without the sixteen general registers and rip that come first, and
// without the FPU's eight.
constexpr std::array kSegments{Host{"eflags", 32, "int"}, Host{"cs", 32, "int"}, Host{"ss", 32, "int"},
                               Host{"ds", 32, "int"},     Host{"es", 32, "int"}, Host{"fs", 32, "int"},
                               Host{"gs", 32, "int"}};
constexpr std::array kGeneral{"rax", "rbx", "rcx", "rdx", "rsi", "rdi", "rbp", "rsp",
                              "r8",  "r9",  "r10", "r11", "r12", "r13", "r14", "r15"};
constexpr std::array kControl{"fctrl", "fstat", "ftag", "fiseg", "fioff", "foseg", "fooff", "fop"};
constexpr unsigned kFpu = 8, kFpuBits = 80, kFlags = 2;

std::string reg(std::string_view name, unsigned bits, std::string_view type) {
  return fmt::format("<reg name=\"{}\" bitsize=\"{}\" type=\"{}\"/>", name, bits, type);
}

std::string zeros(unsigned bits) { return std::string(bits / 4, '0'); }

}  // namespace

std::string target_description() {
  std::string text =
      "<?xml version=\"1.0\"?><!DOCTYPE target SYSTEM \"gdb-target.dtd\"><target version=\"1.0\">"
      "<architecture>i386:x86-64</architecture><feature name=\"org.gnu.gdb.i386.core\">";
  for (const char* each : kGeneral) text += reg(each, 64, "int64");
  text += reg("rip", 64, "code_ptr");
  for (const Host& each : kSegments) text += reg(each.name, each.bits, each.type);
  for (unsigned i = 0; i != kFpu; ++i) text += reg(fmt::format("st{}", i), kFpuBits, "i387_ext");
  for (const char* each : kControl) text += reg(each, 32, "int");
  text +=
      "</feature><feature name=\"org.eugene.gpu\">"
      "<vector id=\"as_ud\" type=\"uint32\" count=\"8\"/><vector id=\"as_f\" type=\"ieee_single\" count=\"8\"/>"
      "<vector id=\"as_uw\" type=\"uint16\" count=\"16\"/><vector id=\"as_uq\" type=\"uint64\" count=\"4\"/>"
      "<union id=\"grf\"><field name=\"ud\" type=\"as_ud\"/><field name=\"f\" type=\"as_f\"/>"
      "<field name=\"uw\" type=\"as_uw\"/><field name=\"uq\" type=\"as_uq\"/></union>";
  for (unsigned i = 0; i != eu::kGrfCount; ++i) text += reg(fmt::format("grf{}", i), 8 * eu::kGrfBytes, "grf");
  for (unsigned i = 0; i != kFlags; ++i) text += reg(fmt::format("flag{}", i), 32, "uint32");
  return text + "</feature></target>";
}

std::string register_bytes(std::uint64_t ip, std::string_view grf, std::string_view flags) {
  std::string text = zeros(64 * kGeneral.size());
  text += to_hex(std::as_bytes(std::span(&ip, 1)));
  for (const Host& each : kSegments) text += zeros(each.bits);
  text += zeros(kFpu * kFpuBits) + zeros(32 * kControl.size());
  text += grf;
  text += flags;
  return text;
}

}  // namespace eugene::debug::gdb
