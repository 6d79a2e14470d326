#include "serve/tbx_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/bits.h"

namespace eugene::serve {

Result<void> TbxSession::receive(std::span<const std::byte> bytes, std::vector<std::byte>& replies) {
  while (!bytes.empty()) {
    if (data_left_ != 0) {
      const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(data_left_, bytes.size()));
      write_data(bytes.first(count));
      bytes = bytes.subspan(count);
      continue;
    }
    const std::size_t wanted = filled_ < sizeof(TbxHeader) ? sizeof(TbxHeader) : sizeof(TbxHeader) + header_.size;
    const std::size_t count = std::min(wanted - filled_, bytes.size());
    std::memcpy(buffer_.data() + filled_, bytes.data(), count);
    filled_ += count;
    bytes = bytes.subspan(count);
    if (filled_ < wanted) return {};
    if (wanted == sizeof(TbxHeader)) {
      const Result<void> done = begin_message();
      if (!done) return done;
    } else {
      filled_ = 0;
      ++messages_;
      const Result<void> done = message(replies);
      if (!done) return done;
      if (take_ && replies.size() >= kTbxMaxReplies && !take_(replies)) return fail("it does not read its answers");
    }
  }
  return {};
}

Result<void> TbxSession::begin_message() {
  std::memcpy(&header_, buffer_.data(), sizeof header_);
  const TbxRequest* request = find_tbx_request(header_.type);
  if (request == nullptr) {
    return fail(fmt::format("message {} has the unknown type {}", messages_, header_.type));
  }
  if (header_.size < request->smallest_body || header_.size > request->largest_body) {
    return fail(fmt::format("a {} message has {} bytes: expected {} to {}", request->name, header_.size,
                            request->smallest_body, request->largest_body));
  }
  return {};
}

std::uint32_t TbxSession::body(std::size_t index) const {
  std::uint32_t value = 0;
  std::memcpy(&value, buffer_.data() + sizeof(TbxHeader) + index * sizeof value, sizeof value);
  return value;
}

// For memory messages: the first dword's top byte has bits 39:32.
std::uint64_t TbxSession::address() const { return body(1) | (std::uint64_t{bits(body(0), 31, 24)} << 32); }

Result<void> TbxSession::message(std::vector<std::byte>& replies) {
  switch (static_cast<TbxType>(header_.type)) {
    case TbxType::mmio: mmio(replies); return {};
    case TbxType::gtt: return gtt(replies);
    case TbxType::write_data:
      data_address_ = address();
      data_left_ = body(2);
      return {};
    case TbxType::read_data: return read_data(replies);
    default: return {};  // settings of a simulator that do not apply to Eugene
  }
}

void TbxSession::mmio(std::vector<std::byte>& replies) {
  if (bit(body(0), 0)) {
    gpu_->write_register(body(1), body(2));
    return;
  }
  const std::array<std::uint32_t, 1> value{gpu_->read_register(body(1))};
  reply(TbxType::mmio_reply, value, replies);
}

Result<void> TbxSession::gtt(std::vector<std::byte>& replies) {
  const bool wide = header_.size >= 16;
  const std::uint32_t index = body(1);
  if (bit(body(0), 0)) {
    const std::uint64_t entry = body(2) | (wide ? std::uint64_t{body(3)} << 32 : 0);
    if (gpu_->ggtt().set_entry(index, entry)) return {};
    return fail(
        fmt::format("GTT entry {:#x} is outside the table, which has {:#x} entries", index, memory::Ggtt::kMaxEntries));
  }
  const std::uint64_t entry = gpu_->ggtt().entry(index);
  const std::array<std::uint32_t, 2> value{static_cast<std::uint32_t>(entry), static_cast<std::uint32_t>(entry >> 32)};
  reply(TbxType::gtt_reply, std::span(value).first(wide ? 2 : 1), replies);
  return {};
}

void TbxSession::write_data(std::span<const std::byte> data) {
  if (!gpu_->is_lost() && !gpu_->memory().write(data_address_, data)) {
    gpu_->lose(
        fail(fmt::format("write of {} bytes to physical address {:#x}: out of memory", data.size(), data_address_))
            .error());
  }
  data_address_ += data.size();
  data_left_ -= data.size();
  if (data_left_ == 0 && gpu_->is_waiting()) gpu_->resume();
}

Result<void> TbxSession::read_data(std::vector<std::byte>& replies) {
  const std::uint32_t size = body(2);
  if (size > kTbxLargestRead)
    return fail(fmt::format("a read requests {} bytes: the maximum is {}", size, kTbxLargestRead));
  const std::array<std::uint32_t, 3> head{body(0) & 0xFF00'0000, body(1), size};
  reply(TbxType::read_data_reply, head, replies);
  const std::size_t at = replies.size();
  if (gpu_->is_waiting()) gpu_->poll();
  if (gpu_->is_lost()) {
    replies.resize(at + size, std::byte{0xFF});
    return {};
  }
  replies.resize(at + size);
  if (!gpu_->memory().read(address(), std::span(replies).subspan(at))) {
    return fail(fmt::format("read of {} bytes at physical address {:#x}, where there is no memory", size, address()));
  }
  return {};
}

void TbxSession::reply(TbxType type, std::span<const std::uint32_t> body, std::vector<std::byte>& replies) const {
  const TbxHeader header{.type = static_cast<std::uint32_t>(type),
                         .transaction = header_.transaction,
                         .size = static_cast<std::uint32_t>(body.size_bytes())};
  const auto head = std::as_bytes(std::span(&header, 1));
  replies.insert(replies.end(), head.begin(), head.end());
  const auto bytes = std::as_bytes(body);
  replies.insert(replies.end(), bytes.begin(), bytes.end());
}

}  // namespace eugene::serve
