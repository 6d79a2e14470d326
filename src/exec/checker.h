// --check: watches a thread instruction by instruction for what a correct program does not do. It costs nothing where
// it is not asked for: the session then runs whole slices instead of steps.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "eu/thread.h"
#include "isa/program.h"

namespace eugene::exec {

struct Suspicion {
  std::string what;
  std::string reference;
  std::size_t instruction = 0;  // index in the program
};

// What relies on undefined results, as far as the instruction and the values of its sources show it.
// `channels` are those of the instruction that run.
void find_undefined(const isa::Gen& gen, const isa::Instruction& instruction, const eu::Thread& thread,
                    std::uint32_t channels, std::vector<Suspicion>& found);

// One for each thread.
class Checker {
 public:
  explicit Checker(const isa::Program& program) : program_(&program) {}

  // Bytes [begin, end) of the Thread hold something: the payload, or what a test sets.
  void mark_written(std::size_t begin, std::size_t end);
  // Before `thread` executes the instruction at thread.ip. Each cause is reported once for an instruction.
  void look(const eu::Thread& thread, std::vector<Suspicion>& found);

 private:
  struct Step;
  void read(const Step& step, const isa::Operand& source, unsigned number);
  void read_payload(const Step& step);
  void write(const Step& step);
  void suspect(const Step& step, std::string what, std::string reference);

  const isa::Program* program_;
  std::bitset<sizeof(eu::Thread)> written_;
  std::bitset<eu::kGrfCount> uncleared_;        // last written with {NoDDClr}
  std::uint64_t executed_ = ~std::uint64_t{0};  // by the thread when it was looked at: it may not have moved since
  bool waited_ = false;                         // the instruction before was a wait
  std::vector<std::string> known_;              // causes already reported, with their instruction
};

}  // namespace eugene::exec
