#include "turns.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <unordered_map>

namespace eugene::opencl_layer {

using serve::TbxHeader;
using serve::TbxType;

namespace {

constexpr std::size_t kEnough = std::size_t{64} << 10;

}  // namespace

void Turns::begin() {
  if (is_mine()) return;
  mutex_.lock();
  owner_ = std::this_thread::get_id();
}

void Turns::end_if_done() {
  if (filled_ > 0 || data_left_ > 0 || reply_left_ > 0) return;
  owner_ = std::thread::id();
  mutex_.unlock();
}

std::size_t Turns::head_size() const {
  if (filled_ < sizeof(TbxHeader)) return sizeof(TbxHeader);
  TbxHeader header;
  std::memcpy(&header, head_.data(), sizeof header);
  return std::min<std::size_t>(sizeof header + header.size, head_.size());
}

std::span<const std::byte> Turns::put(std::span<const std::byte> bytes) {
  kept_.insert(kept_.end(), bytes.begin(), bytes.end());
  take(bytes);
  if (is_urgent_ || kept_.size() >= kEnough) return kept_;
  end_if_done();
  return {};
}

void Turns::sent() {
  kept_.clear();
  is_urgent_ = false;
  end_if_done();
}

void Turns::take(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    std::size_t count = 0;
    if (data_left_ > 0) {
      count = std::min<std::uint64_t>(data_left_, bytes.size());
      pages_.sent(address_, bytes.first(count));
      address_ += count;
      data_left_ -= count;
    } else {
      count = std::min(head_size() - filled_, bytes.size());
      std::memcpy(head_.data() + filled_, bytes.data(), count);
      filled_ += count;
      if (filled_ == head_size()) {
        head_complete();
        filled_ = 0;
      }
    }
    bytes = bytes.subspan(count);
  }
}

// What follows a request's body, from the driver and from the server.
void Turns::head_complete() {
  TbxHeader header;
  std::memcpy(&header, head_.data(), sizeof header);
  const auto body = [this](std::size_t index) {
    std::uint32_t value = 0;
    std::memcpy(&value, head_.data() + sizeof header + index * sizeof value, sizeof value);
    return value;
  };
  const bool writes = (body(0) & 1) != 0;  // of registers and table entries
  address_ = body(1) | (std::uint64_t{body(0) >> 24} << 32);
  is_page_ = false;
  switch (static_cast<TbxType>(header.type)) {
    case TbxType::write_data: data_left_ = body(2); break;
    case TbxType::read_data:
      reply_left_ = sizeof header + 3 * sizeof(std::uint32_t) + body(2);
      is_page_ = body(2) == SentPages::kPage && address_ % SentPages::kPage == 0;
      break;
    case TbxType::mmio:
      is_urgent_ = true;
      if (!writes) reply_left_ = sizeof header + sizeof(std::uint32_t);
      break;
    case TbxType::gtt:
      if (!writes) reply_left_ = sizeof header + (header.size >= 16 ? 2 : 1) * sizeof(std::uint32_t);
      break;
    default: break;
  }
  is_urgent_ = is_urgent_ || reply_left_ > 0;
}

void Turns::received(std::size_t count) {
  if (!is_mine()) return;
  reply_left_ -= std::min<std::uint64_t>(reply_left_, count);
  end_if_done();
}

bool Turns::is_known(std::span<const std::byte, SentPages::kPage> content, const void* to) {
  return pages_.is_known(address_, content, to);
}

Turns& turns_of(int socket) {
  static std::mutex mutex;
  static std::unordered_map<int, std::unique_ptr<Turns>> all;
  const std::scoped_lock lock(mutex);
  std::unique_ptr<Turns>& turns = all[socket];
  if (turns == nullptr) turns = std::make_unique<Turns>();
  return *turns;
}

}  // namespace eugene::opencl_layer
