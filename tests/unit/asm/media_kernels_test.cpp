// Media kernels that ran on hardware, where their sources are present: EUGENE_VAAPI_KERNELS is `src/shaders` of
// intel-vaapi-driver, EUGENE_MEDIASDK is `_studio/mfx_lib/genx` of MediaSDK. Each decodes, is the same after printing
// and assembling, keeps the documents' rules except where hardware does not need them, and has branches that lead to
// instructions.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "asm/assemble.h"
#include "asm/disassemble.h"
#include "rules/validate.h"

namespace eugene::assembly {
namespace {

namespace fs = std::filesystem;
using Code = std::vector<std::byte>;

std::string text_of(const fs::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// The numbers 0x... of a source in C, `bytes` each, lowest byte first; comments have none.
Code numbers(const std::string& text, std::size_t bytes) {
  Code code;
  for (std::size_t at = text.find("0x"); at != std::string::npos; at = text.find("0x", at + 2)) {
    const auto value = static_cast<std::uint32_t>(std::strtoul(text.c_str() + at, nullptr, 16));
    for (std::size_t n = 0; n < bytes; ++n) code.push_back(static_cast<std::byte>(value >> 8 * n));
  }
  return code;
}

void expect_as_on_hardware(const isa::Gen& gen, const Code& code, const std::string& name) {
  const Disassembly disassembly = disassemble(gen, code);
  ASSERT_TRUE(disassembly.diagnostics.empty()) << name << ": " << disassembly.diagnostics.front().message;
  EXPECT_TRUE(disassembly.exact.empty()) << name;
  for (const Dialect* dialect : kDialects) {
    const std::string text = print(disassembly.program, *dialect, disassembly.exact);
    const auto assembly = assemble(gen, *dialect, text, "text");
    ASSERT_TRUE(assembly) << name << ": " << format(assembly.error().front(), text);
    EXPECT_EQ(encode(assembly->kernels.front(), "text"), code) << name << " in " << dialect->name;
  }
  Diagnostics wrong;
  rules::validate(disassembly.program, wrong);
  for (const Diagnostic& d : wrong) {
    // Kernels compiled for Skylake need not obey the rules of the low-power parts: docs/record/errata.md.
    const bool low_power = d.rule.starts_with("qword.");
    EXPECT_FALSE(d.severity == Severity::error && !low_power)
        << name << " at " << d.where.offset << ": " << d.message << " [" << d.rule << "]";
  }
}

// The driver joins these into one program: i965_render.c.
const std::vector<std::vector<std::string>> kJoined{
    {"exa_wm_src_affine", "exa_wm_src_sample_planar", "exa_wm_yuv_color_balance", "exa_wm_yuv_rgb", "exa_wm_write"},
    {"exa_wm_src_affine", "exa_wm_src_sample_argb", "exa_wm_write"},
};
bool is_part(const std::string& name) {
  return std::ranges::any_of(kJoined, [&](const auto& parts) { return std::ranges::find(parts, name) != parts.end(); });
}

unsigned check_shaders(const fs::path& folder, const isa::Gen& gen, std::string_view extension) {
  std::map<std::string, Code> parts;
  unsigned count = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != extension) continue;
    ++count;
    Code code = numbers(text_of(entry.path()), 4);
    if (is_part(entry.path().stem())) {
      parts[entry.path().stem()] = std::move(code);
    } else {
      expect_as_on_hardware(gen, code, entry.path().filename());
    }
  }
  for (const std::vector<std::string>& names : kJoined) {
    Code code;
    for (const std::string& name : names) code.insert(code.end(), parts[name].begin(), parts[name].end());
    expect_as_on_hardware(gen, code, names[1]);
  }
  return count;
}

TEST(MediaKernels, OfIntelVaapiDriver) {
  const char* folder = std::getenv("EUGENE_VAAPI_KERNELS");
  if (folder == nullptr) GTEST_SKIP() << "EUGENE_VAAPI_KERNELS is not set";
  EXPECT_EQ(check_shaders(folder, isa::kGen6, ".g6b"), 27U);
  EXPECT_GE(check_shaders(folder, isa::kGen9, ".g9b"), 25U);
}

// A fat binary of vISA 3.6: kernels with the machine code of some platforms each.
class FatBinary {
 public:
  explicit FatBinary(const Code& bytes) : bytes_(bytes) {}

  // The kernels for Skylake, by name.
  std::map<std::string, Code> skylake() {
    constexpr unsigned kSkylake = 5;
    std::map<std::string, Code> result;
    at_ = 6;
    for (unsigned kernels = number(2); kernels > 0; --kernels) {
      const std::string name = text(number(1));
      at_ += 12;  // the vISA's offset, its size, and the offset of its inputs
      for (unsigned table = 0; table < 2; ++table) at_ += 4 * number(2);  // relocations
      for (unsigned binaries = number(1); binaries > 0; --binaries) {
        const bool wanted = number(1) == kSkylake;
        const std::size_t offset = number(4), size = number(4);
        if (wanted && offset + size <= bytes_.size())
          result[name] = Code(bytes_.begin() + static_cast<std::ptrdiff_t>(offset),
                              bytes_.begin() + static_cast<std::ptrdiff_t>(offset + size));
      }
    }
    return result;
  }

 private:
  unsigned number(std::size_t bytes) {
    std::uint32_t value = 0;
    if (at_ + bytes <= bytes_.size()) std::memcpy(&value, &bytes_[at_], bytes);
    at_ += bytes;
    return value;
  }
  std::string text(std::size_t length) {
    std::string result;
    for (; length > 0; --length) result += static_cast<char>(number(1));
    return result;
  }

  const Code& bytes_;
  std::size_t at_ = 0;
};

TEST(MediaKernels, OfMediaSdk) {
  const char* folder = std::getenv("EUGENE_MEDIASDK");
  if (folder == nullptr) GTEST_SKIP() << "EUGENE_MEDIASDK is not set";
  unsigned count = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.path().filename().string().ends_with("_gen9_isa.cpp")) continue;
    const Code bytes = numbers(text_of(entry.path()), 1);
    if (bytes.size() < 8 || std::memcmp(bytes.data(), "CISA", 4) != 0) continue;
    for (const auto& [name, code] : FatBinary(bytes).skylake()) {
      ++count;
      expect_as_on_hardware(isa::kGen9, code, name);
    }
  }
  EXPECT_GE(count, 25U);
}

}  // namespace
}  // namespace eugene::assembly
