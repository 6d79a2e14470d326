// Arbitrary text: assembling ends, with a program or with reasons. A program is the same after printing and reading it
// again, with messages by number and by name. The first byte chooses generation and dialect.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "asm/assemble.h"
#include "asm/disassemble.h"

namespace {

using namespace eugene;

void check(bool ok) {
  if (!ok) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const isa::Gen& gen = (data[0] & 1) != 0 ? isa::kGen6 : isa::kGen9;
  const assembly::Dialect& dialect = *assembly::kDialects[(data[0] >> 1) % assembly::kDialects.size()];
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto assembled = assembly::assemble(gen, dialect, text, "fuzz.asm");
  if (!assembled) {
    check(!assembled.error().empty());
    for (const Diagnostic& error : assembled.error()) check(!format(error, text).empty() && !error.message.empty());
    return 0;
  }
  check(!assembled->kernels.empty());
  for (const assembly::AssembledKernel& kernel : assembled->kernels) {
    const isa::Program& program = kernel.program;
    check(program.offsets.size() == program.instructions.size() && kernel.lines.size() == program.instructions.size());
    const auto code = assembly::encode(kernel, "fuzz.asm");
    if (!code) continue;  // the generation cannot express the program
    const assembly::Disassembly again = assembly::disassemble(gen, *code);
    for (const assembly::MessageForm messages : {assembly::MessageForm::numbers, assembly::MessageForm::names}) {
      const std::string printed = assembly::print(again.program, dialect, again.exact, messages);
      const auto reassembled = assembly::assemble(gen, dialect, printed, "printed.asm");
      check(reassembled.has_value());
      const auto recode = assembly::encode(reassembled->kernels[0], "printed.asm");
      check(recode && *recode == *code);
    }
  }
  return 0;
}
