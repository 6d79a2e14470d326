#include "eu/thread_model.h"

#include <cstring>

#include "eu/prepared_op.h"
#include "eu/register_file.h"
#include "isa/state_registers.h"
#include "sem/channels.h"

namespace eugene::eu {
namespace {

void set_channels(Thread& thread, std::uint32_t dispatch_mask, bool use_vector_mask) {
  const std::uint32_t vector_mask = sem::spread_any(dispatch_mask, 4);
  thread.state[2] = dispatch_mask;
  thread.state[3] = vector_mask;
  thread.dispatched = use_vector_mask ? vector_mask : dispatch_mask;
  thread.running = thread.dispatched;
  thread.control[0] = use_vector_mask ? isa::cr0::kVectorMask : 0;
}

}  // namespace

void start(Thread& thread, std::uint32_t dispatch_mask, bool use_vector_mask) {
  thread = {};
  set_channels(thread, dispatch_mask, use_vector_mask);
}

namespace {

// Returns the registers that matter when a thread of `kernel` starts with the channels of `dispatch_mask`.
const InitialCells& initial_cells(const Kernel& kernel, std::uint32_t dispatch_mask) {
  const InitialReads& reads = kernel.prepared().initial_reads;
  const bool is_whole = (dispatch_mask & reads.channels) == reads.channels;
  return is_whole ? reads.whole : reads.partial;
}

// Copies bytes `begin` to `end`, multiples of a register. Most ranges are so short that calling memcpy, or beginning a
// string instruction of the host, would take longer than the copy.
void copy_bytes(std::byte* to, const std::byte* from, std::size_t begin, std::size_t end) {
  for (std::size_t at = begin; at != end; at += kGrfBytes) std::memcpy(to + at, from + at, kGrfBytes);
}

void copy_start(Thread& thread, const Thread& model, const std::vector<CellRange>& ranges) {
  std::byte* to = raw_bytes(thread);
  const std::byte* from = raw_bytes(model);
  for (const CellRange& cells : ranges) {
    if (cells.first >= kCellCount) {  // the variables of vISA, which a model does not have
      std::memset(to + offset_of_cell(cells.first), 0, std::size_t{cells.end - cells.first} * kGrfBytes);
      continue;
    }
    copy_bytes(to, from, cells.first * kGrfBytes, cells.end * kGrfBytes);
  }
  static_assert(kStartState.begin % kGrfBytes == 0 && kStartState.end % kGrfBytes == 0);
  copy_bytes(to, from, kStartState.begin, kStartState.end);
}

}  // namespace

void make_model(Thread& thread, const Kernel& kernel, std::uint32_t dispatch_mask) {
  std::byte* bytes = raw_bytes(thread);
  for (const CellRange& cells : initial_cells(kernel, dispatch_mask).seen) {
    if (cells.first >= kCellCount) break;
    std::memset(bytes + cells.first * kGrfBytes, 0, static_cast<std::size_t>(cells.end - cells.first) * kGrfBytes);
  }
  std::memset(bytes + kStartState.begin, 0, kStartState.size());
  set_channels(thread, dispatch_mask, false);
}

void copy_model(Thread& thread, const Thread& model, const Kernel& kernel) {
  copy_start(thread, model, initial_cells(kernel, model.dispatched).seen);
}

void restore_model(Thread& thread, const Thread& model, const Kernel& kernel) {
  copy_start(thread, model, initial_cells(kernel, model.dispatched).changed);
}

}  // namespace eugene::eu
