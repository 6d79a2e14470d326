// Encodes assembled kernels as machine code.
#include <cstring>

#include <fmt/format.h>

#include "asm/assemble.h"
#include "isa/encoding/compact.h"
#include "isa/encoding/encode.h"
#include "isa/limits.h"

namespace eugene::assembly {
namespace {

// Appends the bytes of one instruction to `code`.
Result<void> append(const isa::Gen& gen, const isa::Instruction& i, std::vector<std::byte>& code) {
  const auto word = isa::encode_word(gen, i);
  if (!word) return forward_error(word);
  const std::size_t at = code.size();
  if (!i.compacted) {
    code.resize(at + 16);
    word->store(std::span<std::byte, 16>(code.data() + at, 16));
    return {};
  }
  const auto half = isa::compact(gen, *word);
  if (!half) return std::unexpected(diagnose(gen, isa::limit("encoding.compacted"), i.row().mnemonic));
  code.resize(at + 8);
  std::memcpy(code.data() + at, &*half, 8);
  return {};
}

}  // namespace

std::expected<std::vector<std::byte>, Diagnostics> encode(const AssembledKernel& kernel, std::string_view file) {
  constexpr std::size_t kMaxErrors = 100;
  const isa::Program& program = kernel.program;
  std::vector<std::byte> code;
  code.reserve(program.instructions.size() * 16);
  Diagnostics errors;
  for (std::size_t n = 0; n < program.instructions.size() && errors.size() < kMaxErrors; ++n) {
    if (const auto bits = kernel.exact.find(n); bits != kernel.exact.end()) {
      code.insert(code.end(), bits->second.begin(), bits->second.end());
      continue;
    }
    const auto done = append(*program.gen, program.instructions[n], code);
    if (!done) {
      errors.push_back(done.error());
      errors.back().where = {.file = std::string(file), .line = kernel.lines[n]};
    }
  }
  if (!errors.empty()) return std::unexpected(std::move(errors));
  return code;
}

}  // namespace eugene::assembly
