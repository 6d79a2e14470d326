#include "check/init/registers.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "check/init/memory.h"
#include "eu/analysis/initial_reads.h"
#include "eu/analysis/register_use.h"
#include "eu/register_file.h"
#include "isa/program.h"
#include "isa/registers_used.h"

namespace eugene::check {
namespace {

using eu::DestinationPlan;
using eu::PreparedOp;
using eu::SourcePlan;

bool is_in(std::size_t offset, std::size_t begin, std::size_t bytes) {
  return offset >= begin && offset < begin + bytes;
}
bool is_flag(std::size_t offset) { return is_in(offset, offsetof(eu::Thread, flag), sizeof eu::Thread::flag); }
bool is_address(std::size_t offset) { return is_in(offset, offsetof(eu::Thread, address), sizeof eu::Thread::address); }

std::vector<InitUse::Part> split_parts(const eu::TouchedBytes& bytes) {
  std::vector<InitUse::Part> parts;
  for (const auto& [cell, mask] : bytes) {
    if (cell >= eu::kCellCount) continue;
    std::uint8_t dwords = 0;
    for (unsigned i = 0; i < eu::kGrfBytes / 4; ++i) {
      if ((mask >> (4 * i) & 0xF) != 0) dwords |= static_cast<std::uint8_t>(1U << i);
    }
    parts.push_back({static_cast<std::uint16_t>(cell), dwords});
  }
  return parts;
}

std::vector<InitUse::Part> accumulators() {
  std::vector<InitUse::Part> parts;
  for (std::size_t cell = offsetof(eu::Thread, acc) / eu::kGrfBytes; cell < eu::kCellCount; ++cell)
    parts.push_back({static_cast<std::uint16_t>(cell), 0xFF});
  return parts;
}

InitUse find_use(const isa::Program& program, const PreparedOp& op) {
  const isa::Instruction& instruction = program.instructions[op.index];
  const eu::RegisterUse use(program);
  InitUse result{.reads = split_parts(use.read(op)), .writes = split_parts(use.changed(op))};
  if (op.action == eu::Action::send) return result;
  if (isa::reads_accumulator(instruction) || isa::selects_macro_accumulators(instruction))
    std::ranges::copy(accumulators(), std::back_inserter(result.reads));
  result.reads_flags = op.predicated;
  for (unsigned i = 0; i < op.sources; ++i) {
    const SourcePlan& source = op.source[i];
    const bool is_indirect = source.kind == SourcePlan::Kind::indirect || source.kind == SourcePlan::Kind::rows;
    const bool is_register = source.kind == SourcePlan::Kind::direct || source.kind == SourcePlan::Kind::load;
    result.reads_address = result.reads_address || is_indirect || (is_register && is_address(source.offset));
    result.reads_flags = result.reads_flags || (is_register && is_flag(source.offset));
  }
  const DestinationPlan& to = op.destination;
  const bool is_direct = to.kind == DestinationPlan::Kind::direct;
  result.reads_address = result.reads_address || to.kind == DestinationPlan::Kind::indirect;
  result.writes_address = is_direct && is_address(to.offset);
  if (op.action == eu::Action::compare || op.alu.evaluate != nullptr || op.alu.overflow != nullptr || op.alu.early_out)
    result.flags[op.flag_nr] = std::rotl(op.all, op.flag_shift);
  if (is_direct && is_flag(to.offset)) result.flags = {~0U, ~0U};
  result.overwrites_sources = std::ranges::any_of(result.reads, [&](const InitUse::Part& read) {
    return std::ranges::any_of(result.writes, [&](const InitUse::Part& written) {
      return read.cell == written.cell && (read.dwords & written.dwords) != 0;
    });
  });
  return result;
}

const std::byte* cell(const eu::Thread& thread, unsigned number) {
  return eu::raw_bytes(thread) + eu::offset_of_cell(number);
}

std::uint32_t dword_at(const eu::Thread& thread, std::size_t offset) {
  std::uint32_t value = 0;
  std::memcpy(&value, eu::raw_bytes(thread) + offset, sizeof value);
  return value;
}

void set_dword(eu::Thread& thread, std::size_t offset, std::uint32_t value) {
  std::memcpy(eu::raw_bytes(thread) + offset, &value, sizeof value);
}

}  // namespace

std::vector<InitUse> init_uses(const eu::Kernel& kernel) {
  std::vector<InitUse> all;
  all.reserve(kernel.prepared().ops.size());
  for (const PreparedOp& op : kernel.prepared().ops) all.push_back(find_use(kernel.program(), op));
  return all;
}

void copy_used(const InitUse& use, const eu::Thread& from, eu::Thread& to) {
  for (const auto* parts : {&use.reads, &use.writes}) {
    for (const InitUse::Part& part : *parts)
      std::memcpy(eu::raw_bytes(to) + eu::offset_of_cell(part.cell), cell(from, part.cell), eu::kGrfBytes);
  }
  std::memcpy(eu::raw_bytes(to) + eu::kStartState.begin, eu::raw_bytes(from) + eu::kStartState.begin,
              eu::kStartState.size());
}

// The documents leave flags, a0 and accumulators undefined too, but they begin as defined here. Compilers read them
// where their contents have no effect, and such reads look the same as errors.
void InitRegisters::begin(const eu::Thread& thread, unsigned given) {
  twin_ = thread;
  for (auto& each : origins_) each.fill(0);
  for (auto& each : flags_) each.fill(0);
  has_undefined_flags_ = false;
  address_ = 0;
  for (unsigned number = given; number < eu::kGrfCount; ++number) {
    for (std::byte& each : twin_.grf[number].bytes) each ^= std::byte{kUndefined};
    origins_[number].fill(kNeverWritten);
  }
}

OriginNumber InitRegisters::read_by(const InitUse& use) const {
  OriginNumber found = 0;
  const auto take = [&found](OriginNumber origin) {
    if (found == 0) found = origin;
    if (origin != 0 && (found & kOfRegister) != 0) found = origin;
    return found != 0 && (found & kOfRegister) == 0;  // no origin is better
  };
  if (use.reads_flags && has_undefined_flags_ && take(flags())) return found;
  if (use.reads_address && take(address_)) return found;
  for (const auto& [number, dwords] : use.reads) {
    for (unsigned left = dwords; left != 0; left &= left - 1) {
      if (take(origins_[number][static_cast<unsigned>(std::countr_zero(left))])) return found;
    }
  }
  return found;
}

bool InitRegisters::writes_undefined(const InitUse& use) const {
  if (((use.flags[0] | use.flags[1]) != 0 && has_undefined_flags_) || (use.writes_address && address_ != 0))
    return true;
  return std::ranges::any_of(use.writes, [&](const InitUse::Part& part) {
    for (unsigned left = part.dwords; left != 0; left &= left - 1) {
      if (origins_[part.cell][static_cast<unsigned>(std::countr_zero(left))] != 0) return true;
    }
    return false;
  });
}

void InitRegisters::define(const InitUse& use, const eu::Thread& thread) {
  for (const auto& [number, dwords] : use.writes) {
    std::byte* const to = eu::raw_bytes(twin_) + eu::offset_of_cell(number);
    if (dwords == 0xFF) {
      std::memcpy(to, cell(thread, number), eu::kGrfBytes);
      origins_[number].fill(0);
      continue;
    }
    for (unsigned left = dwords; left != 0; left &= left - 1) {
      const auto dword = static_cast<unsigned>(std::countr_zero(left));
      std::memcpy(to + dword * 4, cell(thread, number) + dword * 4, 4);
      origins_[number][dword] = 0;
    }
  }
  if ((use.flags[0] | use.flags[1]) != 0) define_flags(thread);
  if (use.writes_address) define_address(thread);
}

void InitRegisters::compare(const InitUse& use, const eu::Thread& thread, OriginNumber origin) {
  for (const auto& [number, dwords] : use.writes) {
    for (unsigned left = dwords; left != 0; left &= left - 1) {
      const auto dword = static_cast<unsigned>(std::countr_zero(left));
      OriginNumber& known = origins_[number][dword];
      const bool is_equal = std::memcmp(cell(thread, number) + dword * 4, cell(twin_, number) + dword * 4, 4) == 0;
      if (is_equal) {
        known = 0;
      } else if (origin != 0) {
        known = origin;
      }
    }
  }
  for (unsigned number = 0; number != flags_.size(); ++number) compare_flag(number, use.flags[number], thread, origin);
  if (!use.writes_address) return;
  address_ = twin_.address == thread.address ? OriginNumber{0} : origin != 0 ? origin : address_;
}

void InitRegisters::compare_flag(unsigned number, std::uint32_t bits, const eu::Thread& thread, OriginNumber origin) {
  const std::uint32_t undefined = twin_.flag[number] ^ thread.flag[number];
  for (; bits != 0; bits &= bits - 1) {
    const auto bit = static_cast<unsigned>(std::countr_zero(bits));
    OriginNumber& known = flags_[number][bit];
    known = (undefined >> bit & 1) == 0 ? OriginNumber{0} : origin != 0 ? origin : known;
  }
  has_undefined_flags_ = twin_.flag != thread.flag;
}

OriginNumber InitRegisters::flags() const {
  OriginNumber found = 0;
  for (const auto& flag : flags_) {
    for (const OriginNumber origin : flag) {
      if (origin != 0 && (origin & kOfRegister) == 0) return origin;
      found = std::max(found, origin);
    }
  }
  return found;
}

void InitRegisters::vary(const InitUse& use, const eu::Thread& thread, Pattern pattern, eu::Thread& to) const {
  for (const auto& [number, dwords] : use.reads) {
    for (unsigned left = dwords; left != 0; left &= left - 1) {
      const auto dword = static_cast<unsigned>(std::countr_zero(left));
      if (origins_[number][dword] == 0) continue;
      const std::size_t at = eu::offset_of_cell(number) + dword * 4;
      const auto value = dword_at(thread, at), undefined = value ^ dword_at(to, at);
      set_dword(to, at, (value & ~undefined) | (pattern(at) & undefined));
    }
  }
}

void InitRegisters::merge(const InitUse& use, const eu::Thread& thread, const eu::Thread& other) {
  const auto merged = [](std::uint32_t value, std::uint32_t twin, std::uint32_t third) {
    return twin ^ ((value ^ third) & ~(value ^ twin));
  };
  for (const auto& [number, dwords] : use.writes) {
    for (unsigned left = dwords; left != 0; left &= left - 1) {
      const std::size_t at = eu::offset_of_cell(number) + static_cast<unsigned>(std::countr_zero(left)) * 4;
      set_dword(twin_, at, merged(dword_at(thread, at), dword_at(twin_, at), dword_at(other, at)));
    }
  }
  for (std::size_t i = 0; i != twin_.flag.size(); ++i)
    twin_.flag[i] = merged(thread.flag[i], twin_.flag[i], other.flag[i]);
}

OriginNumber InitRegisters::in(std::size_t offset, std::size_t bytes) const {
  for (std::size_t at = offset / 4; at < (std::min(offset + bytes, kBytes) + 3) / 4; ++at) {
    const OriginNumber origin = origins_[at / kDwords][at % kDwords];
    if (origin != 0) return origin;
  }
  return 0;
}

void InitRegisters::define(std::size_t offset, std::size_t bytes, const eu::Thread& thread) {
  const std::size_t end = std::min(offset + bytes, kBytes);
  if (offset >= end) return;
  std::memcpy(eu::raw_bytes(twin_) + offset, eu::raw_bytes(thread) + offset, end - offset);
  for (std::size_t at = (offset + 3) / 4; at < end / 4; ++at) origins_[at / kDwords][at % kDwords] = 0;
}

void InitRegisters::set(std::size_t offset, std::uint8_t difference, const eu::Thread& thread, OriginNumber origin) {
  if (offset >= kBytes || difference == 0) return;
  eu::raw_bytes(twin_)[offset] = eu::raw_bytes(thread)[offset] ^ std::byte{difference};
  origins_[offset / 4 / kDwords][offset / 4 % kDwords] = origin;
}

std::uint8_t InitRegisters::difference(std::size_t offset, const eu::Thread& thread) const {
  return static_cast<std::uint8_t>(eu::raw_bytes(twin_)[offset] ^ eu::raw_bytes(thread)[offset]);
}

void InitRegisters::define_flags(const eu::Thread& thread) {
  twin_.flag = thread.flag;
  if (!has_undefined_flags_) return;
  for (auto& each : flags_) each.fill(0);
  has_undefined_flags_ = false;
}

void InitRegisters::undefine_flags(unsigned number, std::uint32_t bits, const eu::Thread& thread, OriginNumber origin) {
  twin_.flag[number] = (twin_.flag[number] & ~bits) | (~thread.flag[number] & bits);
  for (std::uint32_t rest = bits; rest != 0; rest &= rest - 1)
    flags_[number][static_cast<unsigned>(std::countr_zero(rest))] = origin;
  has_undefined_flags_ = twin_.flag != thread.flag;
}

void InitRegisters::define_address(const eu::Thread& thread) {
  twin_.address = thread.address;
  address_ = 0;
}

void InitRegisters::copy_state(const eu::Thread& thread) {
  constexpr std::size_t kBegin = offsetof(eu::Thread, state);
  std::memcpy(eu::raw_bytes(twin_) + kBegin, eu::raw_bytes(thread) + kBegin, eu::kStartState.end - kBegin);
}

}  // namespace eugene::check
