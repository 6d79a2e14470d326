// AUB memory traces (file version 1, "memtrace" packets): a driver's accesses to a GPU, for replay on a simulator.
// Packet layouts: the public headers of Intel's compute driver and Mesa's reader.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/diagnostic.h"

namespace eugene::binary {

// The address space of a packet's address. Values are those of the file format.
enum class AubSpace : std::uint8_t {
  ggtt = 0,
  local = 1,
  physical = 2,
  ggtt_entry = 4,
};

struct AubVersion {
  std::uint32_t file_version = 0;
  std::uint32_t device = 0;  // gpu::Device::trace_id
  std::uint32_t stepping = 0;
  std::string comment;  // such as "PCI-ID=0x5A85 app"
};

// `data` points into the file.
struct AubMemoryWrite {
  std::uint64_t address = 0;
  AubSpace space = AubSpace::physical;
  std::span<const std::byte> data;
};

struct AubMemoryCompare {
  std::uint64_t address = 0;
  AubSpace space = AubSpace::physical;
  bool equal = true;  // false: memory must differ
  std::span<const std::byte> data;
};

struct AubRegisterWrite {
  std::uint32_t offset = 0;
  std::uint32_t value = 0;
};

struct AubRegisterPoll {
  std::uint32_t offset = 0;
  std::uint32_t mask = 0;
  std::uint32_t value = 0;
  bool not_equal = false;
};

struct AubComment {
  std::string text;
};

// A packet that does not affect a replay.
struct AubIgnored {
  std::uint32_t subopcode = 0;
};

using AubContent = std::variant<AubIgnored, AubVersion, AubMemoryWrite, AubMemoryCompare, AubRegisterWrite,
                                AubRegisterPoll, AubComment>;

struct AubPacket {
  std::uint64_t offset = 0;  // in the file
  AubContent content;
};

// Returns all packets of `file`, which must outlive them. Fails at the first malformed packet, with its offset.
Result<std::vector<AubPacket>> parse_aub(std::span<const std::byte> file);

}  // namespace eugene::binary
