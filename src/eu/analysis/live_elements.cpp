#include "eu/analysis/live_elements.h"

#include <algorithm>
#include <optional>
#include <span>

#include "eu/analysis/backward_flow.h"
#include "eu/analysis/channel_elements.h"
#include "eu/analysis/divergence.h"

namespace eugene::eu {
namespace {

// Limits the cost to about half a second.
constexpr std::size_t kMaxMembers = 50'000'000;   // instructions times cells or numbered elements
constexpr std::size_t kMaxBranches = 10'000'000;  // branches times instructions

// Gives a number to each element that an instruction reads for its channel. The sets of this data flow hold these
// numbers.
class ElementNumbers {
 public:
  explicit ElementNumbers(const std::vector<ReadElements>& reads, unsigned cells) : by_cell_(cells) {
    for (const ReadElements& each : reads) {
      for (const ChannelElements& elements : each.own) {
        if (find(elements)) continue;
        by_cell_[elements.cell].push_back(size());
        all_.push_back(extended(elements));
      }
    }
  }

  unsigned size() const { return static_cast<unsigned>(all_.size()); }
  std::optional<unsigned> find(const ChannelElements& elements) const {
    for (const unsigned each : in_cell(elements.cell))
      if (all_[each] == extended(elements)) return each;
    return std::nullopt;
  }
  std::span<const unsigned> in_cell(unsigned cell) const { return by_cell_[cell]; }
  // Adds the cells of the numbered elements `which`.
  void add_cells(const Cells& which, Cells& cells) const {
    for (unsigned each = 0; each < size(); ++each)
      if (which[each]) cells.set(all_[each].cell);
  }

 private:
  // Extends the elements to their stride: a channel may read only the low word of a dword that it wrote.
  static ChannelElements extended(ChannelElements elements) {
    elements.layout.size = elements.layout.stride;
    return elements;
  }

  std::vector<ChannelElements> all_;
  std::vector<std::vector<unsigned>> by_cell_;
};

// Whether the analysis covers how the instructions of `prepared` move channels. A fork of Gen6 enables channels that
// may not have been dispatched, so no earlier instruction has written their elements.
bool is_covered(const PreparedProgram& prepared) {
  return std::ranges::none_of(prepared.ops, [](const PreparedOp& op) {
    return op.action == Action::branch && op.flow.rule.kind == sem::Flow::fork;
  });
}

}  // namespace

std::vector<Cells> cells_with_live_elements(const isa::Program& program, const PreparedProgram& prepared,
                                            const std::vector<Cells>& killed, const std::vector<bool>& is_open) {
  const std::size_t count = prepared.ops.size();
  const unsigned cells = cell_count(program);
  if (!is_covered(prepared) || count * cells > kMaxMembers) return {};
  std::vector<ReadElements> reads(count);
  for (const PreparedOp& op : prepared.ops)
    if (!is_open[op.index]) reads[op.index] = read_elements(program, op);
  const ElementNumbers numbers(reads, cells);
  const auto branches = static_cast<std::size_t>(std::ranges::count_if(prepared.ops, may_diverge));
  if (count * numbers.size() > kMaxMembers || count * branches > kMaxBranches) return {};

  ReadAndKilled shared(count, cells), own(count, numbers.size());
  shared.killed = killed;
  for (const PreparedOp& op : prepared.ops) {
    Cells& read = shared.read[op.index];
    if (is_open[op.index]) read.set();
    for (const auto& part : reads[op.index].shared) read.set(part.cell);
    for (const ChannelElements& each : reads[op.index].own) own.read[op.index].set(*numbers.find(each));
    if (is_open[op.index]) continue;
    for (const ChannelElements& each : written_elements(program, op))
      if (const auto number = numbers.find(each)) own.killed[op.index].set(*number);
    for (unsigned cell = 0; cell < cells; ++cell)
      if (killed[op.index][cell])
        for (const unsigned number : numbers.in_cell(cell)) own.killed[op.index].set(number);
  }
  std::vector<Cells> found = flow_back(prepared, shared, cells);
  const std::vector<Cells> before = flow_back(prepared, own, numbers.size());
  std::vector<Cells> waiting(count + 1, Cells(numbers.size()));
  for (const PreparedOp& op : prepared.ops) {
    if (!may_diverge(op)) continue;
    const Cells& wanted = before[waiting_place(op)];
    for (const std::uint32_t each : executed_while_waiting(prepared, op)) waiting[each] |= wanted;
  }
  for (std::size_t i = 0; i <= count; ++i) numbers.add_cells(before[i] | waiting[i], found[i]);
  return found;
}

}  // namespace eugene::eu
