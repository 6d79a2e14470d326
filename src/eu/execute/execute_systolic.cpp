// dpas, dpasw: vISA manual DPAS, DPASW.
//
// Multiplies matrices, D = C + A x B, whose elements are packed in registers. Rows of A (source 2), C and D lie one
// after the other. B (source 1) is stored by columns, so that each channel finds its column in its own dword of
// successive registers. First all elements become lanes, with the columns of B side by side; then each step of the
// depth is a loop over the channels. All sources are read before anything is written (docs/record/undefined.md).
#include <algorithm>
#include <cstring>

#include "eu/execute/execution_state.h"
#include "eu/execute/lanes.h"
#include "eu/fused_threads.h"
#include "eu/register_file.h"
#include "sem/systolic.h"

namespace eugene::eu {
namespace {

using isa::Precision;
using isa::Systolic;

constexpr unsigned kMaxActivationBytes = Systolic::kMaxRepeats * Systolic::kMaxElements;

const std::byte* matrix(const Thread& thread, const isa::Operand& operand) {
  return raw_bytes(thread) + grf_offset(operand.nr) + operand.subnr;
}

// Returns element `index` of the packed elements at `bytes`, as an unsigned number.
std::uint32_t element(const std::byte* bytes, unsigned index, Precision precision) {
  const unsigned bits = info(precision).bits;
  if (bits >= 8) {
    std::uint32_t value = 0;
    std::memcpy(&value, bytes + index * bits / 8, bits / 8);
    return value;
  }
  const auto byte = static_cast<std::uint32_t>(bytes[index * bits / 8]);
  return byte >> index * bits % 8 & ((1U << bits) - 1);
}

// Converts the bits of an element to a number.
template <class Lane>
Lane to_number(Precision precision, std::uint32_t bits) {
  if constexpr (std::is_same_v<Lane, float>) {
    return sem::decode_float(precision, bits);
  } else {
    const unsigned unused = 32 - info(precision).bits;
    return info(precision).is_signed ? static_cast<Lane>(bits << unused) >> unused : static_cast<Lane>(bits);
  }
}

// Converts a number to the bits of a result element.
std::uint32_t to_bits(Precision /*precision*/, std::int32_t value) { return static_cast<std::uint32_t>(value); }
std::uint32_t to_bits(Precision precision, float value) {
  const float number = sem::equal(value, value) ? value : std::bit_cast<float>(sem::kNan<float>);
  const auto bits = std::bit_cast<std::uint32_t>(number);
  if (precision == Precision::bf) return sem::bf_of_float(bits);
  return precision == Precision::hf ? sem::float_to_half(number).bits : bits;
}

template <class Lane>
class Product {
 public:
  Product(const Systolic& fields, unsigned columns) : fields_(fields), columns_(columns) {}

  void load_weights(const std::byte* bytes) {
    const unsigned steps = fields_.steps_of_dword();
    for (unsigned k = 0; k < fields_.elements(); ++k) {
      const unsigned step = k / fields_.pairs();
      const unsigned within = step % steps * fields_.pairs() + k % fields_.pairs();
      for (unsigned column = 0; column < columns_; ++column) {
        const std::byte* dword = bytes + (step / steps * columns_ + column) * 4;
        weights_[column][k] = to_number<Lane>(fields_.weights, element(dword, within, fields_.weights));
      }
    }
  }

  // Computes row `row` of the result from the same row of accumulator and activations.
  void compute(unsigned row, const std::byte* accumulator, const std::byte* activations, std::byte* result) const {
    std::array<Lane, Systolic::kMaxElements> a;
    for (unsigned k = 0; k < fields_.elements(); ++k)
      a[k] =
          to_number<Lane>(fields_.activations, element(activations, row * fields_.elements() + k, fields_.activations));
    for (unsigned column = 0; column < columns_; ++column) {
      const unsigned at = row * columns_ + column;
      Lane sum{};
      if (fields_.accumulator != Precision::none)
        sum = to_number<Lane>(fields_.accumulator, element(accumulator, at, fields_.accumulator));
      for (unsigned k = 0; k < fields_.elements(); k += fields_.pairs()) {
        sum = sem::add_dot_product<Lane>(sum, std::span(a).subspan(k, fields_.pairs()),
                                         std::span(weights_[column]).subspan(k, fields_.pairs()));
      }
      const std::uint32_t bits = to_bits(fields_.result, sum);
      const unsigned bytes = info(fields_.result).bits / 8U;
      std::memcpy(result + at * bytes, &bits, bytes);
    }
  }

