#include "visa/number_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/number.h"
#include "visa/binary_layout.h"
#include "visa/print_operand.h"
#include "visa/spelling.h"

namespace eugene::visa {
namespace {

using Names = std::span<const std::string_view>;

constexpr std::string_view kRule = "visa.text.suffix";
constexpr std::int64_t kAtomic16 = 0x20, kAtomic64 = 0x40, kLanes16 = 0x10;

constexpr std::int64_t find_limit(Bits bits) { return (std::int64_t{2} << (bits.high - bits.low)) - 1; }

// Returns the accepted words as they are written.
std::string choices(Names names, std::string_view before = ".", std::string_view after = {}) {
  std::string list;
  for (const std::string_view name : names) {
    if (name.empty()) continue;
    list += list.empty() ? "" : ", ";
    (list += before).append(name).append(after);
  }
  return list;
}

bool print(std::string& out, std::string_view text) {
  out += text;
  return true;
}

std::int64_t part(std::int64_t value, Bits bits) { return value >> bits.low & find_limit(bits); }

// Sets the bits of `value` to `number`. Returns false if there is no number.
bool set(std::int64_t& value, Bits bits, std::optional<std::uint64_t> number) {
  value |= static_cast<std::int64_t>(number.value_or(0)) << bits.low;
  return number.has_value();
}

std::optional<std::uint64_t> find_name(Names names, std::string_view word) {
  const auto found = std::ranges::find(names, word);
  return word.empty() || found == names.end() ? std::nullopt : std::optional(std::uint64_t(found - names.begin()));
}

// Each part of a text is a pair of functions: one prints the part, the other parses it. A parser returns false after an
// error.
bool token(std::string& out, char c, std::string_view) { return print(out, {&c, 1}); }
bool token(Cursor& in, char c, std::string_view where) { return in.expect(c, where); }

bool name(std::string& out, std::int64_t value, Bits bits, Names names, std::string_view) {
  return print(out, "." + spelled(names, part(value, bits)));
}
bool name(Cursor& in, std::int64_t& value, Bits bits, Names names, std::string_view what) {
  if (!in.accept('.')) return in.error(std::string(what) + " is missing after the mnemonic", kRule, choices(names));
  const std::string_view word = in.suffix();
  return set(value, bits, find_name(names, word)) ||
         in.wrong(word, std::string(what) + " cannot be ." + std::string(word), kRule, choices(names));
}

// An additional name of a value.
bool synonym(const std::string&, std::int64_t, std::string_view, std::int64_t) { return false; }
bool synonym(Cursor& in, std::int64_t& value, std::string_view name, std::int64_t meaning) {
  if (!in.accept("." + std::string(name))) return false;
  value = meaning;
  return true;
}

bool word(std::string& out, std::int64_t value, Bits bits, Names names) {
  return print(out, spelled(names, part(value, bits)));
}
bool word(Cursor& in, std::int64_t& value, Bits bits, Names names) {
  const std::string_view word = in.identifier();
  return set(value, bits, find_name(names, word)) ||
         in.wrong(word, word.empty() ? "a name is missing here" : "this operand cannot be " + std::string(word),
                  "visa.text.operand", choices(names, {}));
}

bool number(std::string& out, std::int64_t value, Bits bits, std::string_view) {
  return print(out, std::to_string(part(value, bits)));
}
bool number(Cursor& in, std::int64_t& value, Bits bits, std::string_view what) {
  return set(value, bits, in.integer(static_cast<std::uint64_t>(find_limit(bits)), what));
}

bool hex_number(std::string& out, std::int64_t value, Bits, std::string_view) {
  return print(out, fmt::format("0x{:x}", value));
}
bool hex_number(Cursor& in, std::int64_t& value, Bits bits, std::string_view what) {
  return number(in, value, bits, what);
}

bool suffix(std::string& out, std::int64_t value, Bits bits, std::uint64_t, std::string_view, std::string_view,
            std::string_view = {}) {
  return print(out, fmt::format(".{}", part(value, bits)));
}
bool suffix(Cursor& in, std::int64_t& value, Bits bits, std::uint64_t limit, std::string_view what,
            std::string_view missing, std::string_view hint = {}) {
  if (!in.accept('.')) return in.error(std::string(missing), kRule, std::string(hint));
  return set(value, bits, in.integer(limit, what));
}

// A text that is present if its bit is set. A blank at its end is only printed.
bool flag(std::string& out, std::int64_t value, unsigned bit, std::string_view text) {
  return print(out, (value >> bit & 1) != 0 ? text : "");
}
bool flag(Cursor& in, std::int64_t& value, unsigned bit, std::string_view text) {
  if (in.accept(text.substr(0, text.find(' ')))) value |= std::int64_t{1} << bit;
  return true;
}

// The boolean function of three sources, ".x8a".
bool function(std::string& out, std::int64_t value) { return print(out, fmt::format(".x{:x}", value)); }
bool function(Cursor& in, std::int64_t& value) {
  if (!in.accept('.') || !in.follows("x")) return in.error("the function is missing", kRule, "write .x8a");
  const auto bits = parse_number<std::uint8_t>(in.identifier().substr(1), 16);
  value = bits.value_or(0);
  return bits || in.error("the function must be a hexadecimal number of at most 8 bits", kRule, "write .x8a");
}

// The lanes of a sampler message, " (16)".
bool lanes(std::string& out, std::int64_t value) { return print(out, fmt::format(" ({})", lanes_of_sample(value))); }
bool lanes(Cursor& in, std::int64_t& value) {
  if (!in.accept('(')) return true;
  const auto lanes = in.integer(32, "the number of lanes");
  if (!lanes || !in.expect(')', "after the number of lanes")) return false;
  value |= *lanes == 16 ? kLanes16 : 0;
  return *lanes == 8 || *lanes == 16 || in.error("the number of lanes must be 8 or 16", kRule);
}

// The width of an atomic operation, ".16"; 32 bits are not written.
bool atomic_width(std::string& out, std::int64_t value) {
  return print(out, (value & kAtomic16) != 0 ? ".16" : (value & kAtomic64) != 0 ? ".64" : "");
}
bool atomic_width(Cursor& in, std::int64_t& value) {
  if (!in.follows(".")) return true;
  in.accept('.');
  const auto bits = in.integer(64, "the width");
  if (!bits) return false;
  value |= *bits == 16 ? kAtomic16 : *bits == 64 ? kAtomic64 : 0;
  return *bits == 16 || *bits == 32 || *bits == 64 ||
         in.error("the width of an atomic operation must be 16, 32 or 64", kRule);
}

// The modes of a render target message, ".<A><Z>"; `names` are their bits.
bool modes(std::string& out, std::int64_t value, Names names) {
  if (value != 0) out += '.';
  for (std::size_t bit = 0; bit < names.size(); ++bit) {
    if ((value >> bit & 1) != 0 && !names[bit].empty()) out += fmt::format("<{}>", names[bit]);
  }
  return true;
}
bool modes(Cursor& in, std::int64_t& value, Names names) {
  if (!in.follows(".")) return true;
  in.accept('.');
  while (in.follows("<")) {
    in.accept('<');
    const std::string_view name = in.identifier();
    const auto bit = find_name(names, name);
    if (!bit) return in.wrong(name, "unknown mode of a render target message", kRule, choices(names, "<", ">"));
    value |= std::int64_t{1} << *bit;
    if (!in.expect('>', "after the mode")) return false;
  }
  return true;
}

// The flags of a fence, ".ESCRL1".
bool fence(std::string& out, std::int64_t value) {
  std::string letters;
  for (const FenceFlag& flag : kFenceFlags) letters += (value & flag.bit) != 0 ? flag.letter : "";
  return print(out, letters.empty() ? "" : "." + letters);
}
bool fence(Cursor& in, std::int64_t& value) {
  if (!in.follows(".")) return true;
  in.accept('.');
  const std::string_view word = in.suffix();
  std::string_view rest = word;
  for (const FenceFlag& flag : kFenceFlags) {
    if (!rest.starts_with(flag.letter)) continue;
    rest.remove_prefix(flag.letter.size());
    value |= flag.bit;
  }
  return rest.empty() || in.wrong(word, "a fence cannot be ." + std::string(word), kRule,
                                  "flags of a fence are E, I, S, C, R and L1, in this order");
}

// The number of owords, "(4)". A mask before the number, as in an execution size, is not kept.
bool owords(std::string& out, std::int64_t value) { return print(out, "(" + spelled(kOwords, value & 7) + ")"); }
bool owords(Cursor& in, std::int64_t& value) {
  Execution e;
  if (!parse_execution(in, e)) return false;
  return set(value, {2, 0}, find_name(kOwords, std::to_string(e.lanes))) ||
         in.error("a block must have 1, 2, 4, 8 or 16 owords", "visa.block.owords");
}

// Describes the text of each field. `text` is a string, to which the text of `value` is appended, or a cursor, from
// which the text is parsed and added to `value`.
bool describe(auto& text, Field field, std::int64_t& value) {
  switch (field) {
    case Field::relation: return name(text, value, {2, 0}, kRelations, "the relation");
    case Field::channels: return name(text, value, {3, 0}, kChannelMasks, "the set of channels");
    case Field::single_channel: return name(text, value, {7, 0}, kSingleChannels, "the channel");
    case Field::channels_lanes:
      return name(text, value, {3, 0}, kChannelMasks, "the set of channels") && lanes(text, value);
    case Field::channels_output:
      return name(text, value, {3, 0}, kChannelMasks, "the set of channels") &&
             name(text, value, {5, 4}, kOutputFormats, "the output format");
    case Field::atomic: return name(text, value, {4, 0}, kAtomics, "the operation") && atomic_width(text, value);
    case Field::block_bytes: return name(text, value, {1, 0}, kBlockBytes, "the block size");
    case Field::block_count: return name(text, value, {1, 0}, kBlockCounts, "the number of blocks");
    case Field::element_bytes: return name(text, value, {1, 0}, kElementBytes, "the element size");
    case Field::load_lines:
    case Field::store_lines: return name(text, value, {7, 0}, kLines, "the modifier");
    case Field::dpas: {
      static constexpr std::string_view kMissing = "depth and repeat count are missing", kHint = "write .8.8";
      return name(text, value, {7, 0}, kPrecisions, "a precision") &&
             name(text, value, {15, 8}, kPrecisions, "a precision") &&
             suffix(text, value, {23, 16}, 8, "the depth", kMissing, kHint) &&
             suffix(text, value, {31, 24}, 8, "the repeat count", kMissing, kHint);
    }
    case Field::suffix_number:
    case Field::ffid: return suffix(text, value, {7, 0}, 255, "this number", "a number is missing after the mnemonic");
    case Field::boolean: return function(text, value);
    case Field::render_target: return modes(text, value, kRenderTargetModes);
    case Field::target_read: return modes(text, value, kTargetReadModes);
    case Field::fence_selector: return fence(text, value);
    case Field::sampler_selector:
      for (unsigned n = 0; n < kSamplerFlags.size(); ++n)
        flag(text, value, kFirstSamplerFlag + n, "." + std::string(kSamplerFlags[n]));
      return true;
    case Field::modified:
    case Field::modified_after: return flag(text, value, 0, ".mod");
    case Field::owords: return owords(text, value);
    case Field::svm_owords: return flag(text, value, 3, ".unaligned ") && owords(text, value);
    case Field::block_size:
    case Field::vme_pair:
      return token(text, '(', "before the pair") && number(text, value, {7, 0}, "the first number") &&
             token(text, ',', "after the first number") && number(text, value, {15, 8}, "the second number") &&
             token(text, ')', "after the second number");
    case Field::number8: return number(text, value, {7, 0}, "a number");
    case Field::number16: return number(text, value, {15, 0}, "a number");
    case Field::number32: return number(text, value, {31, 0}, "a number");
    case Field::hex32: return hex_number(text, value, {31, 0}, "a number");
    case Field::avs_control: return word(text, value, {3, 0}, kAvsControls);
    case Field::avs_execution: return word(text, value, {3, 0}, kAvsExecutions);
    case Field::lsc_sfid: return name(text, value, {7, 0}, kLscSfids, "the function");
    case Field::lsc_cache1:
    case Field::lsc_cache3: return name(text, value, {7, 0}, kLscCaches, "a cache option");
    case Field::lsc_fence_operation: return name(text, value, {7, 0}, kLscFences, "the operation of the fence");
    case Field::lsc_fence_scope:
      return synonym(text, value, kLscSystemScope, kLscSysrel) || name(text, value, {7, 0}, kLscScopes, "the scope");
    default: return false;
  }
}

}  // namespace

void print_number_field(Field field, std::int64_t value, std::string& out) { (void)describe(out, field, value); }

bool parse_number_field(Cursor& in, Field field, std::int64_t& value) { return describe(in, field, value); }

std::string print_execution(const Execution& execution) {
  return fmt::format("(M{}{}, {})", (execution.mask & 7) + 1, execution.mask >= 8 ? "_NM" : "", execution.lanes);
}

bool parse_execution(Cursor& in, Execution& out) {
  if (!in.expect('(', "before the execution size")) return false;
  if (in.peek() == 'M' || in.peek() == 'N') {
    const std::size_t begin = in.offset();
    const std::string_view name = in.identifier();
    const bool is_mask = name.size() >= 2 && name[0] == 'M' && name[1] >= '1' && name[1] <= '8' &&
                         (name.size() == 2 || name.substr(2) == "_NM");
    if (!is_mask && name != "NoMask")
      return in.error(begin, "unknown mask", "visa.execution.mask", "masks are M1 to M8 and M1_NM to M8_NM");
    out.mask = static_cast<std::uint8_t>(is_mask ? name[1] - '1' + (name.size() > 2 ? 8 : 0) : 8);
    if (!in.expect(',', "after the mask")) return false;
  }
  in.peek();
  const std::size_t begin = in.offset();
  const auto lanes = in.integer(32, "the execution size");
  if (!lanes) return false;
  if (std::ranges::find(kLanes, *lanes) == kLanes.end())
    return in.error(begin, "the execution size must be 1, 2, 4, 8, 16 or 32", "visa.execution.size");
  out.lanes = static_cast<std::uint8_t>(*lanes);
  return in.expect(')', "after the execution size");
}

}  // namespace eugene::visa
