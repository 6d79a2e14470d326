#include "isa/encoding/relayout.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <optional>

#include <fmt/format.h>

#include "isa/branch.h"
#include "isa/encoding/compact.h"
#include "isa/encoding/decode.h"
#include "isa/encoding/encode.h"
#include "isa/limits.h"

namespace eugene::isa {
namespace {

constexpr const char* kReference = "SNB PRM vol4 part2 5.5.3";

// The distances, in bytes, that an instruction can hold.
enum class Distance : std::uint8_t { jip, uip, immediate };  // immediate: the addend of `add ip ip`

bool adds_to_ip(const Instruction& i) {
  return i.opcode == Opcode::add && i.dst.is_arf(Arf::ip) && i.src[0].is_arf(Arf::ip) && i.src[1].is_imm();
}

// The distances of `i`: none, one or two.
std::vector<Distance> distances(const Gen& gen, const Instruction& i) {
  if (adds_to_ip(i)) return {Distance::immediate};
  if (!has_distance(i)) return {};
  if (has_uip(gen, i)) return {Distance::jip, Distance::uip};
  return {Distance::jip};
}

std::int64_t distance_in(const Instruction& i, Distance d) {
  if (d == Distance::immediate) return static_cast<std::int32_t>(i.src[1].imm);
  return d == Distance::uip ? i.uip : i.jip;
}

void set_distance(Instruction& i, Distance d, std::int64_t bytes) {
  const auto value = static_cast<std::int32_t>(bytes);
  if (d == Distance::immediate) {
    i.src[1].imm = static_cast<std::uint32_t>(value);
  } else {
    (d == Distance::uip ? i.uip : i.jip) = value;
  }
}

class Relayout {
 public:
  explicit Relayout(const Program& program) : program_(program), result_(program) {}

  Result<Program> run(Compaction compaction) {
    find_targets();
    const std::size_t count = program_.instructions.size();
    small_.assign(count, false);
    for (std::size_t n = 0; n < count; ++n) {
      const Instruction& i = program_.instructions[n];
      // Branches begin as compacted. The loop below decides about them, because it knows their distances.
      small_[n] = compaction == Compaction::all         ? branches_[n] != kNoBranch || fits(i)
                  : compaction == Compaction::as_marked ? i.compacted
                                                        : false;
    }
    // The loop ends: branches only ever grow, from 8 to 16 bytes, which can only lengthen the distances of others.
    bool again = true;
    while (again) {
      again = false;
      place();
      for (std::size_t n = 0; n < count; ++n) {
        if (branches_[n] == kNoBranch) continue;
        retarget(n);
        if (compaction == Compaction::all && small_[n] && !fits(result_.instructions[n])) {
          small_[n] = false;
          again = true;
        }
      }
    }
    return finish(compaction);
  }

 private:
  static constexpr std::size_t kNoBranch = ~std::size_t{0};
  static constexpr std::size_t kNoTarget = ~std::size_t{0};

  struct Branch {
    std::vector<Distance> distances;
    std::vector<std::size_t> targets;  // instruction indices, one past the last for the end; kNoTarget: elsewhere
  };

  bool fits(const Instruction& i) const {
    // iga64 leaves Gen12's math functions whole: their field is the condition's, which the tables describe.
    constexpr PerGen<bool> kCompactsMath{true, true, false};
    if (i.row().format == Format::math && !kCompactsMath[program_.gen->id]) return false;
    const Result<EncodedInstruction> word = encode_word(*program_.gen, i);
    return word && compact(*program_.gen, *word);
  }

  // Returns the index of the instruction at the old offset `at`. The end of the program has the index past the last.
  std::optional<std::size_t> find_index(std::int64_t at) const {
    return at == program_.end() ? std::optional(program_.offsets.size()) : program_.index_at(at);
  }

