// Parses the suffixes of mnemonics, and operands by field.
#include <algorithm>
#include <span>

#include "visa/parser.h"
#include "visa/spelling.h"

namespace eugene::visa {
namespace {

constexpr std::string_view kRule = "visa.text.suffix";

// Returns a list of the accepted words, as they are written.
std::string choices(std::span<const std::string_view> names, std::string_view before = ".",
                    std::string_view after = {}) {
  std::string list;
  for (const std::string_view name : names) {
    if (name.empty()) continue;
    list += list.empty() ? "" : ", ";
    (list += before).append(name).append(after);
  }
  return list;
}

constexpr std::int64_t kExecutionSizes[] = {1, 2, 4, 8, 16, 32};

}  // namespace

// Parses ".name" with one of `names` and returns its index.
std::optional<std::int64_t> Parser::name_suffix(std::span<const std::string_view> names, std::string_view what) {
  if (!in_.accept('.')) {
    in_.error(std::string(what) + " is missing after the mnemonic", std::string(kRule), choices(names));
    return std::nullopt;
  }
  const std::string_view word = in_.suffix();
  const auto found = std::ranges::find(names, word);
  if (!word.empty() && found != names.end()) return found - names.begin();
  in_.wrong(word, std::string(what) + " cannot be ." + std::string(word), std::string(kRule), choices(names));
  return std::nullopt;
}

std::optional<std::uint64_t> Parser::limited(std::uint64_t limit, std::string_view what) {
  const std::size_t before = in_.problems().size();
  const auto value = in_.integer();
  if (value && *value <= limit) return value;
  if (in_.problems().size() == before)
    in_.error(std::string(what) + (value ? " must be at most " + std::to_string(limit) : " is missing here"),
              "visa.text.range");
  return std::nullopt;
}

bool Parser::atomic(std::int64_t& value) {
  const auto operation = name_suffix(kAtomics, "the operation");
  if (!operation) return false;
  value = *operation;
  if (!in_.follows(".")) return true;
  in_.accept('.');
  const auto bits = limited(64, "the width");
  if (!bits) return false;
  if (*bits == 16) value |= 0x20;
  if (*bits == 64) value |= 0x40;
  return *bits == 16 || *bits == 32 || *bits == 64 ||
         in_.error("the width of an atomic operation must be 16, 32 or 64", std::string(kRule));
}

bool Parser::dpas(std::int64_t& value) {
  for (unsigned n = 0; n < 2; ++n) {
    const auto precision = name_suffix(kPrecisions, "a precision");
    if (!precision) return false;
    value |= *precision << (8 * n);
  }
  for (unsigned n = 2; n < 4; ++n) {
    if (!in_.accept('.')) return in_.error("depth and repeat count are missing", std::string(kRule), "write .8.8");
    const auto count = limited(8, n == 2 ? "the depth" : "the repeat count");
    if (!count) return false;
    value |= static_cast<std::int64_t>(*count) << (8 * n);
  }
  return true;
}

bool Parser::modes(std::span<const std::string_view> names, std::int64_t& value) {
  if (!in_.follows(".")) return true;
  in_.accept('.');
  while (in_.follows("<")) {
    in_.accept('<');
    const std::string_view name = in_.identifier();
    const auto bit = std::ranges::find(names, name) - names.begin();
    if (name.empty() || bit == std::ssize(names))
      return in_.wrong(name, "unknown mode of a render target message", std::string(kRule), choices(names, "<", ">"));
    value |= std::int64_t{1} << bit;
    if (!in_.expect('>', "after the mode")) return false;
  }
  return true;
}

bool Parser::fence(std::int64_t& value) {
  if (!in_.follows(".")) return true;
  in_.accept('.');
  const std::string_view word = in_.suffix();
  std::string_view rest = word;
  for (const FenceFlag& flag : kFenceFlags) {
    if (!rest.starts_with(flag.letter)) continue;
    rest.remove_prefix(flag.letter.size());
    value |= flag.bit;
  }
  return rest.empty() || in_.wrong(word, "a fence cannot be ." + std::string(word), std::string(kRule),
                                   "flags of a fence are E, I, S, C, R and L1, in this order");
}

// Parses a suffix whose value is a number, or a name from a table.
bool Parser::plain_suffix(Field field, std::int64_t& value) {
  const auto name = [&](std::span<const std::string_view> names, std::string_view what) {
    const auto n = name_suffix(names, what);
    value = n.value_or(0);
    return n.has_value();
  };
  switch (field) {
    case Field::relation: return name(kRelations, "the relation");
    case Field::channels: return name(kChannelMasks, "the set of channels");
    case Field::single_channel: return name(kSingleChannels, "the channel");
    case Field::block_bytes: return name(kBlockBytes, "the block size");
    case Field::block_count: return name(kBlockCounts, "the number of blocks");
    case Field::element_bytes: return name(kElementBytes, "the element size");
    case Field::load_lines:
    case Field::store_lines: return name(kLines, "the modifier");
    case Field::suffix_number:
    case Field::ffid: {
      if (!in_.accept('.')) return in_.error("a number is missing after the mnemonic", std::string(kRule));
      const auto n = limited(255, "this number");
      value = static_cast<std::int64_t>(n.value_or(0));
      return n.has_value();
    }
    case Field::channels_lanes: {
      if (!name(kChannelMasks, "the set of channels")) return false;
      if (!in_.accept('(')) return true;
      const auto lanes = limited(32, "the number of lanes");
      if (!lanes || !in_.expect(')', "after the number of lanes")) return false;
      value |= *lanes == 16 ? 0x10 : 0;
      return *lanes == 8 || *lanes == 16 || in_.error("the number of lanes must be 8 or 16", std::string(kRule));
    }
    case Field::channels_output: {
      if (!name(kChannelMasks, "the set of channels")) return false;
      const auto format = name_suffix(kOutputFormats, "the output format");
      value |= format.value_or(0) << 4;
      return format.has_value();
    }
    default: return in_.error("internal: unknown suffix", std::string(kRule));
  }
}

bool Parser::suffix(Field field, Operand& out) {
  std::int64_t value = to_number(out);
  bool is_good = true;
  switch (field) {
    case Field::atomic: is_good = atomic(value); break;
    case Field::dpas: is_good = dpas(value); break;
    case Field::render_target: is_good = modes(kRenderTargetModes, value); break;
    case Field::target_read: is_good = modes(kTargetReadModes, value); break;
    case Field::fence_selector: is_good = fence(value); break;
    case Field::modified:
      if (in_.accept(std::string_view(".mod"))) value = 1;
      break;
    case Field::boolean: {
      if (!in_.accept('.') || !in_.follows("x"))
        return in_.error("the function is missing", std::string(kRule), "write .x8a");
      std::string digits(in_.identifier().substr(1));
      value = std::strtol(digits.c_str(), nullptr, 16);
      is_good = digits.size() <= 2 || in_.error("the function must have at most 8 bits", std::string(kRule));
      break;
    }
    case Field::sampler_selector:
      for (std::size_t n = 0; n < kSamplerFlags.size(); ++n) {
        if (in_.accept("." + std::string(kSamplerFlags[n]))) value |= std::int64_t{1} << (kFirstSamplerFlag + n);
      }
      break;
    default: is_good = plain_suffix(field, value);
  }
  out = Number{value};
  return is_good;
}

bool Parser::execution(Execution& out) {
  if (!in_.expect('(', "before the execution size")) return false;
  if (in_.peek() == 'M' || in_.peek() == 'N') {
    const std::size_t begin = in_.offset();
    const std::string_view name = in_.identifier();
    const bool is_mask = name.size() >= 2 && name[0] == 'M' && name[1] >= '1' && name[1] <= '8' &&
                         (name.size() == 2 || name.substr(2) == "_NM");
    if (!is_mask && name != "NoMask")
      return in_.error(begin, "unknown mask", "visa.execution.mask", "masks are M1 to M8 and M1_NM to M8_NM");
    out.mask = static_cast<std::uint8_t>(is_mask ? name[1] - '1' + (name.size() > 2 ? 8 : 0) : 8);
    if (!in_.expect(',', "after the mask")) return false;
  }
  in_.peek();
  const std::size_t begin = in_.offset();
  const auto lanes = limited(32, "the execution size");
  if (!lanes) return false;
  if (std::ranges::find(kExecutionSizes, static_cast<std::int64_t>(*lanes)) == std::end(kExecutionSizes))
    return in_.error(begin, "the execution size must be 1, 2, 4, 8, 16 or 32", "visa.execution.size");
  out.lanes = static_cast<std::uint8_t>(*lanes);
  return in_.expect(')', "after the execution size");
}

bool Parser::number_pair(Operand& out) {
  if (!in_.expect('(', "before the pair")) return false;
  const auto first = limited(255, "the first number");
  if (!first || !in_.expect(',', "after the first number")) return false;
  const auto second = limited(255, "the second number");
  if (!second) return false;
  out = Number{static_cast<std::int64_t>(*first | *second << 8)};
  return in_.expect(')', "after the second number");
}

// Parses a number of channels, elements or owords.
bool Parser::size_operand(Field field, Operand& out) {
  const bool is_unaligned = field == Field::svm_owords && in_.accept(std::string_view(".unaligned"));
  Execution e;
  if (!execution(e)) return false;
  if (field == Field::execution || field == Field::element_count) {
    out = e;
    return true;
  }
  const auto size = find_index(kOwords, std::to_string(e.lanes));
  out = Number{static_cast<std::int64_t>(size.value_or(0) | (is_unaligned ? 8U : 0U))};
  return size || in_.error("a block must have 1, 2, 4, 8 or 16 owords", "visa.block.owords");
}

// Parses an operand that is a name: a variable, a label, a file or a text.
bool Parser::name_operand(const Form& form, Field field, Operand& out) {
  if (field == Field::surface || field == Field::sampler) {
    const auto name = variable(field == Field::surface ? Name::Kind::surface : Name::Kind::sampler);
    out = Number{name ? name->id : 0};
    return name.has_value();
  }
  if (field == Field::label) {
    const auto label = label_reference();
    if (!label) return false;
    if (form.is_composable) kernel_().labels[*label].kind = LabelKind::composable;
    out = LabelReference{*label};
    return true;
  }
  const bool is_file = field == Field::file_name;
  auto text = is_file || in_.peek() == '"' ? in_.string() : std::optional(std::string(in_.identifier()));
  if (is_file && !text) return in_.error("the name of a file is missing", "visa.text.operand", "write it in quotes");
  if (!text || (!is_file && text->empty())) return in_.error("a name is missing here", "visa.text.operand");
  out = Text{std::move(*text)};
  return true;
}

bool Parser::number_operand(std::uint64_t limit, Operand& out) {
  const auto n = limited(limit, "a number");
  out = Number{static_cast<std::int64_t>(n.value_or(0))};
  return n.has_value();
}

bool Parser::word_operand(std::span<const std::string_view> names, Operand& out) {
  const std::string_view word = in_.identifier();
  const auto at = std::ranges::find(names, word);
  out = Number{at - names.begin()};
  if (at != names.end()) return true;
  return in_.wrong(word, word.empty() ? "a name is missing here" : "this operand cannot be " + std::string(word),
                   "visa.text.operand", choices(names, {}));
}

bool Parser::plain_source(Operand& out) {
  General o{.region = {1, 1, 0}};
  const auto name = variable(Name::Kind::general);
  if (!name || !subscript(o.row, o.column)) return false;
  o.variable = name->id;
  out = o;
  return true;
}

bool Parser::operand(const Form& form, Field field, Operand& out) {
  switch (field) {
    case Field::execution:
    case Field::element_count:
    case Field::owords:
    case Field::svm_owords: return size_operand(field, out);
    case Field::destination: return vector(true, out);
    case Field::modified_after: out = Number{in_.accept(std::string_view(".mod")) ? 1 : 0}; return true;
    case Field::surface:
    case Field::sampler:
    case Field::label:
    case Field::symbol:
    case Field::file_name: return name_operand(form, field, out);
    case Field::raw: return raw(out, false);
    case Field::plain_source: return plain_source(out);
    case Field::number8: return number_operand(255, out);
    case Field::number16: return number_operand(65535, out);
    case Field::number32:
    case Field::hex32: return number_operand(0xffffffffU, out);
    case Field::block_size:
    case Field::vme_pair: return number_pair(out);
    case Field::avs_control: return word_operand(kAvsControls, out);
    case Field::avs_execution: return word_operand(kAvsExecutions, out);
    case Field::vme_mode:
      return in_.expect('(', "before the modes") && vector(false, out) && in_.expect(',', "after it");
    case Field::vme_shape: return vector(false, out) && in_.expect(',', "after it");
    case Field::vme_prediction: return vector(false, out) && in_.expect(')', "after the modes");
    default: return vector(false, out);
  }
}

}  // namespace eugene::visa
