// Dispatches that the check `init` need not watch: nothing that their threads can read is undefined when they start,
// and what they compute of it is defined too. These run compiled, and as fast as without the check.
#include <algorithm>

#include "checks/init.h"
#include "eu/analysis/live_registers.h"
#include "isa/program.h"

namespace eugene::checks {
namespace {

// Bound on the cost of the analysis, instructions times cells.
constexpr std::size_t kMost = 20'000'000;

// Whether no register without contents is read, on any path, before it is completely written.
bool are_registers_defined(const eu::Kernel& kernel, unsigned given, bool is_whole) {
  const eu::PreparedProgram& prepared = kernel.prepared();
  if (prepared.ops.empty() || prepared.ops.size() * eu::kCellCount > kMost) return false;
  // A system routine saves registers, which is no use of them.
  const eu::LiveRegisters live(kernel.program(), prepared, is_whole, false);
  const eu::Cells& read = live.before(0);
  for (unsigned number = given; number < eu::kGrfCount; ++number) {
    if (read[number]) return false;
  }
  return true;
}

bool is_defined(const InitArgument& argument) {
  const BufferRange range{.begin = argument.begin, .end = argument.begin + argument.size()};
  return argument.buffer->bytes.is_defined(range);
}

}  // namespace

bool is_all_defined(const eu::Kernel& kernel, const InitFacts& facts, bool has_local, bool is_whole) {
  if (kernel.program().is_visa) return false;
  return !has_local && facts.thread_memories.empty() && std::ranges::all_of(facts.arguments, is_defined) &&
         are_registers_defined(kernel, facts.given_registers, is_whole);
}

}  // namespace eugene::checks
