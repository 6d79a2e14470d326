#include "turns.h"

#include <algorithm>
#include <cstring>

namespace eugene::opencl_layer {

using serve::TableChain;
using serve::TbxHeader;
using serve::TbxType;

namespace {

constexpr std::size_t kEnough = std::size_t{64} << 10;
constexpr std::uint64_t kPage = SentPages::kPage;

bool is_page(std::uint64_t address, std::uint64_t size) { return size == kPage && address % kPage == 0; }

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

std::uint32_t Turns::body(std::size_t index) const {
  std::uint32_t value = 0;
  std::memcpy(&value, head_.data() + sizeof(TbxHeader) + index * sizeof value, sizeof value);
  return value;
}

Turns::Due Turns::put(std::span<const std::byte> bytes) {
  take(bytes);
  if (is_urgent_) return {kept_};
  if (kept_.size() >= kEnough && filled_ == 0 && data_left_ == 0) {
    const std::size_t answer = ask();
    return {kept_, answer};
  }
  end_if_done();
  return {};
}

void Turns::sent(const Due& due) {
  kept_.clear();
  head_place_ = kGone;
  chain_place_ = kGone;
  is_urgent_ = false;
  in_step_ = false;
  if (due.answer != 0) answered();
  end_if_done();
}

void Turns::keep(std::span<const std::byte> bytes) { kept_.insert(kept_.end(), bytes.begin(), bytes.end()); }

void Turns::take(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    std::size_t count = 0;
    if (data_left_ > 0) {
      count = std::min<std::uint64_t>(data_left_, bytes.size());
      take_data(bytes.first(count));
    } else {
      if (filled_ == 0) head_place_ = kept_.size();
      count = std::min(head_size() - filled_, bytes.size());
      std::memcpy(head_.data() + filled_, bytes.data(), count);
      keep(bytes.first(count));
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
  if (reply_left_ > 0) {  // requests that do not wait for each other: what the server has done is not known any more
    memory_.reset();
    in_step_ = false;
    has_searched_ = true;
    source_ = nullptr;
  }
  const bool writes = (body(0) & 1) != 0;  // of registers and table entries
  address_ = body(1) | (std::uint64_t{body(0) >> 24} << 32);
  is_page_ = false;
  switch (static_cast<TbxType>(header.type)) {
    case TbxType::write_data: begin_write(body(2)); break;
    case TbxType::read_data: begin_read(header, body(2)); break;
    case TbxType::mmio:
      is_urgent_ = true;
      if (!writes) reply_left_ = sizeof header + sizeof(std::uint32_t);
      break;
    case TbxType::gtt:
      if (!writes) reply_left_ = sizeof header + (header.size >= 16 ? 2 : 1) * sizeof(std::uint32_t);
      break;
    default: break;
  }
  is_urgent_ = is_urgent_ || (reply_left_ > 0 && source_ == nullptr);
}

void Turns::begin_write(std::uint32_t size) {
  data_left_ = size;
  is_entry_ = size == entry_.size();
  if (is_entry_) return;
  if (is_page(address_, size) && in_step_ && !chain_.is_open() && head_place_ != kGone &&
      !written_.contains(address_ / kPage)) {
    target_ = memory_->at(address_);
  }
  if (target_ != nullptr) {
    kept_.resize(head_place_);
    return;
  }
  if (chain_.is_open()) note_writes(chain_.entries());
  chain_.reset();
  note_write(address_, size);
}

void Turns::begin_read(const TbxHeader& header, std::uint32_t size) {
  reply_left_ = kReplyHead + size;
  is_page_ = is_page(address_, size);
  if (is_page_ && in_step_ && head_place_ == 0) source_ = memory_->at(address_);
  if (source_ == nullptr) return;
  kept_.clear();
  constexpr std::uint32_t kBody = kReplyHead - sizeof(TbxHeader);
  const TbxHeader reply{static_cast<std::uint32_t>(TbxType::read_data_reply), header.transaction, kBody};
  const std::array<std::uint32_t, 3> place{body(0) & 0xFF00'0000, body(1), size};
  std::memcpy(reply_.data(), &reply, sizeof reply);
  std::memcpy(reply_.data() + sizeof reply, place.data(), sizeof place);
}

void Turns::take_data(std::span<const std::byte> bytes) {
  if (is_entry_) {
    std::memcpy(entry_.data() + entry_.size() - data_left_, bytes.data(), bytes.size());
    keep(bytes);
  } else if (target_ != nullptr) {
    std::memcpy(target_, bytes.data(), bytes.size());
    pages_.sent(address_, {target_, bytes.size()}, bytes.data());
    target_ += bytes.size();
    address_ += bytes.size();
  } else {
    keep(bytes);
    pages_.sent(address_, std::span(kept_).last(bytes.size()), bytes.data());
    address_ += bytes.size();
  }
  data_left_ -= bytes.size();
  if (data_left_ > 0) return;
  target_ = nullptr;
  if (is_entry_) entry_complete();
}

void Turns::entry_complete() {
  std::uint64_t value = 0;
  std::memcpy(&value, entry_.data(), sizeof value);
  const TableChain before = chain_;
  const bool complete = chain_.add(address_, value);
  const auto entries = chain_.entries();
  if (entries.size() == 1) {
    if (before.is_open()) note_writes(before.entries());
    chain_is_first_ = !before.is_open();
    chain_place_ = head_place_;
  }
  if (!complete) return;
  const bool known = std::ranges::all_of(entries, [this](const TableChain::Entry& entry) {
    const auto found = entries_.find(entry.address);
    return found != entries_.end() && found->second == entry.value;
  });
  if (known && chain_is_first_ && chain_place_ != kGone) {
    kept_.resize(chain_place_);
    return;
  }
  for (const TableChain::Entry& entry : entries) entries_[entry.address] = entry.value;
}

// Data, not entries of a table, are to be written by the server.
void Turns::note_write(std::uint64_t address, std::size_t size) {
  if (size == 0) return;
  const std::uint64_t last = (address + size - 1) / kPage;
  for (std::uint64_t page = address / kPage; page <= last; ++page) {
    if (!has_searched_ || memory_ != nullptr) written_.insert(page);
  }
}

void Turns::note_writes(std::span<const TableChain::Entry> entries) {
  for (const TableChain::Entry& entry : entries) {
    pages_.forget(entry.address);
    note_write(entry.address, sizeof entry.value);
  }
}

// Adds a question without consequences, so that the server tells when it has come so far. Returns the answer's size.
std::size_t Turns::ask() {
  if (has_searched_ && memory_ == nullptr) return 0;
  const TbxHeader header{static_cast<std::uint32_t>(TbxType::gtt), 0, 3 * sizeof(std::uint32_t)};
  const std::array<std::uint32_t, 3> read_first{};
  keep(std::as_bytes(std::span(&header, 1)));
  keep(std::as_bytes(std::span(read_first)));
  return sizeof header + sizeof(std::uint32_t);
}

// To all that it was sent.
void Turns::answered() {
  if (!has_searched_ && find_memory_) memory_ = find_memory_();
  has_searched_ = true;
  if (memory_ != nullptr) {
    for (const std::uint64_t page : written_) memory_->written(page * kPage);
  }
  written_.clear();
  in_step_ = memory_ != nullptr && memory_->is_idle();
}

std::span<const std::byte> Turns::local_answer(std::size_t size) const {
  if (source_ == nullptr || !is_mine()) return {};
  if (reply_left_ > kPage) {
    const std::size_t left = reply_left_ - kPage;
    return std::span(reply_).last(left).first(std::min(left, size));
  }
  return {source_ + (kPage - reply_left_), std::min<std::size_t>(reply_left_, size)};
}

void Turns::received(std::size_t count) {
  if (!is_mine() || reply_left_ == 0) return;
  reply_left_ -= std::min<std::uint64_t>(reply_left_, count);
  if (reply_left_ > 0) return;
  if (source_ == nullptr) answered();
  source_ = nullptr;
  end_if_done();
}

bool Turns::is_known(std::span<const std::byte, SentPages::kPage> content, const void* to) {
  return pages_.is_known(address_, content, to);
}

}  // namespace eugene::opencl_layer
