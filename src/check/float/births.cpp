#include "check/float/births.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>

#include "check/init/message.h"
#include "eu/register_file.h"
#include "eu/thread.h"
#include "isa/message/message.h"

namespace eugene::check {
namespace {

constexpr unsigned kDwords = eu::kGrfBytes / 4;
constexpr unsigned kMaxOperands = 2;  // max operands of an atomic

// Finds doubles too: the upper half of a non-finite double is a non-finite float.
bool is_non_finite(std::uint32_t bits, bool halves) {
  constexpr std::uint32_t kExponent = 0x7F80'0000, kLow = 0x7C00, kHigh = kLow << 16;
  if ((bits & kExponent) == kExponent) return true;
  return halves && ((bits & kLow) == kLow || (bits & kHigh) == kHigh);
}

// Returns the dwords that are non-finite in any register, as a mask. With `take_turns`, registers of the low and of the
// high channels alternate, and each half has its own mask.
std::array<std::uint32_t, 2> dwords_with_any(std::span<const eu::Grf> registers, bool take_turns, bool halves) {
  std::array<std::uint32_t, 2> found{};
  for (std::size_t i = 0; i != registers.size(); ++i) {
    std::array<std::uint32_t, kDwords> dwords;
    std::memcpy(dwords.data(), &registers[i], sizeof dwords);
    for (unsigned j = 0; j != kDwords; ++j) {
      if (is_non_finite(dwords[j], halves)) found.at(take_turns ? i % 2 : 0) |= 1U << j;
    }
  }
  return found;
}

// Returns the channels with non-finite data in messages to the sampler, to typed surfaces and the like: each parameter
// is one or two registers, with a dword for each channel. Data in other messages, such as blocks, belongs to all
// channels.
std::uint32_t sent_in_registers(const isa::Gen& gen, const eu::SendRequest& request, bool is_block, bool halves) {
  const auto message = isa::decode_message(gen, request.sfid(), request.descriptor, request.extended_descriptor);
  const std::size_t header = message && message->header && !request.payload.empty() ? 1 : 0;
  const bool take_turns = request.instruction.exec_size > kDwords;
  const auto first = dwords_with_any(request.payload.subspan(header), take_turns, halves);
  const auto second = dwords_with_any(request.extended_payload, take_turns, halves);
  const std::uint32_t lanes = first[0] | second[0] | (first[1] | second[1]) << kDwords;
  if (is_block) return lanes != 0 ? ~0U : 0;
  return find_channels(request.instruction, request.thread, lanes & request.channels);
}

}  // namespace

void FloatBirths::add(const FloatBirth& birth) {
  const auto is_same = [&](const FloatBirth& each) {
    return each.side.instruction == birth.side.instruction && each.id == birth.id && each.is_nan == birth.is_nan;
  };
  auto found = std::ranges::find_if(births_, is_same);
  if (found == births_.end()) found = births_.insert(births_.end(), birth);
  ++found->counts.at(birth.side.channel);
}

std::uint32_t find_channels(const isa::Instruction& instruction, const eu::Thread& thread, std::uint32_t lanes) {
  const std::uint32_t channels = lanes << instruction.channel_offset;
  if (!instruction.no_mask) return channels;
  const bool is_vector = instruction.exec_size < kDwords;
  return (is_vector ? channels : channels & thread.dispatched) != 0 ? ~0U : 0;
}

std::uint32_t sends_non_finite(const isa::Gen& gen, const eu::SendRequest& request, bool halves) {
  if (request.instruction.send.eot) return 0;
  const InitMessage message(gen, request);
  if (!message.answers_lanes())
    return sent_in_registers(gen, request, message.kind() == InitMessage::Kind::block, halves);
  const unsigned operands = message.kind() == InitMessage::Kind::atomic ? kMaxOperands : message.parts();
  std::uint32_t channels = 0;
  for (std::uint32_t left = request.channels; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    for (unsigned part = 0; part != operands && lane < message.lanes(); ++part) {
      for (unsigned byte = 0; byte < message.slot(); byte += 4) {
        const auto at = message.data(part, lane);
        if (!at) continue;
        std::uint32_t dword = 0;
        std::memcpy(&dword, eu::raw_bytes(request.thread) + *at + byte, sizeof dword);
        if (is_non_finite(dword, halves)) channels |= 1U << lane;
      }
    }
  }
  return find_channels(request.instruction, request.thread, channels);
}

}  // namespace eugene::check
