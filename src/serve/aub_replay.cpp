#include "serve/aub_replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace eugene::serve {
namespace {

constexpr std::size_t kMaxProblems = 100;

class Player {
 public:
  Player(gpu::MmioGpu& gpu, const std::function<void(const binary::AubComment&)>& commented)
      : gpu_(&gpu), commented_(&commented) {}

  AubReplay take() { return std::move(replay_); }
  void play(const binary::AubPacket& packet) {
    offset_ = packet.offset;
    std::visit([this](const auto& content) { play(content); }, packet.content);
  }

 private:
  void play(const binary::AubIgnored&) {}
  void play(const binary::AubVersion&) {}
  void play(const binary::AubComment& comment) {
    if (*commented_) (*commented_)(comment);
  }
  // Submitted work runs to its end at once, so the condition of a poll is already true.
  void play(const binary::AubRegisterPoll&) { gpu_->resume(); }

  void play(const binary::AubRegisterWrite& write) {
    ++replay_.register_writes;
    gpu_->write_register(write.offset, write.value);
  }

  void play(const binary::AubMemoryWrite& write) {
    ++replay_.memory_writes;
    bool done = false;
    switch (write.space) {
      case binary::AubSpace::ggtt: {
        memory::View view(gpu_->ggtt());
        done = view.write(write.address, write.data);
        break;
      }
      case binary::AubSpace::local:
      case binary::AubSpace::physical: done = gpu_->memory().write(write.address, write.data); break;
      case binary::AubSpace::ggtt_entry: done = write_entries(write); break;
    }
    if (!done) problem(fmt::format("cannot write to {:#x}: there is no memory at this address", write.address));
  }

  // The address is the byte offset in the table.
  bool write_entries(const binary::AubMemoryWrite& write) {
    for (std::size_t at = 0; at + sizeof(std::uint64_t) <= write.data.size(); at += sizeof(std::uint64_t)) {
      std::uint64_t entry = 0;
      std::memcpy(&entry, write.data.data() + at, sizeof entry);
      if (!gpu_->ggtt().set_entry((write.address + at) / sizeof entry, entry)) return false;
    }
    return true;
  }

  void play(const binary::AubMemoryCompare& compare) {
    ++replay_.comparisons;
    std::vector<std::byte> have(compare.data.size());
    bool readable = false;
    if (compare.space == binary::AubSpace::ggtt) {
      memory::View view(gpu_->ggtt());
      readable = view.read(compare.address, have);
    } else if (compare.space != binary::AubSpace::ggtt_entry) {
      readable = gpu_->memory().read(compare.address, have);
    }
    if (!readable) {
      problem(fmt::format("cannot compare {:#x}: there is no memory at this address", compare.address));
      return;
    }
    const auto [left, right] = std::ranges::mismatch(have, compare.data);
    const bool equal = left == have.end();
    if (equal == compare.equal) return;
    if (equal) {
      problem(fmt::format("{} bytes at {:#x} must differ from the trace's values, but are equal", have.size(),
                          compare.address));
    } else {
      problem(fmt::format("byte at {:#x} is {:#04x}, but the trace expects {:#04x}",
                          compare.address + static_cast<std::uint64_t>(left - have.begin()),
                          std::to_integer<unsigned>(*left), std::to_integer<unsigned>(*right)));
    }
  }

  void problem(std::string message) {
    if (replay_.problems.size() >= kMaxProblems) return;
    Diagnostic diagnostic{.message = std::move(message)};
    diagnostic.where.offset = static_cast<std::int64_t>(offset_);
    replay_.problems.push_back(std::move(diagnostic));
  }

  gpu::MmioGpu* gpu_;
  const std::function<void(const binary::AubComment&)>* commented_;
  AubReplay replay_;
  std::uint64_t offset_ = 0;
};

}  // namespace

AubReplay replay_aub(std::span<const binary::AubPacket> packets, gpu::MmioGpu& gpu,
                     const std::function<void(const binary::AubComment&)>& commented) {
  Player player(gpu, commented);
  for (const binary::AubPacket& packet : packets) player.play(packet);
  return player.take();
}

const gpu::Device* aub_device(std::span<const binary::AubPacket> packets) {
  for (const binary::AubPacket& packet : packets) {
    const auto* version = std::get_if<binary::AubVersion>(&packet.content);
    if (version == nullptr) continue;
    const auto found = std::ranges::find(gpu::kDevices, version->device, &gpu::Device::trace_id);
    return found == gpu::kDevices.end() ? nullptr : &*found;
  }
  return nullptr;
}

}  // namespace eugene::serve
