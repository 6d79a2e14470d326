// Arbitrary code: the validator ends, and each of its messages names an existing rule and a place in the program. So
// does what observers follow of Gen12's scoreboard.
#include <cstdint>
#include <cstdlib>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include "isa/encoding/decode.h"
#include "isa/open_accesses.h"
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

void validate_code(const isa::Machine& machine, std::span<const std::byte> code) {
  Diagnostics undecoded;
  const isa::Program program = isa::decode_program(*machine.gen, code, undecoded);
  isa::OpenAccesses open;
  std::vector<isa::DependencyHazard> hazards;
  for (std::size_t n = 0; isa::has_scoreboard(*machine.gen) && n < program.instructions.size(); ++n)
    open.execute(program, n, isa::find_accesses(*machine.gen, program.instructions[n]), hazards);
  for (const isa::DependencyHazard& each : hazards) {
    (void)isa::find_missing_wait(program, each);
    if (each.earlier >= each.later || isa::describe(program, each).empty()) std::abort();
  }
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
  for (const char* name : {"snb", "bxt", "skl", "tgl"}) validate_code(*eugene::isa::find_machine(name), code);
  return 0;
}
