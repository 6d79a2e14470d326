// Finds the instruction whose access to the host's memory faulted in compiled code.
//
// Compiled code does not record its position before it accesses a window of memory, because that would cost more than
// the access. But the processor reports the host's address. The window that contains the address gives the surface, and
// so the sends that may have made the access. In most kernels only one send matches surface and direction. Only calls
// of prepared messages (eu/prepared_message.h) are recorded.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "jit/host/runner.h"
#include "jit/message/known_message.h"

namespace eugene::jit {
namespace {

// Maximum size of an access by one channel, in bytes.
constexpr std::uint64_t kMaxBytes = 256;

bool holds(const eu::WindowTable::Slot& slot, std::uintptr_t address) {
  return slot.count != 0 && address - reinterpret_cast<std::uintptr_t>(slot.host) < slot.count + kMaxBytes;
}

// Whether a window of `space` contains the address.
bool is_shown(std::span<const eu::WindowTable::Slot> windows, const eu::MemorySpace& space, std::uintptr_t address) {
  return std::ranges::any_of(
      windows, [&](const eu::WindowTable::Slot& slot) { return slot.bti == space.bti && holds(slot, address); });
}

}  // namespace

eu::Fault Runner::explain(const HostFault& lost) {
  const eu::Kernel& kernel = attached_->kernel;
  const isa::Program& program = kernel.program();
  std::vector<std::uint32_t> places;
  bool has_window = false;
  std::optional<eu::Fault> found;
  const std::uint32_t calling = frame_.calling;
  // The message is sent again, because the port knows which channel failed.
  if (calling != 0 &&
      send_message(&frame_, calling - 1, frame_.calling_channels) == static_cast<std::uint32_t>(eu::SendStatus::fault))
    found = frame_.get_state().fault;
  if (calling != 0) places.push_back(kernel.prepared().offset_at(calling - 1));
  for (std::size_t i = 0; i < program.instructions.size() && calling == 0; ++i) {
    const isa::Instruction& instruction = program.instructions[i];
    const auto access = find_access(program, instruction);
    if (!access) continue;
    const bool is_anywhere = instruction.send.index_in_a0;
    if (!is_anywhere && !is_shown({frame_.windows, eu::WindowTable::kSlots}, access->space, lost.address)) continue;
    has_window = true;
    if (access->space.writes == lost.writes)
      places.push_back(kernel.prepared().offset_at(static_cast<std::uint32_t>(i)));
  }
  std::ranges::fill(waiting_, 0);
  if (frame_.has_state != 0) leave_state();
  if (found) return *std::move(found);
  const auto* host = reinterpret_cast<const std::byte*>(lost.address);
  const eu::WindowSource* source = port_->fast_paths().source;
  eu::Fault fault{.what = std::string(describe(lost)), .lane = {}, .address = {}};
  if (source != nullptr) fault.address = source->find_address(host);
  if (!has_window && !fault.address) {
    fault.what = fmt::format(
        "compiled code has accessed {}, which is not memory of the GPU: please report it, and run "
        "with --interpret",
        fmt::ptr(host));
  } else if (places.size() > 1) {
    fault.what += fmt::format(" (by one of {} sends; this is the first)", places.size());
  }
  if (!places.empty()) fault.ip = places.front();
  return fault;
}

}  // namespace eugene::jit
