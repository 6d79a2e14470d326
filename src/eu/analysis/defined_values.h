// Finds values that cannot depend on anything undefined, whatever path the threads take: values that are computed from
// the threads' inputs, from constants, and from each other. A forward data flow over the registers.
//
// The problem is channels. A write defines the elements of running channels only, and a waiting channel may find its
// elements overwritten when it runs again. So the analysis keeps two kinds of facts: units that are always defined,
// because all channels wrote them, and elements that are defined as long as their channel runs (defined_cells.h). A
// fact holds at a place only if it holds on every path to that place. A branch leads to all its targets and to the next
// instruction, so the paths include the path of each channel and the path of the thread, which executes whatever any of
// its channels does. Rare things, such as indirect operands, count as undefined.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "eu/analysis/defined_cells.h"
#include "eu/kernel.h"
#include "eu/prepared_op.h"

namespace eugene::eu {

struct DefinedAtStart {
  unsigned registers = 0;   // number of registers with contents, from r0 on
  bool is_whole = false;    // threads start with all channels that any instruction uses
  bool has_memory = false;  // all memory that messages read is defined too
};

class DefinedValues {
 public:
  DefinedValues(const Kernel& kernel, const DefinedAtStart& start);

  // Whether the elements that the enabled channels of `op` read through `from` are defined.
  bool is_source(const PreparedOp& op, const SourcePlan& from) const;
  // Whether the predicate of `op` is defined.
  bool is_predicate(const PreparedOp& op) const;
  // Whether `count` bytes of the Thread are defined whatever channels run.
  bool are_bytes(const PreparedOp& op, std::uint32_t offset, unsigned count) const;
  // Whether an element of `count` bytes is defined for the channel that is `lane` of the instruction.
  bool is_element(const PreparedOp& op, std::uint32_t offset, unsigned count, unsigned lane) const;

 private:
  enum class Way : std::uint8_t { masked, predicated };

  void flow();
  bool move_to(std::size_t index, const DefinedCells& from);
  void execute(const PreparedOp& op);
  void compute(const PreparedOp& op);
  void answer(const PreparedOp& op);
  void lose_registers(const PreparedOp& op);
  void lose(const PreparedOp& op);
  void write(const PreparedOp& op, std::vector<WrittenElement> elements, Way way);
  void write_cell(const PreparedOp& op, std::span<const WrittenElement> elements, Way way);
  void write_flags(const PreparedOp& op, const std::vector<Defined>& values, Way way);
  void clobber(const PreparedOp& op, unsigned cell, const std::optional<ChannelLayout>& except);

  Defined units(const DefinedCells& in, unsigned cell, unsigned unit, unsigned count,
                std::optional<unsigned> channel) const;
  Defined bytes(const DefinedCells& in, std::uint32_t offset, unsigned count, std::optional<unsigned> channel) const;
  Defined source(const DefinedCells& in, const PreparedOp& op, const SourcePlan& from, unsigned lane) const;
  Defined predicate(const DefinedCells& in, const PreparedOp& op, unsigned lane) const;
  // Whether `value` is defined for the channels that `op` enables.
  bool suffices(const PreparedOp& op, Defined value) const;
  bool all_run(const PreparedOp& op) const { return start_.is_whole && !divergent_[op.index]; }

  Kernel kernel_;
  DefinedAtStart start_;
  std::vector<bool> divergent_;                      // indexed by instruction
  std::vector<std::optional<DefinedCells>> before_;  // likewise; nothing: never reached, or not known
  ClobberedCells clobbered_;
  bool has_changed_ = false;
  DefinedCells now_;
};

}  // namespace eugene::eu
