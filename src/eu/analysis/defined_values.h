// Which values that a program reads cannot depend on anything undefined, whatever way its threads take: those that are
// computed from what threads are given, from constants, and from each other. A forward data flow over the registers.
//
// The trouble is channels. A write defines the elements of channels that run, so what it has defined holds there alone;
// and channels that wait elsewhere may find their elements overwritten when they run again. So two kinds of facts are
// carried: that units are defined always, by writes of all channels, and that elements are where their channel runs
// (defined_cells.h). Both hold at a place only if they do on each path to it, where a branch leads to all its targets
// and to what follows: among these paths are that of each channel and that of the thread, which executes what any of
// its channels does. Anything rare, as an indirect operand, counts as undefined.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "eu/analysis/defined_cells.h"
#include "eu/kernel.h"
#include "eu/prepare/prepared_op.h"

namespace eugene::eu {

struct DefinedAtStart {
  unsigned registers = 0;   // from r0 on
  bool is_whole = false;    // threads start with all channels that instructions work on
  bool has_memory = false;  // all memory that messages read is defined, too
};

class DefinedValues {
 public:
  DefinedValues(const Kernel& kernel, const DefinedAtStart& start);

  // What `op` takes of source `from`, in channels that are enabled.
  bool is_source(const PreparedOp& op, const SourcePlan& from) const;
  // By which predicate it goes.
  bool is_predicate(const PreparedOp& op) const;
  // `count` bytes of the Thread that are of no channel.
  bool are_bytes(const PreparedOp& op, std::uint32_t offset, unsigned count) const;
  // An element of `count` bytes, of the channel that is `lane` of the instruction.
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
  // Whether that is enough for the channels that `op` enables.
  bool suffices(const PreparedOp& op, Defined value) const;
  bool all_run(const PreparedOp& op) const { return start_.is_whole && !divergent_[op.index]; }

  Kernel kernel_;
  DefinedAtStart start_;
  std::vector<bool> divergent_;                      // by instruction
  std::vector<std::optional<DefinedCells>> before_;  // the same; nothing: it is never reached, or nothing is known
  ClobberedCells clobbered_;
  bool has_changed_ = false;
  DefinedCells now_;
};

}  // namespace eugene::eu
