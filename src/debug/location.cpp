#include "debug/location.h"

#include <algorithm>
#include <cstring>

#include "eu/thread.h"

namespace eugene::debug {
namespace {

// Numbers of DWARF 4, 7.7.1, and those of Intel's compiler for GPUs.
enum Op : std::uint8_t {
  kDeref = 0x06,
  kConst1u = 0x08,
  kConst8s = 0x0f,
  kConstu = 0x10,
  kConsts = 0x11,
  kDup = 0x12,
  kDrop = 0x13,
  kOver = 0x14,
  kSwap = 0x16,
  kAnd = 0x1a,
  kDiv = 0x1b,
  kMinus = 0x1c,
  kMod = 0x1d,
  kMul = 0x1e,
  kNeg = 0x1f,
  kNot = 0x20,
  kOr = 0x21,
  kPlus = 0x22,
  kPlusUconst = 0x23,
  kShl = 0x24,
  kShr = 0x25,
  kShra = 0x26,
  kXor = 0x27,
  kBra = 0x28,
  kEq = 0x29,
  kGe = 0x2a,
  kGt = 0x2b,
  kLe = 0x2c,
  kLt = 0x2d,
  kNe = 0x2e,
  kSkip = 0x2f,
  kLit0 = 0x30,
  kReg0 = 0x50,
  kBreg0 = 0x70,
  kRegx = 0x90,
  kPiece = 0x93,
  kDerefSize = 0x94,
  kNop = 0x96,
  kBitPiece = 0x9d,
  kImplicitValue = 0x9e,
  kStackValue = 0x9f,
  kRegister = 0xeb,      // takes the number of a register
  kRegisterBits = 0xec,  // takes a register, an offset and a size in bits
  kChannel = 0xed,
};
constexpr unsigned kFirstGrf = 16;  // DWARF's number of r0
constexpr unsigned kShortForms = 32;
constexpr std::size_t kMostSteps = 10'000;
constexpr std::size_t kMostStack = 256;
constexpr unsigned kBitsOfByte = 8;

struct Value {
  std::uint64_t number = 0;
  bool is_register = false;                 // `number` is that of a GRF
  std::optional<std::size_t> in_registers;  // where the number comes from, as it is there,
  std::size_t bytes = sizeof number;        // and how much of it
};

class Machine {
 public:
  Machine(std::span<const std::uint8_t> code, const LocationFacts& facts) : code_(code), facts_(&facts) {}

  std::optional<Location> run() {
    for (std::size_t steps = 0; at_ < code_.size(); ++steps) {
      if (steps == kMostSteps || stack_.size() > kMostStack || !step()) return std::nullopt;
    }
    if (result_.pieces.empty()) finish();
    return result_;
  }

 private:
  bool step() {
    const std::uint8_t op = code_[at_++];
    if (op >= kConst1u && op <= kConst8s) return push_constant(op);
    if (op >= kLit0 && op < kReg0) return push(op - kLit0);
    if (op >= kReg0 && op < kBreg0) return push_register(op - kReg0);
    switch (op) {
      case kConstu: return push(unsigned_leb());
      case kConsts: return push(static_cast<std::uint64_t>(signed_leb()));
      case kRegx: return push_register(unsigned_leb());
      case kChannel: return push(facts_->channel);
      case kRegister: return stack_.empty() ? false : push_register(pop());
      case kRegisterBits: return take_bits();
      case kPlusUconst: {
        if (stack_.empty()) return false;
        const std::uint64_t more = unsigned_leb();
        return push(pop() + more);
      }
      case kDeref: return read(sizeof(std::uint64_t));
      case kDerefSize: return at_ < code_.size() && read(code_[at_++]);
      case kBra:
      case kSkip: return jump(op == kBra);
      case kPiece: return add_piece(unsigned_leb() * kBitsOfByte, 0);
      case kBitPiece: {
        const std::uint64_t size = unsigned_leb();
        return add_piece(size, unsigned_leb());
      }
      case kImplicitValue: return add_constant();
      case kStackValue: is_value_ = true; return true;
      case kNop: return true;
      default: return arithmetic(op);
    }
  }

