#include "binary/aub.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>

#include "base/bits.h"

namespace eugene::binary {
namespace {

constexpr std::uint32_t kPacketType = 7;
constexpr std::uint32_t kMemtraceOpcode = 0x2E;
constexpr std::uint32_t kClassicOpcode = 0x01;
constexpr std::size_t kDiscontiguousRanges = 63;

// Subopcodes of memtrace packets.
enum Subopcode : std::uint32_t {
  kVersionOld = 0x00,
  kRegisterCompare = 0x01,
  kRegisterPoll = 0x02,
  kRegisterWrite = 0x03,
  kMemoryCompare = 0x04,
  kMemoryPoll = 0x05,
  kMemoryWrite = 0x06,
  kFrameBegin = 0x07,
  kComment = 0x08,
  kDelay = 0x09,
  kMemoryDump = 0x0A,
  kMemoryWriteDiscontiguous = 0x0B,
  kTestPhaseMarker = 0x0C,
  kContinuousRegion = 0x0D,
  kVersion = 0x0E,
  kPredicate = 0x0F,
  kDumpCompress = 0x10,
};

// The dwords of a packet. Reading past the end gives 0, so only lengths need checks.
class Dwords {
 public:
  explicit Dwords(std::span<const std::byte> bytes) : bytes_(bytes) {}
  std::size_t size() const { return bytes_.size() / 4; }
  std::uint32_t operator[](std::size_t index) const {
    std::uint32_t value = 0;
    if (index < size()) std::memcpy(&value, bytes_.data() + index * 4, sizeof value);
    return value;
  }
  std::uint64_t qword(std::size_t index) const { return (*this)[index] | (std::uint64_t{(*this)[index + 1]} << 32); }
  std::span<const std::byte> bytes(std::size_t first_dword) const {
    return bytes_.subspan(std::min(bytes_.size(), first_dword * 4));
  }
  std::string text(std::size_t first_dword) const {
    const auto chars = bytes(first_dword);
    std::string value(chars.size(), '\0');
    if (!chars.empty()) std::memcpy(value.data(), chars.data(), chars.size());
    return value.substr(0, value.find('\0'));
  }

