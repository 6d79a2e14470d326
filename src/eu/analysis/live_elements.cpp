#include "eu/analysis/live_elements.h"

#include <algorithm>
#include <optional>
#include <span>

#include "eu/analysis/backward_flow.h"
#include "eu/analysis/channel_elements.h"

namespace eugene::eu {
namespace {

// Bound on the cost of the analysis: instructions times numbered elements, and branches times instructions.
constexpr std::size_t kMax = 50'000'000;

// Numbers the elements that instructions read for their channels. The members of the sets of this data flow are such
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
  // A channel may read a part of what it wrote, such as the low word of a dword.
  static ChannelElements extended(ChannelElements elements) {
    elements.layout.size = elements.layout.stride;
    return elements;
  }

  std::vector<ChannelElements> all_;
  std::vector<std::vector<unsigned>> by_cell_;
};

struct Range {
  std::uint32_t first = 0, end = 0;
  // Returns whether the range did not have `index` and its neighbours up to it.
  bool extend(std::uint32_t index) {
    const Range before = *this;
    first = std::min(first, index);
    end = std::max(end, index);
    return first != before.first || end != before.end;
  }
};

bool parts(const PreparedOp& op) { return op.action == Action::branch && op.flow.rule.kind != sem::Flow::resume; }

// Returns the instructions that the thread may execute while channels wait that branch `op` has parted from others:
// those between the branch and its targets, and all that branches among these lead to.
Range executed_meanwhile(const PreparedProgram& prepared, const PreparedOp& op) {
  Range range{op.index, op.index + 1};
  for (bool grows = true; grows;) {
    grows = false;
    for (std::uint32_t i = range.first; i < std::min<std::size_t>(range.end, prepared.ops.size()); ++i) {
      const PreparedOp& each = prepared.ops[i];
      if (!flows(each)) continue;
      for (const std::uint32_t target : {each.flow.jip, each.flow.uip, i + 1}) grows |= range.extend(target);
    }
  }
  return range;
}

}  // namespace

std::vector<Cells> cells_with_live_elements(const isa::Program& program, const PreparedProgram& prepared,
                                            const std::vector<Cells>& killed, const std::vector<bool>& is_open) {
  const std::size_t count = prepared.ops.size();
  const unsigned cells = cell_count(program);
  std::vector<ReadElements> reads(count);
  for (const PreparedOp& op : prepared.ops)
    if (!is_open[op.index]) reads[op.index] = read_elements(program, op);
  const ElementNumbers numbers(reads, cells);
  const auto branches = static_cast<std::size_t>(std::ranges::count_if(prepared.ops, parts));
  if (count * numbers.size() > kMax || count * branches > kMax) return {};

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
    if (!parts(op)) continue;
    const bool leaves = op.flow.rule.kind == sem::Flow::leave;
    const Cells wanted = leaves ? before[op.flow.target()] : live_after(before, op);
    const Range range = executed_meanwhile(prepared, op);
    for (std::uint32_t i = range.first; i < range.end && i <= count; ++i) waiting[i] |= wanted;
  }
  for (std::size_t i = 0; i <= count; ++i) numbers.add_cells(before[i] | waiting[i], found[i]);
  return found;
}

}  // namespace eugene::eu
