// Dispatches that the check `init` need not watch: everything that their threads can read is defined when they start,
// and so is everything they compute. Such dispatches run compiled, as fast as without the check.
#include <algorithm>

#include "check/init/init.h"
#include "eu/analysis/defined_values.h"
#include "eu/analysis/digest_plan.h"
#include "eu/analysis/live_registers.h"
#include "isa/program.h"

namespace eugene::check {
namespace {

// Bound on the cost of the analysis, instructions times cells.
constexpr std::size_t kMax = 20'000'000;

// Returns whether each channel writes its elements of every register without initial contents before it reads them, on
// every path.
bool are_reads_defined(const eu::Kernel& kernel, unsigned given, bool is_whole) {
  const eu::PreparedProgram& prepared = kernel.prepared();
  if (prepared.ops.empty() || prepared.ops.size() * eu::kCellCount > kMax) return false;
  // A system routine saves registers, but saving is not a use.
  const eu::LiveRegisters live(kernel.program(), prepared, is_whole, false);
  const eu::Cells& read = live.before(0);
  for (unsigned number = given; number < eu::kGrfCount; ++number) {
    if (read[number]) return false;
  }
  return true;
}

// Whether no undefined value decides anything or goes to memory, provided that memory is defined. Registers without
// contents may be read, as unused parts of messages or by disabled channels.
bool is_use_defined(const eu::Kernel& kernel, unsigned given, bool is_whole) {
  const eu::DefinedValues defined(kernel, {.registers = given, .is_whole = is_whole, .has_memory = true});
  const auto plan = eu::digest_plan(kernel, defined);
  return plan != nullptr && !plan->any() && std::ranges::all_of(kernel.prepared().ops, [&](const eu::PreparedOp& op) {
           return op.action != isa::Action::send || eu::is_sent_defined(kernel.program(), defined, op);
         });
}

bool is_defined(const InitArgument& argument) {
  const BufferRange range{.begin = argument.begin, .end = argument.begin + argument.size()};
  return argument.buffer->bytes.is_defined(range);
}

}  // namespace

bool is_memory_defined(const InitFacts& facts, bool has_local) {
  return !has_local && facts.thread_memories.empty() && std::ranges::all_of(facts.arguments, is_defined);
}

bool are_registers_defined(const eu::Kernel& kernel, unsigned given, bool is_whole) {
  if (kernel.program().is_visa) return false;
  return are_reads_defined(kernel, given, is_whole) || is_use_defined(kernel, given, is_whole);
}

}  // namespace eugene::check