  bool push(std::uint64_t number) {
    stack_.push_back({.number = number, .in_registers = {}});
    return true;
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

  bool push_constant(std::uint8_t op) {
    const unsigned bytes = 1U << ((op - kConst1u) / 2U);
    const bool is_signed = (op - kConst1u) % 2 != 0;
    if (bytes > code_.size() - at_) return false;
    std::uint64_t number = 0;
    std::memcpy(&number, &code_[at_], bytes);
    at_ += bytes;
    const auto unused = static_cast<unsigned>(kBitsOfByte * (sizeof number - bytes));
    if (is_signed) number = static_cast<std::uint64_t>(static_cast<std::int64_t>(number << unused) >> unused);
    return push(number);
  }

  std::uint64_t unsigned_leb() {
    std::uint64_t number = 0;
    for (unsigned shift = 0; at_ < code_.size(); shift += 7) {
      const std::uint8_t byte = code_[at_++];
      if (shift < 64) number |= std::uint64_t{byte & 0x7FU} << shift;
      if ((byte & 0x80U) == 0) break;
    }
    return number;
  }
  std::int64_t signed_leb() {
    const std::size_t begin = at_;
    std::uint64_t number = unsigned_leb();
    const std::size_t bits = 7 * (at_ - begin);
    if (at_ != begin && bits < 64 && (code_[at_ - 1] & 0x40U) != 0) number |= ~std::uint64_t{0} << bits;
    return static_cast<std::int64_t>(number);
  }

  bool jump(bool is_conditional) {
    std::int16_t distance = 0;
    if (sizeof distance > code_.size() - at_) return false;
    std::memcpy(&distance, &code_[at_], sizeof distance);
    at_ += sizeof distance;
    if (is_conditional && stack_.empty()) return false;
    if (is_conditional && pop() == 0) return true;
    const std::int64_t target = static_cast<std::int64_t>(at_) + distance;
    if (target < 0 || target > static_cast<std::int64_t>(code_.size())) return false;
    at_ = static_cast<std::size_t>(target);
    return true;
  }

  // Bits of the registers as a number.
  std::optional<Value> bits(std::uint64_t number, std::uint64_t offset, std::uint64_t size) const {
    if (size == 0 || size > 64 || size % kBitsOfByte != 0 || offset % kBitsOfByte != 0) return std::nullopt;
    const std::uint64_t begin = number * eu::kGrfBytes + offset / kBitsOfByte, bytes = size / kBitsOfByte;
    if (begin > facts_->registers.size() || bytes > facts_->registers.size() - begin) return std::nullopt;
    Value value{.in_registers = begin, .bytes = bytes};
    std::memcpy(&value.number, &facts_->registers[begin], bytes);
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

  // Intel's compiler says of every variable that each channel has four bytes; those of one or two bytes it packs. The
  // channels from 16 on have registers of their own.
  std::optional<Value> channel_bits(std::uint64_t number, std::uint64_t offset, std::uint64_t size) const {
    constexpr std::uint64_t kHalf = 16, kChannels = 8, kSaid = 32;
    const std::uint64_t channel = facts_->channel % kHalf;
    const std::uint64_t before = channel / kChannels;
    if (size >= kSaid || offset != channel % kChannels * kSaid || number < before) return bits(number, offset, size);
    return bits(number - before, channel * size, size);
  }

  // What is in a register, or in memory at the address on the stack.
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
    const Value top = stack_.back();
    switch (op) {
      case kDup: stack_.push_back(top); return true;
      case kDrop: stack_.pop_back(); return true;
      case kNeg: stack_.pop_back(); return push(0 - top.number);
      case kNot: stack_.pop_back(); return push(~top.number);
      default: break;
    }
    if (stack_.size() < 2) return false;
    Value& second = stack_[stack_.size() - 2];
    if (op == kSwap) {
      std::swap(stack_.back(), second);
      return true;
    }
    if (op == kOver) {
      stack_.push_back(Value(second));
      return true;
    }
    const auto number = binary(op, second.number, top.number);
    if (!number) return false;
    stack_.resize(stack_.size() - 2);
    return push(*number);
  }

  static std::optional<std::uint64_t> binary(std::uint8_t op, std::uint64_t a, std::uint64_t b) {
    const auto x = static_cast<std::int64_t>(a), y = static_cast<std::int64_t>(b);
    constexpr std::uint64_t kWord = 64;
    switch (op) {
      case kAnd: return a & b;
      case kOr: return a | b;
      case kXor: return a ^ b;
      case kPlus: return a + b;
      case kMinus: return a - b;
      case kMul: return a * b;
      case kDiv: return b == 0 || y == -1 ? std::nullopt : std::optional(static_cast<std::uint64_t>(x / y));
      case kMod: return b == 0 ? std::nullopt : std::optional(a % b);
      case kShl: return b >= kWord ? 0 : a << b;
      case kShr: return b >= kWord ? 0 : a >> b;
      case kShra: return static_cast<std::uint64_t>(x >> std::min(b, kWord - 1));
      case kEq: return a == b;
      case kNe: return a != b;
      case kGe: return x >= y;
      case kGt: return x > y;
      case kLe: return x <= y;
      case kLt: return x < y;
      default: return std::nullopt;
    }
  }

  bool add_piece(std::uint64_t size, std::uint64_t offset) {
    if (stack_.empty() || size == 0 || size % kBitsOfByte != 0) return false;  // a piece that is optimised out
    const Value top = stack_.back();
    stack_.pop_back();
    const std::size_t bytes = size / kBitsOfByte;
    if (top.is_register) {
      const std::size_t begin = top.number * eu::kGrfBytes + offset / kBitsOfByte;
      if (begin > facts_->registers.size() || bytes > facts_->registers.size() - begin) return false;
      const auto held = facts_->registers.subspan(begin, bytes);
      result_.pieces.push_back({.bytes = {held.begin(), held.end()}, .in_registers = begin});
    } else if (is_value_) {
      if (bytes > sizeof top.number) return false;
      add_number(top, bytes);
      is_value_ = false;
    } else {
      std::vector<std::byte> held(std::min<std::size_t>(bytes, 1U << 16));
      if (held.size() != bytes || !facts_->read(top.number, held)) return false;
      result_.pieces.push_back({.bytes = std::move(held), .in_registers = {}});
    }
    return true;
  }

  bool add_constant() {
    const std::uint64_t length = unsigned_leb();
    if (length > code_.size() - at_) return false;
    const auto bytes = std::as_bytes(code_.subspan(at_, length));
    result_.pieces.push_back({.bytes = {bytes.begin(), bytes.end()}, .in_registers = {}});
    at_ += length;
    return true;
  }

  void add_number(const Value& value, std::size_t bytes) {
    const auto held = std::as_bytes(std::span(&value.number, 1)).first(bytes);
    result_.pieces.push_back(
        {.bytes = {held.begin(), held.end()},
         .in_registers = bytes <= value.bytes ? value.in_registers : std::optional<std::size_t>()});
  }

  // An expression without pieces: of all.
  void finish() {
    if (stack_.empty()) return;
    const Value top = stack_.back();
    if (top.is_register) {
      const auto held = facts_->registers.subspan(top.number * eu::kGrfBytes);
      result_.pieces.push_back({.bytes = {held.begin(), held.end()}, .in_registers = top.number * eu::kGrfBytes});
    } else if (is_value_) {
      add_number(top, top.bytes);
      if (top.bytes < sizeof top.number) add_number({.in_registers = {}}, sizeof top.number - top.bytes);
    } else {
      result_.address = top.number;
    }
  }

  std::span<const std::uint8_t> code_;
  const LocationFacts* facts_;
  std::size_t at_ = 0;
  std::vector<Value> stack_;
  bool is_value_ = false;  // the top of the stack is the value, and no address of it
  Location result_;
};

}  // namespace

std::optional<Location> locate(std::span<const std::uint8_t> expression, const LocationFacts& facts) {
  return Machine(expression, facts).run();
}

}  // namespace eugene::debug
