#include "debug/location.h"

#include <algorithm>
#include <cstring>

#include "base/dwarf_code.h"
#include "eu/thread.h"

namespace eugene::debug {
namespace {

constexpr unsigned kFirstGrf = 16;  // the register number of r0 in DWARF
constexpr unsigned kShortForms = 32;
constexpr std::size_t kMaxSteps = 10'000;
constexpr std::size_t kMaxStack = 256;
constexpr std::size_t kMaxBytes = 1U << 20;  // total size of all pieces
constexpr unsigned kBitsOfByte = 8;

struct Cell {
  std::uint64_t number = 0;
  bool is_register = false;  // `number` is the index of a GRF
  std::optional<std::size_t>
      in_registers;                   // offset in the registers that the number was read from, if not changed since
  std::size_t bytes = sizeof number;  // number of bytes read
};

class Machine {
 public:
  Machine(std::span<const std::uint8_t> code, const LocationFacts& facts) : code_(code), facts_(&facts) {}

  std::optional<Location> run() {
    for (std::size_t steps = 0; !code_.is_at_end(); ++steps) {
      if (steps == kMaxSteps || stack_.size() > kMaxStack || held_ > kMaxBytes || !step()) return std::nullopt;
    }
    if (result_.pieces.empty()) finish();
    return result_;
  }

 private:
  bool step() {
    const std::uint8_t op = *code_.byte();
    if (op >= kConst1u && op <= kConst8s) return push(code_.constant(op));
    if (op >= kLit0 && op < kReg0) return push(op - kLit0);
    if (op >= kReg0 && op < kBreg0) return push_register(op - kReg0);
    switch (op) {
      case kConstu: return push(code_.unsigned_leb());
      case kConsts: return push(static_cast<std::uint64_t>(code_.signed_leb()));
      case kRegx: return push_register(code_.unsigned_leb());
      case kChannel: return push(facts_->channel);
      case kRegister: return stack_.empty() ? false : push_register(pop());
      case kRegisterBits: return take_bits();
      case kPlusUconst: {
        if (stack_.empty()) return false;
        const std::uint64_t more = code_.unsigned_leb();
        return push(pop() + more);
      }
      case kDeref: return read(sizeof(std::uint64_t));
      case kDerefSize: return read(code_.byte().value_or(0));
      case kBra:
      case kSkip: return jump(op == kBra);
      case kPiece: return add_piece(code_.unsigned_leb() * kBitsOfByte, 0);
      case kBitPiece: {
        const std::uint64_t size = code_.unsigned_leb();
        return add_piece(size, code_.unsigned_leb());
      }
      case kImplicitValue: return add_constant();
      case kStackValue: is_value_ = true; return true;
      case kNop: return true;
      default: return arithmetic(op);
    }
  }

  void add(std::span<const std::byte> bytes, std::optional<std::size_t> in_registers = {}) {
    held_ += bytes.size();
    result_.pieces.push_back({.bytes = {bytes.begin(), bytes.end()}, .in_registers = in_registers});
  }

  bool push(std::optional<std::uint64_t> number) {
    if (number) stack_.push_back({.number = *number, .in_registers = {}});
    return number.has_value();
  }
  bool push_register(std::uint64_t number) {
    if (number < kFirstGrf || number - kFirstGrf >= eu::kGrfCount) return false;
    stack_.push_back({.number = number - kFirstGrf, .is_register = true, .in_registers = {}});
    return true;
  }
  std::uint64_t pop() {
    const std::uint64_t number = stack_.back().number;
    stack_.pop_back();
    return number;
  }

  bool jump(bool is_conditional) {
    if (is_conditional && stack_.empty()) return false;
    return code_.jump(!is_conditional || pop() != 0);
  }

  // Returns bits of the registers as a number.
  std::optional<Cell> bits(std::uint64_t number, std::uint64_t offset, std::uint64_t size) {
    if (size == 0 || size > 64 || size % kBitsOfByte != 0 || offset % kBitsOfByte != 0) return std::nullopt;
    const std::uint64_t begin = number * eu::kGrfBytes + offset / kBitsOfByte, bytes = size / kBitsOfByte;
    if (begin > facts_->registers.size() || bytes > facts_->registers.size() - begin) return std::nullopt;
    Cell value{.in_registers = begin, .bytes = bytes};
    std::memcpy(&value.number, &facts_->registers[begin], bytes);
    result_.read.push_back({.begin = begin, .end = begin + bytes});
    return value;
  }

  bool take_bits() {
    constexpr std::size_t kOperands = 3;
    if (stack_.size() < kOperands) return false;
    const std::uint64_t size = pop(), offset = pop();
    const auto value = stack_.back().is_register ? channel_bits(pop(), offset, size) : std::nullopt;
    if (value) stack_.push_back(*value);
    return value.has_value();
  }

