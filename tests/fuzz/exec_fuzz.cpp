// A file of directives and assembly: reading it and running it for a while must end, whatever it says.
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "profile/report.h"
#include "script/session.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace eugene::script;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto script = read_script(text, "fuzz");
  if (!script) return 0;
  constexpr std::uint64_t kInstructions = 10'000;
  constexpr std::uint64_t kMaxThreads = 64;
  for (const Case& one : script->cases) {
    if (std::uint64_t{one.threads} * one.groups > kMaxThreads) continue;
    bool reads_files = false;
    for (const MemoryRegion& region : one.memory) reads_files = reads_files || region.file;
    if (reads_files) continue;
    for (const CaseReport& found :
         run_case(*script, one, {.instructions = kInstructions, .unchecked = true, .check = true}).reports)
      (void)describe(found, "fuzz");
    std::vector<eugene::profile::KernelCounts> counts;
    const CaseResult result = run_case(
        *script, one, {.instructions = kInstructions, .unchecked = true, .prints_changes = true, .profile = &counts});
    (void)as_text(eugene::profile::analyse(*script->gen, counts));
    for (const Mismatch& mismatch : result.mismatches) (void)describe(mismatch);
    for (const Printed& printed : result.prints) (void)describe(printed, true);
    if (result.fault) (void)describe(*result.fault, "fuzz");
  }
  return 0;
}