 private:
  std::span<const std::byte> bytes_;
};

// Converts the code of an address space. Codes 6, 8, 9 and 10 are entries of page tables, from the last level to the
// first; their addresses are physical.
std::optional<AubSpace> decode_space(std::uint32_t code) {
  switch (code) {
    case 0:
    case 7: return AubSpace::ggtt;  // 7: memory beyond the host's aperture
    case 1: return AubSpace::local;
    case 2:
    case 6:
    case 8:
    case 9:
    case 10: return AubSpace::physical;
    case 4: return AubSpace::ggtt_entry;
    default: return std::nullopt;
  }
}

constexpr std::uint64_t kAddressMask = low_mask(48);

// The fields of a memory write or comparison: address, flags (bits 31:28 are the space), size, data.
struct Memory {
  std::uint64_t address = 0;
  AubSpace space = AubSpace::physical;
  std::uint32_t flags = 0;
  std::span<const std::byte> data;
};

Result<Memory> parse_memory(const Dwords& dw) {
  constexpr std::size_t kDataDword = 5;
  Memory memory{.address = dw.qword(1) & kAddressMask, .flags = dw[3]};
  const std::optional<AubSpace> space = decode_space(bits(dw[3], 31, 28));
  if (!space) return fail(fmt::format("unknown address space {}", bits(dw[3], 31, 28)));
  memory.space = *space;
  const auto data = dw.bytes(kDataDword);
  const std::uint32_t size = dw[4];
  if (size > data.size())
    return fail(fmt::format("the packet announces {} bytes of data, but has {}", size, data.size()));
  memory.data = data.first(size);
  return memory;
}

Result<void> parse_discontiguous(const Dwords& dw, std::uint64_t offset, std::vector<AubPacket>& packets) {
  constexpr std::size_t kDataDword = 2 + 3 * kDiscontiguousRanges;
  const std::optional<AubSpace> space = decode_space(bits(dw[1], 31, 28));
  if (!space) return fail(fmt::format("unknown address space {}", bits(dw[1], 31, 28)));
  auto data = dw.bytes(kDataDword);
  for (std::size_t i = 0; i < kDiscontiguousRanges; ++i) {
    const std::uint32_t size = dw[2 + 3 * i + 2];
    if (size == 0) continue;
    if (size > data.size())
      return fail(fmt::format("the packet announces {} bytes of data, but has {} left", size, data.size()));
    packets.push_back({offset, AubMemoryWrite{dw.qword(2 + 3 * i) & kAddressMask, *space, data.first(size)}});
    data = data.subspan(size);
  }
  return {};
}

Result<AubContent> parse_packet(std::uint32_t subopcode, const Dwords& dw) {
  switch (subopcode) {
    case kVersion:
      return AubVersion{
          .file_version = dw[1], .device = bits(dw[2], 15, 8), .stepping = bits(dw[2], 7, 3), .comment = dw.text(5)};
    case kRegisterWrite:
      if (dw.size() < 6) return fail("a register write has no value");
      return AubRegisterWrite{.offset = dw[1], .value = dw[5]};
    case kRegisterPoll:
      return AubRegisterPoll{.offset = dw[1], .mask = dw[3], .value = dw[5], .not_equal = bit(dw[2], 2)};
    case kMemoryWrite:
    case kMemoryCompare: {
      const Result<Memory> memory = parse_memory(dw);
      if (!memory) return forward_error(memory);
      if (subopcode == kMemoryWrite) return AubMemoryWrite{memory->address, memory->space, memory->data};
      // The packet has no expected value, or only a checksum, so there is nothing to compare.
      if (bit(memory->flags, 0) || bit(memory->flags, 6)) return AubIgnored{subopcode};
      return AubMemoryCompare{memory->address, memory->space, !bit(memory->flags, 7), memory->data};
    }
    case kComment: return AubComment{.text = dw.text(2)};
    case kVersionOld:
    case kRegisterCompare:
    case kMemoryPoll:
    case kFrameBegin:
    case kDelay:
    case kMemoryDump:
    case kTestPhaseMarker:
    case kContinuousRegion:
    case kPredicate:
    case kDumpCompress: return AubIgnored{subopcode};
    default: return fail(fmt::format("memtrace packet with unknown subopcode {:#x}", subopcode));
  }
}

}  // namespace

Result<std::vector<AubPacket>> parse_aub(std::span<const std::byte> file) {
  std::vector<AubPacket> packets;
  const auto located = [&](std::unexpected<Diagnostic> error, std::uint64_t offset) {
    error.error().where.offset = static_cast<std::int64_t>(offset);
    error.error().message += fmt::format(", at offset {:#x}", offset);
    return error;
  };
  for (std::uint64_t offset = 0; offset < file.size();) {
    const auto rest = file.subspan(offset);
    if (rest.size() < 4) return located(fail("the file ends inside a packet"), offset);
    const std::uint32_t header = Dwords(rest)[0];
    if (bits(header, 31, 29) != kPacketType) {
      return located(fail(fmt::format("{:#010x} is not the start of an AUB packet", header)), offset);
    }
    const std::uint32_t opcode = bits(header, 28, 23);
    if (opcode == kClassicOpcode) {
      return located(
          fail("classic AUB packets are not supported", {}, "capture for a GPU with execution lists (Gen8 or later)"),
          offset);
    }
    if (opcode != kMemtraceOpcode) return located(fail(fmt::format("unknown packet opcode {:#x}", opcode)), offset);
    const std::uint64_t bytes = (std::uint64_t{bits(header, 15, 0)} + 1) * 4;
    if (bytes > rest.size()) return located(fail("the file ends inside a packet"), offset);
    const Dwords dw(rest.first(bytes));
    const std::uint32_t subopcode = bits(header, 22, 16);
    if (subopcode == kMemoryWriteDiscontiguous) {
      const Result<void> done = parse_discontiguous(dw, offset, packets);
      if (!done) return located(forward_error(done), offset);
    } else {
      Result<AubContent> content = parse_packet(subopcode, dw);
      if (!content) return located(forward_error(content), offset);
      packets.push_back({offset, std::move(*content)});
    }
    offset += bytes;
  }
  return packets;
}

}  // namespace eugene::binary
