// The accesses of one thread that may still be open while it executes, for observers of Gen12's software scoreboard.
// The rules of `check` follow the same accesses over all paths (rules/scoreboard.cpp).
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "isa/dependency.h"

namespace eugene::isa {

class OpenAccesses {
 public:
  // The thread executes instruction `index` of `program`, whose accesses these are. Adds its hazards with earlier
  // instructions to `found`, one for each of them. A hazard is reported once.
  void execute(const Program& program, std::size_t index, const Accesses& accesses,
               std::vector<DependencyHazard>& found);

 private:
  // The accesses of an instruction to one register.
  struct Open {
    std::size_t index = 0;
    Accesses accesses;
    std::optional<unsigned> token;
    unsigned distance = 1;  // of the next instruction
    bool reads = true;
    bool writes = true;
    // Not 0: in the else branch of an if branch that has the access. Its channels are others, and do not read what was
    // written for these. Counts the blocks that are open there.
    unsigned others = 0;
  };

  void follow_branches(const Program& program, std::size_t index);
  void wait(const Program& program, std::size_t index);
  void add(const Program& program, std::size_t index, const Accesses& accesses);

  std::vector<Open> open_;
  std::optional<std::size_t> last_;
};

}  // namespace eugene::isa