  // Returns one channel's bits of a variable. Intel's compiler describes every variable as having four bytes for each
  // channel, but packs most variables of one or two bytes. Channels from 16 on have separate registers.
  std::optional<Cell> channel_bits(std::uint64_t number, std::uint64_t offset, std::uint64_t size) {
    constexpr std::uint64_t kHalf = 16, kChannels = 8, kSaid = 32;
    const std::uint64_t channel = facts_->channel % kHalf;
    const std::uint64_t before = channel / kChannels;
    if (size >= kSaid || offset != channel % kChannels * kSaid || number < before) return bits(number, offset, size);
    const std::uint64_t first = number - before, packed = size / kBitsOfByte;
    const std::uint64_t stride = facts_->stride ? facts_->stride(first * eu::kGrfBytes + channel * packed) : 0;
    const bool is_known = stride >= packed && stride <= kSaid / kBitsOfByte;
    return bits(first, channel * (is_known ? stride : packed) * kBitsOfByte, size);
  }

  // Replaces the top of the stack by the contents of the register, or of the memory, that it names.
  bool read(std::size_t bytes) {
    if (stack_.empty() || bytes == 0 || bytes > sizeof(std::uint64_t)) return false;
    if (stack_.back().is_register) {
      const auto value = bits(pop(), 0, bytes * kBitsOfByte);
      if (value) stack_.push_back(*value);
      return value.has_value();
    }
    std::uint64_t number = 0;
    if (!facts_->read(pop(), std::as_writable_bytes(std::span(&number, 1)).first(bytes))) return false;
    return push(number);
  }

  bool arithmetic(std::uint8_t op) {
    if (stack_.empty()) return false;
    const Cell top = stack_.back();
    switch (op) {
      case kDup: stack_.push_back(top); return true;
      case kDrop: stack_.pop_back(); return true;
      case kNeg: stack_.pop_back(); return push(0 - top.number);
      case kNot: stack_.pop_back(); return push(~top.number);
      default: break;
    }
    if (stack_.size() < 2) return false;
    Cell& second = stack_[stack_.size() - 2];
    if (op == kSwap) {
      std::swap(stack_.back(), second);
      return true;
    }
    if (op == kOver) {
      const Cell copy = second;
      stack_.push_back(copy);
      return true;
    }
    const auto number = calculate(op, second.number, top.number);
    stack_.resize(stack_.size() - 2);
    return push(number);
  }

  bool add_piece(std::uint64_t size, std::uint64_t offset) {
    if (stack_.empty() || size == 0 || size % kBitsOfByte != 0) return false;  // the piece is optimised out
    const Cell top = stack_.back();
    stack_.pop_back();
    const std::size_t bytes = size / kBitsOfByte;
    if (top.is_register) {
      const std::size_t begin = top.number * eu::kGrfBytes + offset / kBitsOfByte;
      if (begin > facts_->registers.size() || bytes > facts_->registers.size() - begin) return false;
      add(facts_->registers.subspan(begin, bytes), begin);
    } else if (is_value_) {
      if (bytes > sizeof top.number) return false;
      add_number(top, bytes);
      is_value_ = false;
    } else {
      std::vector<std::byte> held(std::min<std::size_t>(bytes, 1U << 16));
      if (held.size() != bytes || !facts_->read(top.number, held)) return false;
      add(held);
    }
    return true;
  }

  bool add_constant() {
    const auto held = code_.bytes(code_.unsigned_leb());
    if (held) add(std::as_bytes(*held));
    return held.has_value();
  }

  void add_number(const Cell& value, std::size_t bytes) {
    add(std::as_bytes(std::span(&value.number, 1)).first(bytes),
        bytes <= value.bytes ? value.in_registers : std::optional<std::size_t>());
  }

  // Makes the result of an expression without pieces.
  void finish() {
    if (stack_.empty()) return;
    const Cell top = stack_.back();
    if (top.is_register) {
      add(facts_->registers.subspan(top.number * eu::kGrfBytes), top.number * eu::kGrfBytes);
      result_.is_register = true;
    } else if (is_value_) {
      add_number(top, top.bytes);
      if (top.bytes < sizeof top.number) add_number({.in_registers = {}}, sizeof top.number - top.bytes);
    } else {
      // For a vector in memory, the compiler gives one address for each element. The first address is the vector's; the
      // others belong to other variables.
      if (stack_.size() == result_.read.size()) result_.read.resize(1);
      result_.address = stack_.front().number;
    }
  }

  DwarfCode code_;
  const LocationFacts* facts_;
  std::vector<Cell> stack_;
  std::size_t held_ = 0;   // bytes of the pieces
  bool is_value_ = false;  // the top of the stack is the value, not its address
  Location result_;
};

}  // namespace

std::optional<Location> locate(std::span<const std::uint8_t> expression, const LocationFacts& facts) {
  return Machine(expression, facts).run();
}

}  // namespace eugene::debug