  void find_targets() {
    branches_.assign(program_.instructions.size(), kNoBranch);
    for (std::size_t n = 0; n < program_.instructions.size(); ++n) {
      Branch branch{.distances = distances(*program_.gen, program_.instructions[n]), .targets = {}};
      if (branch.distances.empty()) continue;
      for (const Distance d : branch.distances) {
        const Instruction& i = program_.instructions[n];
        const std::int64_t to = branch_origin(i, program_.offsets[n]) + distance_in(i, d);
        const std::optional<std::size_t> target = find_index(to);
        if (!target && !astray_) {
          astray_ = fail(fmt::format("{} at {:#x} leads to {:#x}, which is not the start of an instruction",
                                     program_.instructions[n].row().mnemonic, program_.offsets[n], to),
                         kReference, "branch to the start of an instruction")
                        .error();
          astray_->where.offset = program_.offsets[n];
        }
        branch.targets.push_back(target.value_or(kNoTarget));
      }
      branches_[n] = list_.size();
      list_.push_back(std::move(branch));
    }
  }

  // Computes the new offsets from the sizes. places_ has one more entry, for the end.
  void place() {
    places_.resize(small_.size() + 1);
    std::uint32_t at = 0;
    for (std::size_t n = 0; n < small_.size(); ++n) {
      places_[n] = at;
      at += small_[n] ? std::uint32_t{kCompactedBytes} : std::uint32_t{kInstructionBytes};
    }
    places_.back() = at;
  }

  void retarget(std::size_t n) {
    const Branch& branch = list_[branches_[n]];
    for (std::size_t k = 0; k < branch.distances.size(); ++k) {
      if (branch.targets[k] == kNoTarget) continue;
      Instruction& i = result_.instructions[n];
      i.compacted = small_[n];  // set first: the distance of a jmpi counts from its end
      set_distance(i, branch.distances[k], std::int64_t{places_[branch.targets[k]]} - branch_origin(i, places_[n]));
    }
  }

  Result<Program> finish(Compaction compaction) {
    const Gen& gen = *program_.gen;
    for (std::size_t n = 0; n < small_.size(); ++n) {
      Instruction& i = result_.instructions[n];
      i.compacted = small_[n];
      if (branches_[n] == kNoBranch && compaction != Compaction::as_marked) continue;
      const Result<EncodedInstruction> word = encode_word(gen, i);
      if (word && (!i.compacted || compact(gen, *word))) continue;
      Diagnostic error = word ? diagnose(gen, limit("encoding.compacted"), i.row().mnemonic) : word.error();
      error.where.offset = program_.offsets[n];
      return std::unexpected(std::move(error));
    }
    result_.offsets.assign(places_.begin(), places_.end() - 1);
    // A branch to outside the program, or into the middle of an instruction, is kept only if no instruction has moved.
    if (astray_ && result_.offsets != program_.offsets) return std::unexpected(*astray_);
    result_.labels.clear();
    for (const auto& [offset, label] : program_.labels) {
      if (const std::optional<std::size_t> index = find_index(offset)) result_.labels[places_[*index]] = label;
    }
    return std::move(result_);
  }

  const Program& program_;
  Program result_;
  std::vector<bool> small_;            // takes 8 bytes
  std::vector<std::size_t> branches_;  // per instruction: index in list_, or kNoBranch
  std::vector<Branch> list_;
  std::optional<Diagnostic> astray_;  // about the first branch whose target is not the start of an instruction
  std::vector<std::uint32_t> places_;
};

}  // namespace

Result<Program> relayout(const Program& program, Compaction compaction) {
  assert(program.offsets.size() == program.instructions.size());
  return Relayout(program).run(compaction);
}

Result<std::vector<std::byte>> encode_program(const Program& program) {
  std::vector<std::byte> bytes;
  bytes.reserve(program.instructions.size() * kInstructionBytes);
  for (std::size_t n = 0; n < program.instructions.size(); ++n) {
    const Instruction& i = program.instructions[n];
    Result<EncodedInstruction> word = encode_word(*program.gen, i);
    std::optional<std::uint64_t> half;
    if (word && i.compacted) {
      half = compact(*program.gen, *word);
      if (!half) word = std::unexpected(diagnose(*program.gen, limit("encoding.compacted"), i.row().mnemonic));
    }
    if (!word) {
      word.error().where.offset = static_cast<std::int64_t>(bytes.size());
      return forward_error(word);
    }
    const std::size_t at = bytes.size();
    bytes.resize(at + (half ? kCompactedBytes : kInstructionBytes));
    if (half) {
      std::memcpy(bytes.data() + at, &*half, kCompactedBytes);
    } else {
      word->store(std::span(bytes).subspan(at).first<kInstructionBytes>());
    }
  }
  return bytes;
}

}  // namespace eugene::isa
