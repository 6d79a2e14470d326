#include "visa/print_operand.h"

#include <fmt/format.h>

#include <algorithm>

#include "visa/predefined.h"
#include "visa/spelling.h"

namespace eugene::visa {
namespace {

std::string print_region(const Region& region) {
  if (region.width == kNoStride) return fmt::format("<{}>", region.horizontal);
  if (region.vertical == kNoStride) return fmt::format("<{},{}>", region.width, region.horizontal);
  return fmt::format("<{};{},{}>", region.vertical, region.width, region.horizontal);
}

std::string_view print_modifier(Modifier modifier) { return kModifiers[static_cast<std::size_t>(modifier)]; }

std::string print_operand(const Kernel& kernel, const General& o) {
  return fmt::format("{}{}({},{}){}", print_modifier(o.modifier), general_name(kernel, o.variable), o.row, o.column,
                     print_region(o.region));
}
std::string print_operand(const Kernel& kernel, const Address& o) {
  return fmt::format("{}({})<{}>", address_name(kernel, o.variable), o.element, o.width);
}
std::string print_operand(const Kernel& kernel, const PredicateVariable& o) {
  return predicate_name(kernel, o.variable);
}
std::string print_operand(const Kernel& kernel, const Indirect& o) {
  return fmt::format("{}r[{}({}),{}]{}:{}", print_modifier(o.modifier), address_name(kernel, o.variable), o.element,
                     o.offset, print_region(o.region), table_row(o.type).name);
}
std::string print_operand(const Kernel& kernel, const State& o) {
  return fmt::format("{}({})",
                     o.kind == StateKind::surface ? surface_name(kernel, o.variable) : sampler_name(kernel, o.variable),
                     o.element);
}
std::string print_operand(const Kernel& kernel, const AddressOf& o) {
  const std::string name = o.kind == AddressOf::Kind::general   ? general_name(kernel, o.variable)
                           : o.kind == AddressOf::Kind::surface ? surface_name(kernel, o.variable)
                                                                : sampler_name(kernel, o.variable);
  return o.offset == 0 ? "&" + name : fmt::format("&{}[{}]", name, o.offset);
}
std::string print_operand(const Kernel&, const Immediate& o) {
  return fmt::format("0x{:x}:{}", o.bits, table_row(o.type).name);
}
std::string print_operand(const Kernel& kernel, const Raw& o) {
  return fmt::format("{}.{}", general_name(kernel, o.variable), o.offset);
}
std::string print_operand(const Kernel&, const Execution& o) { return print_execution(o); }
std::string print_operand(const Kernel&, const Predication&) { return {}; }
std::string print_operand(const Kernel&, const Number& o) { return std::to_string(o.value); }
std::string print_operand(const Kernel& kernel, const LabelReference& o) {
  return o.label < kernel.labels.size() ? kernel.labels[o.label].name : "?";
}
std::string print_operand(const Kernel&, const Text& o) {
  const bool is_identifier =
      !o.text.empty() && (std::isdigit(static_cast<unsigned char>(o.text[0])) == 0) &&
      std::ranges::all_of(o.text, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
  return is_identifier ? o.text : quoted(o.text);
}

std::string print_atomic(std::int64_t value) {
  return spelled(kAtomics, value & 0x1f) + ((value & 0x20) != 0 ? ".16" : (value & 0x40) != 0 ? ".64" : "");
}

std::string print_dpas(std::int64_t value) {
  return fmt::format("{}.{}.{}.{}", spelled(kPrecisions, value & 0xff), spelled(kPrecisions, value >> 8 & 0xff),
                     value >> 16 & 0xff, value >> 24 & 0xff);
}

// Prints the flags of a set, each after a dot.
void print_flags(std::int64_t value, unsigned first, std::span<const std::string_view> names, std::string& out) {
  for (std::size_t n = 0; n < names.size(); ++n) {
    if ((value >> (first + n) & 1) != 0) out += fmt::format(".{}", names[n]);
  }
}

void print_modes(std::int64_t mode, std::span<const std::string_view> names, std::string& out) {
  if (mode == 0) return;
  out += '.';
  for (std::size_t bit = 0; bit < names.size(); ++bit) {
    if ((mode >> bit & 1) != 0 && !names[bit].empty()) out += fmt::format("<{}>", names[bit]);
  }
}

void print_fence(std::int64_t mask, std::string& out) {
  std::string letters;
  for (const FenceFlag& flag : kFenceFlags) {
    if ((mask & flag.bit) != 0) letters += flag.letter;
  }
  if (!letters.empty()) out += "." + letters;
}

// Prints a suffix. Returns false if `field` is none of these.
bool print_suffix(Field field, std::int64_t value, std::string& out) {
  switch (field) {
    case Field::relation: out += "." + spelled(kRelations, value & 7); return true;
    case Field::channels: out += "." + spelled(kChannelMasks, value & 15); return true;
    case Field::single_channel: out += "." + spelled(kSingleChannels, value); return true;
    case Field::channels_lanes:
      out += fmt::format(".{} ({})", spelled(kChannelMasks, value & 15), lanes_of_sample(value));
      return true;
    case Field::channels_output:
      out += fmt::format(".{}.{}", spelled(kChannelMasks, value & 15), spelled(kOutputFormats, value >> 4 & 3));
      return true;
    case Field::atomic: out += "." + print_atomic(value); return true;
    case Field::block_bytes: out += "." + spelled(kBlockBytes, value & 3); return true;
    case Field::block_count: out += "." + spelled(kBlockCounts, value & 3); return true;
    case Field::element_bytes: out += "." + spelled(kElementBytes, value & 3); return true;
    case Field::load_lines:
    case Field::store_lines: out += "." + spelled(kLines, value); return true;
    case Field::modified: out += (value & 1) != 0 ? ".mod" : ""; return true;
    case Field::boolean: out += fmt::format(".x{:x}", value); return true;
    case Field::dpas: out += "." + print_dpas(value); return true;
    case Field::suffix_number:
    case Field::ffid: out += fmt::format(".{}", value); return true;
    case Field::render_target: print_modes(value, kRenderTargetModes, out); return true;
    case Field::target_read: print_modes(value, kTargetReadModes, out); return true;
    case Field::fence_selector: print_fence(value, out); return true;
    case Field::sampler_selector: print_flags(value, kFirstSamplerFlag, kSamplerFlags, out); return true;
    default: return false;
  }
}

}  // namespace

std::string print_execution(const Execution& execution) {
  return fmt::format("(M{}{}, {})", (execution.mask & 7) + 1, execution.mask >= 8 ? "_NM" : "", execution.lanes);
}

void print_predication(const Kernel& kernel, const Predication& predication, std::string& out) {
  if (predication.variable == 0) return;
  static constexpr std::string_view kControls[] = {"", ".any", ".all"};
  out += fmt::format("({}{}{}) ", predication.inverse ? "!" : "", predicate_name(kernel, predication.variable),
                     kControls[static_cast<std::size_t>(predication.control)]);
}

void print_field(const Kernel& kernel, Field field, const Operand& operand, std::string& out) {
  const std::int64_t value = number(operand);
  if (print_suffix(field, value, out)) return;
  const auto text = [&] { return std::visit([&](const auto& o) { return print_operand(kernel, o); }, operand); };
  switch (field) {
    case Field::surface: out += surface_name(kernel, static_cast<std::uint32_t>(value)); return;
    case Field::sampler: out += sampler_name(kernel, static_cast<std::uint32_t>(value)); return;
    case Field::modified_after: out += (value & 1) != 0 ? ".mod" : ""; return;
    case Field::owords: out += "(" + spelled(kOwords, value & 7) + ")"; return;
    case Field::svm_owords:
      out += fmt::format("{}({})", (value & 8) != 0 ? ".unaligned " : "", spelled(kOwords, value & 7));
      return;
    case Field::file_name: out += quoted(std::get<Text>(operand).text); return;
    case Field::hex32: out += fmt::format("0x{:x}", value); return;
    case Field::block_size: out += fmt::format("({},{})", value & 0xff, value >> 8); return;
    case Field::vme_pair: out += fmt::format("({},{})", value & 0xff, value >> 8); return;
    case Field::avs_control: out += spelled(kAvsControls, value & 15); return;
    case Field::avs_execution: out += spelled(kAvsExecutions, value & 15); return;
    case Field::vme_mode: out += "(" + text() + ","; return;
    case Field::vme_shape: out += text() + ","; return;
    case Field::vme_prediction: out += text() + ")"; return;
    case Field::plain_source: {
      const std::string whole = text();
      out += whole.substr(0, whole.find('<'));
      return;
    }
    default: out += text();
  }
}

}  // namespace eugene::visa
