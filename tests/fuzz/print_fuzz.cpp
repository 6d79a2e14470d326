// Any bytes are machine code of either generation: their text is one line an instruction, and assembles to the same
// bytes in every dialect, messages by number and by name. The first byte chooses the generation.
#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "asm/assemble.h"
#include "asm/disassemble.h"

namespace {

using namespace eugene;

void check(bool ok) {
  if (!ok) std::abort();
}

void check_text(const isa::Gen& gen, const assembly::Dialect& dialect, const std::string& text,
                std::span<const std::byte> code) {
  const auto assembled = assembly::assemble(gen, dialect, text, "printed.asm");
  check(assembled.has_value());
  const auto again = assembly::encode(assembled->kernels[0], "printed.asm");
  check(again && std::ranges::equal(*again, code));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const isa::Gen& gen = (data[0] & 0x80) != 0 ? isa::kGen12 : (data[0] & 1) != 0 ? isa::kGen6 : isa::kGen9;
  const std::span code(reinterpret_cast<const std::byte*>(data) + 1, size - 1);
  const assembly::Disassembly whole = assembly::disassemble(gen, code);
  for (const assembly::Dialect* dialect : assembly::kDialects) {
    for (const assembly::MessageForm messages : {assembly::MessageForm::numbers, assembly::MessageForm::names}) {
      check_text(gen, *dialect, assembly::print(whole.program, *dialect, whole.exact, messages), code);
      if (code.size() < 16) continue;
      std::optional<Diagnostic> problem;
      const std::string line = assembly::disassemble_one(gen, *dialect, code.first(16), problem, messages);
      check(line.find('\n') == std::string::npos);
      check_text(gen, *dialect, line, code.first(16));
    }
  }
  return 0;
}
