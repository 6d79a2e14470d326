// Rules on the sampler's messages: parameters and properties of each operation, texel offsets. vISA manual 3D_SAMPLE,
// 3D_SAMPLE4, 3D_LOAD.
#include <algorithm>

#include "visa/check/rule.h"
#include "visa/lsc.h"
#include "visa/selection.h"
#include "visa/spelling.h"

namespace eugene::visa {
namespace {

constexpr std::uint16_t kBeforeIcllp = kToBxt;

using Selection = SamplerSelection;

// An operation and its parameters, from the tables in the notes of the pages.
struct Operation {
  std::int16_t selection;  // selector of its form
  std::uint8_t max_parameters;
  std::uint8_t offsets = 0;  // bits: parameters that are texel offsets (Offu, Offv)
  bool has_cps = false;      // accepts .cps, the level of coarse pixels
};
constexpr Operation kOperations[] = {
    {Selection::sample_3d, 4, 0, true},
    {Selection::sample_b, 5, 0, true},
    {Selection::sample_l, 5},
    {Selection::sample_c, 5, 0, true},
    {Selection::sample_d, 10},
    {Selection::sample_b_c, 6, 0, true},
    {Selection::sample_l_c, 6},
    {Selection::lod, 4, 0, true},
    {Selection::sample_d_c, 11},
    {Selection::sample_lz, 4},
    {Selection::sample_c_lz, 5},
    {Selection::sample4, 4},
    {Selection::sample4_c, 5},
    {Selection::sample4_po, 5, 0b1100},
    {Selection::sample4_po_c, 6, 0b1'1000},
    {Selection::load_3d, 4},
    {Selection::load_lz, 3},
    {Selection::load_2dms_w, 7},  // 9 if they are words
    {Selection::load_mcs, 4},
};
constexpr std::size_t kMaxWordParameters = 9;

bool selects(const Subject& s, Page page, std::int16_t selection) {
  return s.form.page == page && s.form.selection == selection;
}
bool is_load(const Subject& s) { return s.form.page == Page::load_3d; }
bool is_sample(const Subject& s) { return s.form.page == Page::sample_3d || s.form.page == Page::sample4_3d; }

const Operation* find_operation(const Subject& s) {
  if (!is_load(s) && !is_sample(s)) return nullptr;
  const auto* at = std::ranges::find(kOperations, s.form.selection, &Operation::selection);
  return at == std::end(kOperations) ? nullptr : at;
}

// Returns the types of the parameters that have one, except for parameters whose bit in `except` is set.
std::vector<Type> list_types(const Subject& s, unsigned except = 0) {
  std::vector<Type> types;
  const auto parameters = listed(s);
  for (std::size_t n = 0; n < parameters.size(); ++n) {
    if (n < 16 && (except >> n & 1) != 0) continue;
    const auto type = is_null(parameters[n]) ? std::nullopt : operand_type(s.kernel, parameters[n]);
    if (type) types.push_back(*type);
  }
  return types;
}

bool is_of_words(const Subject& s) {
  return std::ranges::any_of(list_types(s), [](Type type) { return byte_size(type) == 2; });
}

bool parameter_count(const Subject& s) {
  const Operation* operation = find_operation(s);
  if (operation == nullptr) return true;
  const bool is_long = selects(s, Page::load_3d, Selection::load_2dms_w) && is_of_words(s);
  const std::size_t max = is_long ? kMaxWordParameters : operation->max_parameters, count = listed(s).size();
  return count >= 1 && count <= max;
}

bool sampled_parameters(const Subject& s) {
  const Operation* operation = is_sample(s) ? find_operation(s) : nullptr;
  if (operation == nullptr) return true;
  const auto types = list_types(s, operation->offsets);
  return std::ranges::all_of(types, [&](Type t) { return t == types.front() && (t == Type::f || t == Type::hf); });
}

// Offu and Offv have type D by their own lines, but the other parameters' type by the notes (docs/record/errata.md).
bool offset_parameters(const Subject& s) {
  const Operation* operation = is_sample(s) ? find_operation(s) : nullptr;
  if (operation == nullptr || operation->offsets == 0) return true;
  const auto types = list_types(s, ~static_cast<unsigned>(operation->offsets));
  return std::ranges::all_of(types, [](Type t) { return t == Type::d || t == Type::f || t == Type::hf; });
}

bool loaded_parameters(const Subject& s) {
  if (!is_load(s)) return true;
  const auto types = list_types(s);
  return std::ranges::all_of(types, [&](Type t) {
    const bool fits = t == Type::ud || t == Type::d || t == Type::uw || t == Type::w;
    return fits && byte_size(t) == byte_size(types.front());
  });
}

bool loaded_signs(const Subject& s) {
  return !is_load(s) || !loaded_parameters(s) ||
         std::ranges::none_of(list_types(s), [](Type t) { return table_row(t).is_signed; });
}

bool half_parameters(const Subject& s) {
  if (may_be(s, static_cast<std::uint16_t>(~kBeforeIcllp))) return true;
  const auto types = list_types(s);
  if (is_sample(s)) return std::ranges::find(types, Type::hf) == types.end();
  return !selects(s, Page::load_3d, Selection::load_2dms_w) || !is_of_words(s);
}

bool texel_offsets(const Subject& s) {
  constexpr unsigned kBits = 12;
  const auto* offsets = std::get_if<Immediate>(find(s, Field::texel_offsets));
  return offsets == nullptr || offsets->bits >> kBits == 0;
}

bool has_flag(const Subject& s, SamplerFlag flag) {
  return find(s, Field::sampler_selector) != nullptr && has_sampler_flag(read_number(s, Field::sampler_selector), flag);
}

bool coarse_pixels(const Subject& s) {
  const Operation* operation = s.form.page == Page::sample_3d ? find_operation(s) : nullptr;
  if (operation == nullptr || !has_flag(s, kCoarsePixels)) return true;
  return operation->has_cps && may_be(s, static_cast<std::uint16_t>(~kBeforeIcllp));
}

// By their pages, loads and gathers accept neither flag.
bool flags_of_samples(const Subject& s) {
  const bool is_other = is_load(s) || s.form.page == Page::sample4_3d;
  return !is_other || (!has_flag(s, kCoarsePixels) && !has_flag(s, kDivergentSampler));
}

bool level_channels(const Subject& s) {
  constexpr std::int64_t kBlueAndAlpha = 12;
  return !selects(s, Page::sample_3d, Selection::lod) || (read_number(s, Field::channels) & kBlueAndAlpha) == 0;
}

constexpr Rule kRules[] = {
    {"visa.sampler.parameters", "an operation must have at least one parameter, and no more than its page names",
     "leave out parameters at the end", "3D_SAMPLE, 3D_SAMPLE4 and 3D_LOAD, Notes", parameter_count,
     "sample_3d.R (M1, 8) 0x0:uw S0 T6 V34.0 V34.32 V34.64 V34.96 V34.0",
     "sample_3d.R (M1, 8) 0x0:uw S0 T6 V34.0 V34.32 V34.64 V34.96 V34.0 V34.32"},
    {"visa.sampler.sampled", "the parameters must all have type F, or all type HF", "convert with mov first",
     "3D_SAMPLE, Notes", sampled_parameters, "sample_l.R (M1, 8) 0x0:uw S0 T6 V34.0 V38.0 V38.32",
     "sample_l.R (M1, 8) 0x0:uw S0 T6 V34.0 V34.32 V38.32"},
    {"visa.sampler.offset_types", "texel offsets must have type D, or the type of the other parameters",
     "declare an alias of type d", "3D_SAMPLE4, Offu and Offv", offset_parameters,
     "sample4_po.R (M1, 8) 0x0:uw S0 T6 V34.0 V34.32 V34.64 V32.0 V32.32",
     "sample4_po.R (M1, 8) 0x0:uw S0 T6 V34.0 V34.32 V34.64 V37.0 V32.32"},
    {"visa.sampler.loaded", "the parameters must all have type UD, or all type UW", "convert with mov first",
     "3D_LOAD, Notes", loaded_parameters, "load_3d.R (M1, 8) 0x0:uw T6 V34.0 V40.0 V40.32",
     "load_3d.R (M1, 8) 0x0:uw T6 V34.0 V40.0 V34.32"},
    {"visa.sampler.loaded_sign", "the parameters should be unsigned", "declare an alias of type ud", "3D_LOAD, Notes",
     loaded_signs, "load_3d.R (M1, 8) 0x0:uw T6 V34.0 V40.0", "load_3d.R (M1, 8) 0x0:uw T6 V34.0 V32.0",
     Severity::warning},
    {"visa.sampler.halves", "parameters of 16 bits need ICLLP or later", "convert them with mov to 32 bits",
     "3D_SAMPLE, Notes; 3D_LOAD, ld2dms_w", half_parameters, "sample_3d.R (M1, 8) 0x0:uw S0 T6 V34.0 V34.32",
     "sample_3d.R (M1, 8) 0x0:uw S0 T6 V34.0 V38.0", Severity::error, kBxt},
    {"visa.sampler.offsets", "bits 12 and up of the texel offsets must be zero", "write 0xURV, four bits each",
     "3D_SAMPLE, Aoffimmi", texel_offsets, "load_3d.R (M1, 8) 0xfff:uw T6 V34.0 V40.0",
     "load_3d.R (M1, 8) 0x1000:uw T6 V34.0 V40.0"},
    {"visa.sampler.cps", ".cps exists only for sample_3d, sample_b, sample_c, sample_b_c and lod, from ICLLP on",
     "omit .cps", "3D_SAMPLE, Op", coarse_pixels, "sample_3d.cps.R (M1, 8) 0x0:uw S0 T6 V34.0 V34.32",
     "sample_l.cps.R (M1, 8) 0x0:uw S0 T6 V34.0 V34.32"},
    {"visa.sampler.flags", "loads and gathers cannot have .cps or .divS", "omit it", "3D_LOAD and 3D_SAMPLE4, Op",
     flags_of_samples, "load_3d.pixel_null_mask.R (M1, 8) 0x0:uw T6 V34.0 V40.0", ""},
    {"visa.sampler.level", "channels B and A of lod are undefined and should be left out", "write .R, .G or .RG",
     "3D_SAMPLE, Notes", level_channels, "lod.RG (M1, 8) 0x0:uw S0 T6 V34.0 V34.32",
     "lod.RGBA (M1, 8) 0x0:uw S0 T6 V34.0 V34.32", Severity::warning},
};

}  // namespace

std::span<const Rule> sampler_rules() { return kRules; }

}  // namespace eugene::visa
