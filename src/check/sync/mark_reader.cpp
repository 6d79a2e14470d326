#include "check/sync/mark_reader.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace eugene::check {
namespace {

constexpr unsigned kPartBytes = sizeof(std::uint32_t);

CopyMark decode_mark(const std::array<std::uint32_t, 4>& dwords) {
  return {.kind = dwords[0], .event = dwords[1], .count = dwords[2], .where = dwords[3]};
}

}  // namespace

bool has_copy_marks(const isa::Program& program) {
  return std::ranges::any_of(program.instructions, [](const isa::Instruction& instruction) {
    return std::ranges::any_of(instruction.src, [](const isa::Operand& source) {
      const auto low = static_cast<std::uint32_t>(source.imm), high = static_cast<std::uint32_t>(source.imm >> 32);
      return source.is_imm() && (is_copy_mark(low) || is_copy_mark(high));
    });
  });
}

std::vector<ChannelMark> marks_in(const eu::LaneAccess& access) {
  constexpr std::uint32_t kAll = 0xF;
  if (access.kind != eu::AccessKind::write || access.bytes != kPartBytes || access.elements != kAll) return {};
  if (access.values == nullptr) return {};
  std::vector<ChannelMark> marks;
  for (std::uint32_t left = access.channels; left != 0; left &= left - 1) {
    const auto channel = static_cast<unsigned>(std::countr_zero(left));
    std::array<std::uint32_t, 4> dwords{};
    for (unsigned element = 0; element < dwords.size(); ++element)
      std::memcpy(&dwords[element], access.values + (element * access.lanes + channel) * std::size_t{kPartBytes},
                  kPartBytes);
    if (!is_copy_mark(dwords[0])) return {};
    marks.push_back({.channel = channel, .mark = decode_mark(dwords)});
  }
  return marks;
}

void MarkReader::add(const eu::Access& access, const eu::AccessValues& values) {
  if (parts_ >= kParts) {
    parts_ = kNoMark;
    return;
  }
  if (parts_ == 0) {
    channels_ = access.channels;
    offsets_.assign(access.offsets.begin(), access.offsets.end());
  }
  const auto follows = [&](std::uint64_t offset, std::uint64_t first) {
    return offset == first + std::uint64_t{parts_} * kPartBytes;
  };
  const bool is_part = access.kind == eu::AccessKind::write && access.bytes == kPartBytes &&
                       access.channels == channels_ && values.moved.size() == offsets_.size() * kPartBytes &&
                       std::ranges::equal(access.offsets, offsets_, follows);
  if (!is_part) {
    parts_ = kNoMark;
    return;
  }
  std::vector<std::uint32_t>& numbers = values_[parts_++];
  numbers.resize(offsets_.size());
  std::memcpy(numbers.data(), values.moved.data(), values.moved.size());
  if (parts_ == 1 && !std::ranges::all_of(numbers, is_copy_mark)) parts_ = kNoMark;
}

std::vector<ChannelMark> MarkReader::marks() const {
  std::vector<ChannelMark> marks;
  if (parts_ != kParts) return marks;
  std::size_t i = 0;
  for (std::uint32_t left = channels_; left != 0 && i < offsets_.size(); left &= left - 1, ++i) {
    marks.push_back({.channel = static_cast<unsigned>(std::countr_zero(left)),
                     .mark = decode_mark({values_[0][i], values_[1][i], values_[2][i], values_[3][i]})});
  }
  return marks;
}

}  // namespace eugene::check
