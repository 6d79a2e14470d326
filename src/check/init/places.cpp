// Memory in the check `init`: finds the bytes that an access reaches, and copies differences between memory and
// registers.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "check/init/observer.h"
#include "isa/program.h"

namespace eugene::check {
namespace {

constexpr std::size_t kDwordBytes = 4;
constexpr std::size_t kMaxTransferBytes = 8;  // max bytes of an element

// Whether the bytes contain an undefined value. A dword with some bytes that were never written, and other bytes that
// are defined, does not count: compilers copy the padding of a structure together with its members.
bool has_value(std::span<const std::uint8_t> differences) {
  const std::size_t size = std::min(differences.size(), kDwordBytes);
  for (std::size_t at = 0; at + size <= differences.size(); at += size) {
    const auto value = differences.subspan(at, size);
    if (std::ranges::all_of(value, [](std::uint8_t each) { return each != 0; })) return true;
    if (std::ranges::any_of(value, [](std::uint8_t each) { return each != 0 && each != kUndefined; })) return true;
  }
  return false;
}

}  // namespace

// Returns the origin of the first undefined byte; 0 if there is none.
OriginNumber InitObserver::origin_in(const Piece& piece) {
  const auto differences = piece.known.bytes->differences(piece.known.offset, piece.place.bytes);
  const auto first = std::ranges::find_if(differences, [](std::uint8_t each) { return each != 0; });
  if (first == differences.end()) return 0;
  const auto ahead = static_cast<std::size_t>(first - differences.begin());
  if (carries_inexact()) return stored_origin(piece, ahead);
  return origins_.add({.space = piece.known.space,
                       .side = access_site(*current_.thread, current_.instruction, piece.channel),
                       .place = MemoryRange{.is_local = piece.place.is_local,
                                            .address = piece.place.address + ahead,
                                            .bytes = static_cast<std::uint32_t>(piece.place.bytes - ahead)},
                       .is_stored = piece.known.bytes->stores(piece.known.offset + ahead, 1)[0] != 0});
}

void InitObserver::read(const Piece& piece, std::size_t to, std::span<const std::byte> moved) {
  const OriginNumber origin = origin_in(piece);
  if (origin == 0) return;
  const auto differences = piece.known.bytes->differences(piece.known.offset, piece.place.bytes);
  current_.answers.push_back({.offset = to, .differences = {differences.begin(), differences.end()}, .origin = origin});
  if (piece.known.space != InitSpace::global) return;
  std::map<std::uint64_t, std::byte>& read =
      last_reads_[{threads_->find_index(*current_.thread), current_.instruction}];
  for (std::size_t i = 0; i != differences.size(); ++i) {
    if (differences[i] != 0) read.insert_or_assign(piece.place.address + i, moved[i]);
  }
}

void InitObserver::write(const Piece& piece, unsigned lane, std::span<const std::byte> moved) {
  const auto differences = piece.known.bytes->differences(piece.known.offset, piece.place.bytes);
  const auto stores = piece.known.bytes->stores(piece.known.offset, piece.place.bytes);
  if (!piece.at || current_.data.empty()) {
    std::ranges::fill(stores, StoreNumber{0});
    std::ranges::fill(differences, std::uint8_t{0});
    return;
  }
  const bool is_global = piece.known.space == InitSpace::global && !carries_inexact();
  std::vector<bool> come_back(differences.size());
  if (is_global) come_back = bytes_that_come_back(piece, moved);
  for (std::size_t i = 0; i != differences.size(); ++i) {
    if (come_back[i]) continue;
    differences[i] = datum(*piece.at + i).difference;
    stores[i] = 0;
  }
  if (carries_inexact()) {
    std::ranges::fill(stores, find_store(current_.data_origin));
    return;
  }
  const OriginNumber counting = is_global ? counting_origin(piece, come_back) : OriginNumber{0};
  const bool knows_padding = is_global && !piece.known.argument->padding.empty();
  if (knows_padding ? counting == 0 : !is_value(piece, lane)) return;
  const StoreNumber number = is_global ? check_->facts_.number_of_store(current_.instruction) : StoreNumber{1};
  for (std::size_t i = 0; i != stores.size(); ++i) {
    if (!come_back[i]) stores[i] = number;
  }
  if (is_global) note_store(piece, "write", counting != 0 ? counting : current_.data_origin);
}

// Returns which undefined bytes of a store the thread has read from the same address: a compiler reads a whole vector
// and writes it back to change a part of it. Either all undefined bytes of a dword come back, or none.
std::vector<bool> InitObserver::bytes_that_come_back(const Piece& piece, std::span<const std::byte> moved) const {
  std::vector<bool> found(moved.size());
  const auto known = piece.known.bytes->differences(piece.known.offset, moved.size());
  const auto is_undefined = [&](std::size_t i) { return datum(*piece.at + i).difference != 0; };
  const auto comes_back = [&](std::size_t i) {
    const Datum datum = this->datum(*piece.at + i);
    if (datum.difference != known[i]) return false;
    const InitOrigin& origin = origins_[datum.origin];
    const auto read = last_reads_.find({threads_->find_index(*current_.thread), origin.side.instruction});
    if (origin.space != InitSpace::global || read == last_reads_.end()) return false;
    const auto byte = read->second.find(piece.place.address + i);
    return byte != read->second.end() && byte->second == moved[i];
  };
  for (std::size_t begin = 0; begin < moved.size(); begin += kDwordBytes) {
    const std::size_t end = std::min(begin + kDwordBytes, moved.size());
    bool do_all = true;
    for (std::size_t i = begin; i != end; ++i) do_all = do_all && (!is_undefined(i) || comes_back(i));
    for (std::size_t i = begin; i != end; ++i) found[i] = do_all && is_undefined(i);
  }
  return found;
}

// Returns the origin of an undefined byte that counts: the byte is part of a member of the argument's element type, and
// the store changes it. Returns 0 if no such byte exists, or the members are unknown.
OriginNumber InitObserver::counting_origin(const Piece& piece, const std::vector<bool>& come_back) const {
  const std::vector<bool>& padding = piece.known.argument->padding;
  const std::size_t begin = piece.known.offset - piece.known.argument->begin;
  for (std::size_t i = 0; !padding.empty() && i != piece.place.bytes; ++i) {
    const Datum datum = this->datum(*piece.at + i);
    if (datum.difference != 0 && !padding[(begin + i) % padding.size()] && !come_back[i]) return datum.origin;
  }
  return 0;
}

// Whether a store counts as undefined. A store may be of a vector of three, which has a fourth dword, or of a structure
// with padding, so it counts only if no part of it is defined.
bool InitObserver::is_value(const Piece& piece, unsigned lane) const {
  const auto differences = piece.known.bytes->differences(piece.known.offset, piece.place.bytes);
  if (!current_.layout.answers_lanes())
    return std::ranges::all_of(differences, [](std::uint8_t each) { return each != 0; });
  const std::size_t size = std::min(differences.size(), kMaxTransferBytes);
  for (std::uint32_t lanes = current_.together != 0 ? current_.together : 1U << lane; lanes != 0; lanes &= lanes - 1) {
    for (unsigned part = 0; part != current_.layout.parts(); ++part) {
      const auto begin = current_.layout.data(part, static_cast<unsigned>(std::countr_zero(lanes)));
      if (!begin) return false;
      std::array<std::uint8_t, kMaxTransferBytes> values{};
      for (std::size_t i = 0; i != size; ++i) values[i] = datum(*begin + i).difference;
      if (!has_value(std::span(values).first(size))) return false;
    }
  }
  return true;
}

std::uint64_t InitObserver::dependent_bits(const AtomicBits& values, const AtomicBits& undefined) const {
  // Different operands may give the same result, for example with a minimum. So undefined bits are inverted, cleared,
  // set, and set to the least and greatest integer and float.
  constexpr std::uint64_t kSign = 0x8000'0000'8000'0000;
  constexpr std::array kTried{std::uint64_t{0}, ~std::uint64_t{0}, kSign, ~kSign};
  const auto result = [&](auto other_bits) {
    const auto varied = [&](std::uint64_t value, std::uint64_t bits) {
      return (value & ~bits) | (other_bits(value) & bits);
    };
    return current_.layout.updated(varied(values.memory, undefined.memory),
                                   varied(values.operands[0], undefined.operands[0]),
                                   varied(values.operands[1], undefined.operands[1]));
  };
  const std::uint64_t now = current_.layout.updated(values.memory, values.operands[0], values.operands[1]);
  std::uint64_t dependent = now ^ result([](std::uint64_t value) { return ~value; });
  for (const std::uint64_t tried : kTried) dependent |= now ^ result([&](std::uint64_t) { return tried; });
  return dependent;
}

// Marks the result of an atomic as undefined where it depends on undefined memory or operands. A comparing atomic is
// treated as if it had written its second operand.
void InitObserver::update(const Piece& piece, unsigned lane, std::span<const std::byte> before) {
  const auto differences = piece.known.bytes->differences(piece.known.offset, piece.place.bytes);
  const auto stores = piece.known.bytes->stores(piece.known.offset, piece.place.bytes);
  const std::size_t bytes = std::min(differences.size(), kMaxTransferBytes);
  AtomicBits values{.memory = 0, .operands = current_.operands[lane % current_.operands.size()]}, undefined;
  std::memcpy(&values.memory, before.data(), bytes);
  std::memcpy(&undefined.memory, differences.data(), bytes);
  for (unsigned number = 0; number != undefined.operands.size(); ++number) {
    const auto operand = current_.layout.data(number, lane);
    for (std::size_t i = 0; operand && i != bytes; ++i)
      undefined.operands[number] |= std::uint64_t{datum(*operand + i).difference} << (8 * i);
  }
  if (!undefined.any()) return;
  const OriginNumber origin = undefined.memory != 0 ? origin_in(piece) : current_.data_origin;
  const std::uint64_t dependent =
      current_.layout.compares() ? undefined.memory | undefined.operands[1] : dependent_bits(values, undefined);
  std::memcpy(differences.data(), &dependent, bytes);
  if (carries_inexact()) {
    if (!current_.data.empty()) std::ranges::fill(stores, find_store(current_.data_origin));
    return;
  }
  if (current_.layout.compares()) return;
  const bool is_noted = dependent != 0 && piece.known.space == InitSpace::global;
  const StoreNumber other{dependent != 0 ? StoreNumber{1} : StoreNumber{0}};
  std::ranges::fill(stores, is_noted ? check_->facts_.number_of_store(current_.instruction) : other);
  if (is_noted) note_store(piece, "atomic", origin);
}

void InitObserver::note_store(const Piece& piece, std::string_view verb, OriginNumber number) {
  RawFinding found{.id = "init.result",
                   .what = "the program reads an undefined value that a kernel has stored",
                   .sides = {access_site(*current_.thread, current_.instruction, piece.channel)},
                   .place = piece.place,
                   .hint = {}};
  found.sides.front().verb = verb;
  if (number != 0) {
    const InitOrigin& origin = origins_[number];
    if (!origin.is_stored)
      found.hint =
          "it depends on what " + std::string(find_noun(origin.space)) + " holds before anything is written there";
    if (origin.side.instruction != current_.instruction) {
      found.sides.push_back(origin.side_for(found.sides.front()));
    }
  }
  stores_.add(std::move(found));
}

}  // namespace eugene::check
