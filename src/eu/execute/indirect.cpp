#include "eu/execute/indirect.h"

#include <algorithm>

#include "eu/execute/store.h"
#include "eu/register_file.h"

namespace eugene::eu {

namespace {

constexpr unsigned kAddressedBytes = 0x10000;  // the range of a 16-bit address

bool outside(ExecutionState& state, const PreparedOp& op, unsigned lane) {
  state.raise(op, "indirect access outside the register file", "SNB PRM vol4 part2 5.3.7", lane);
  return false;
}

int read_address(const ExecutionState& state, unsigned subregister) {
  return register_address(*state.program.gen, state.thread, subregister);
}

bool lies_inside(int at, unsigned bytes, unsigned limit) {
  return at >= 0 && static_cast<unsigned>(at) + bytes <= limit;
}

// The offsets of the channels' elements in their register file.
class Places {
 public:
  Places(ExecutionState& state, const PreparedOp& op, std::uint32_t channels, unsigned bytes, unsigned limit)
      : state_(state), op_(op), channels_(channels), bytes_(bytes), limit_(limit) {}

  // `at(channel)` returns a byte offset, or nothing if the address register does not exist. Called only for enabled
  // channels.
  template <class At>
  bool find(unsigned count, At at) {
    for (unsigned channel = 0; channel < count; ++channel) {
      if ((channels_ >> channel & 1) == 0) continue;
      const std::optional<int> place = at(channel);
      if (!place || !lies_inside(*place, bytes_, limit_)) return outside(state_, op_, channel);
      offsets_[channel] = static_cast<std::uint16_t>(*place);
    }
    return true;
  }

  const ElementOffsets& offsets() const { return offsets_; }

 private:
  ExecutionState& state_;
  const PreparedOp& op_;
  std::uint32_t channels_;
  unsigned bytes_;
  unsigned limit_;
  ElementOffsets offsets_{};
};

// movi: the register that a0.0 addresses; the channel's own address gives the place in that register (8.3.30).
int place_in_shared_register(const ExecutionState& state, const SourcePlan& plan, unsigned row) {
  const int byte = read_address(state, row) + plan.address_offset;
  const int first = read_address(state, 0) + plan.address_offset;
  return (first & ~31) + (byte & 31 & -plan.element_bytes);
}

// Returns the subregister of a0 that the first row uses.
unsigned first_row(const ExecutionState& state, const PreparedOp& op, const SourcePlan& plan) {
  // movi into a register that a0 addresses: element n of that register still uses a0.n (8.3.30).
  const DestinationPlan& destination = op.destination;
  if (!plan.shares_register || destination.kind != DestinationPlan::Kind::indirect) return plan.address;
  const int to = read_address(state, destination.address) + destination.address_offset;
  return plan.address + static_cast<unsigned>(to) % kGrfBytes / plan.element_bytes;
}

}  // namespace

bool fetch_indirect(ExecutionState& state, const PreparedOp& op, const SourcePlan& plan, LaneBuffer& buffer,
                    std::uint32_t channels) {
  const RegisterSpan file = grf_span(state.program);
  const unsigned limit = std::min(file.end - file.begin, kAddressedBytes);
  const std::byte* grf = raw_bytes(state.thread) + plan.offset;
  Places places(state, op, channels, plan.element_bytes, limit);
  if (plan.kind == SourcePlan::Kind::indirect) {
    const int first = read_address(state, plan.address) + plan.address_offset;
    if (lies_inside(first, plan.reach, limit)) {
      plan.load(buffer.bytes.data(), grf + first, plan, plan.lanes);
      return true;
    }
    const auto at = [&](unsigned channel) -> std::optional<int> {
      return first + (plan.offsets != nullptr ? (*plan.offsets)[channel] : plan.stride * static_cast<int>(channel));
    };
    if (!places.find(plan.lanes.count, at)) return false;
  } else {
    const unsigned row = first_row(state, op, plan);
    const auto at = [&](unsigned channel) -> std::optional<int> {
      const unsigned subregister = row + channel / plan.rows_width;
      if (subregister >= state.program.gen->files.address_subregisters) return std::nullopt;
      if (plan.shares_register) return place_in_shared_register(state, plan, subregister);
      return read_address(state, subregister) + plan.address_offset + (*plan.offsets)[channel];
    };
    if (!places.find(plan.lanes.count, at)) return false;
  }
  SourcePlan gather = plan;
  gather.offsets = &places.offsets();
  plan.load_table(buffer.bytes.data(), grf, gather, plan.lanes);
  return true;
}

void store_indirect(ExecutionState& state, const PreparedOp& op, const std::byte* elements, const ActiveLanes& work) {
  const DestinationPlan& plan = op.destination;
  std::byte* file = raw_bytes(state.thread) + plan.offset;
  const int first = read_address(state, plan.address) + plan.address_offset;
  const unsigned limit = std::min(plan.file_bytes, kAddressedBytes);
  if (lies_inside(first, plan.reach, limit)) return plan.store(file + first, elements, plan, work);
  Places places(state, op, work.enabled, plan.element_bytes, limit);
  const auto at = [&](unsigned channel) -> std::optional<int> {
    return first + plan.stride * static_cast<int>(channel);
  };
  if (!places.find(work.count, at)) return;
  DestinationPlan scatter = plan;
  scatter.offsets = &places.offsets();
  store_table(plan.element_bytes)(file, elements, scatter, work);
}

}  // namespace eugene::eu