 private:
  const Systolic& fields_;
  unsigned columns_;
  std::array<std::array<Lane, Systolic::kMaxElements>, Systolic::kMaxColumns> weights_;
};

template <class Lane>
void multiply(const isa::Instruction& instruction, Thread& thread, const std::byte* activations) {
  const Systolic& fields = instruction.visa.systolic;
  Product<Lane> product(fields, instruction.exec_size);
  product.load_weights(matrix(thread, instruction.src[1]));
  std::array<std::byte, Systolic::kMaxRepeats * Systolic::kMaxColumns * 4> result;
  for (unsigned row = 0; row < fields.repeats; ++row)
    product.compute(row, matrix(thread, instruction.src[0]), activations, result.data());
  std::memcpy(raw_bytes(thread) + grf_offset(instruction.dst.nr) + instruction.dst.subnr, result.data(),
              fields.result_bytes(instruction.exec_size));
}

// dpasw: two fused threads share source 2. The first thread holds the first half of its registers, rounded up; the
// other thread holds the rest. Each half starts at the thread's own operand.
SendStatus gather_halves(ExecutionState& state, const PreparedOp& op, std::span<std::byte> activations) {
  const isa::Instruction& instruction = state.program.instructions[op.index];
  const std::byte* own = matrix(state.thread, instruction.src[2]);
  const unsigned bytes = instruction.visa.systolic.activation_bytes();
  const unsigned registers = (bytes + kGrfBytes - 1) / kGrfBytes;
  const unsigned first = std::min((registers + 1) / 2 * kGrfBytes, bytes);
  std::array<std::byte, kMaxActivationBytes> other;
  state.thread.ip = op.ip;
  FusedThreads* fused = state.port.fast_paths().fused_threads;
  const auto meeting = fused == nullptr ? FusedThreads::Rendezvous::alone
                                        : fused->meet(state.thread, {own, first}, std::span(other).first(first));
  if (meeting == FusedThreads::Rendezvous::waits) return SendStatus::blocked;
  if (meeting != FusedThreads::Rendezvous::met) {
    state.raise(op,
                meeting == FusedThreads::Rendezvous::alone ? "dpasw in a thread that is not fused with another thread"
                                                           : "dpasw while the fused thread is at another dpasw",
                "vISA manual DPASW");
    return SendStatus::fault;
  }
  const bool is_first = fused->is_first(state.thread);
  std::memcpy(activations.data(), is_first ? own : other.data(), first);
  std::memcpy(activations.data() + first, is_first ? other.data() : own, bytes - first);
  return SendStatus::done;
}

}  // namespace

SendStatus execute_systolic(ExecutionState& state, const PreparedOp& op) {
  const isa::Instruction& instruction = state.program.instructions[op.index];
  const std::byte* activations = matrix(state.thread, instruction.src[2]);
  std::array<std::byte, kMaxActivationBytes> gathered;
  if (instruction.opcode == isa::Opcode::dpasw) {
    const SendStatus status = gather_halves(state, op, gathered);
    if (status != SendStatus::done) return status;
    activations = gathered.data();
  }
  state.thread.lane_operations += instruction.exec_size;
  if (!info(instruction.visa.systolic.weights).is_float) {
    multiply<std::int32_t>(instruction, state.thread, activations);
    return SendStatus::done;
  }
  const bool changes_rounding = state.mode.rounding != sem::Rounding::nearest_even;
  if (changes_rounding) ExecutionState::set_host_rounding(sem::Rounding::nearest_even);
  multiply<float>(instruction, state.thread, activations);
  if (changes_rounding) ExecutionState::set_host_rounding(state.mode.rounding);
  return SendStatus::done;
}

}  // namespace eugene::eu
