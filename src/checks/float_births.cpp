#include "checks/float_births.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>

#include "checks/init_message.h"
#include "eu/register_file.h"
#include "eu/thread.h"

namespace eugene::checks {
namespace {

constexpr unsigned kMostOperands = 2;  // of an atomic

// The upper half of a double is one where the double is.
bool is_non_finite(std::uint32_t bits, bool halves) {
  constexpr std::uint32_t kExponent = 0x7F80'0000, kLow = 0x7C00, kHigh = kLow << 16;
  if ((bits & kExponent) == kExponent) return true;
  return halves && ((bits & kLow) == kLow || (bits & kHigh) == kHigh);
}

bool has_any(std::span<const eu::Grf> registers, bool halves) {
  return std::ranges::any_of(registers, [&](const eu::Grf& each) {
    std::array<std::uint32_t, eu::kGrfBytes / 4> dwords;
    std::memcpy(dwords.data(), &each, sizeof dwords);
    return std::ranges::any_of(dwords, [&](std::uint32_t dword) { return is_non_finite(dword, halves); });
  });
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

std::uint32_t sends_non_finite(const isa::Gen& gen, const eu::SendRequest& request, bool halves) {
  constexpr std::uint32_t kAll = ~0U;
  if (request.instruction.send.eot) return 0;
  const InitMessage message(gen, request);
  // Where data lies in others is not known here.
  if (!message.answers_lanes())
    return has_any(request.payload, halves) || has_any(request.extended_payload, halves) ? kAll : 0;
  const unsigned operands = message.kind() == InitMessage::Kind::atomic ? kMostOperands : message.parts();
  std::uint32_t channels = 0;
  for (std::uint32_t left = request.channels; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    for (unsigned part = 0; part != operands && lane < message.lanes(); ++part) {
      for (unsigned byte = 0; byte < message.slot(); byte += 4) {
        const auto at = message.data(part, lane);
        if (!at) continue;
        std::uint32_t dword = 0;
        std::memcpy(&dword, eu::bytes_of(request.thread) + *at + byte, sizeof dword);
        if (is_non_finite(dword, halves)) channels |= 1U << (lane + request.instruction.channel_offset);
      }
    }
  }
  // Without a mask, channels are the elements of what the thread sends.
  return request.instruction.no_mask && channels != 0 ? kAll : channels;
}

}  // namespace eugene::checks
