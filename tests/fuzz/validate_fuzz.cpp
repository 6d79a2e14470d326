// Arbitrary code: the validator ends, and each of its messages names an existing rule and a place in the program.
#include <cstdint>
#include <cstdlib>
#include <set>
#include <span>
#include <string_view>

#include "isa/encoding/decode.h"
#include "rules/validate.h"

namespace {

using namespace eugene;

const std::set<std::string_view>& known_rules() {
  static const std::set<std::string_view> known = [] {
    std::set<std::string_view> ids;
    for (const rules::Rule& rule : rules::all()) ids.insert(rule.id);
    return ids;
  }();
  return known;
}

void check(const isa::Machine& machine, std::span<const std::byte> code) {
  Diagnostics undecoded;
  const isa::Program program = isa::decode_program(*machine.gen, code, undecoded);
  Diagnostics found;
  rules::validate(program, found, {.machine = &machine});
  for (const Diagnostic& diagnostic : found) {
    const bool good = known_rules().contains(diagnostic.rule) && !diagnostic.message.empty() &&
                      !diagnostic.reference.empty() && diagnostic.where.offset >= 0 &&
                      diagnostic.where.offset < static_cast<std::int64_t>(code.size());
    if (!good) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span code{reinterpret_cast<const std::byte*>(data), size};
  for (const char* name : {"snb", "bxt", "skl"}) check(*eugene::isa::find_machine(name), code);
  return 0;
}
