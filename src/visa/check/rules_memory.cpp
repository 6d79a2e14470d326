// Rules on single pages: loads and stores, and the declarations of a kernel.
#include <algorithm>
#include <bit>
#include <set>

#include "visa/check/rule.h"
#include "visa/lsc.h"
#include "visa/predefined.h"
#include "visa/spelling.h"

namespace eugene::visa {
namespace {

bool is_typed_message(const Subject& s) {
  return s.form.page == Page::gather4_typed || s.form.page == Page::scatter4_typed;
}

bool has_type(const Subject& s, Field field, unsigned nth, std::initializer_list<Type> types) {
  const Operand* operand = find(s, field, nth);
  if (operand == nullptr || is_null(*operand)) return true;
  const auto type = operand_type(s.kernel, *operand);
  return !type || std::ranges::find(types, *type) != types.end();
}

bool some_channel(const Subject& s) {
  return find_position(s.form, Field::channels) < 0 || (read_number(s, Field::channels) & 15) != 0;
}

bool typed_surface(const Subject& s) {
  const std::int64_t surface = read_number(s, Field::surface);
  return !(is_typed_message(s) || s.form.page == Page::typed_atomic) || (surface != 0 && surface != 5);
}

bool typed_coordinates(const Subject& s) {
  if (!is_typed_message(s)) return true;
  for (unsigned n = 0; n < 4; ++n) {
    if (!has_type(s, Field::raw, n, {Type::ud})) return false;
  }
  return true;
}

bool typed_data(const Subject& s) {
  return !is_typed_message(s) || has_type(s, Field::raw, 4, {Type::ud, Type::d, Type::f});
}

bool is_svm(const Subject& s) { return has_trait(s, kSvmBlocks); }

bool svm_block_size(const Subject& s) { return !is_svm(s) || read_number(s, Field::block_bytes) <= 2; }

bool svm_eight_blocks(const Subject& s) {
  if (!is_svm(s) || read_number(s, Field::block_count) != 3 || read_number(s, Field::block_bytes) == 0) return true;
  return read_number(s, Field::block_bytes) == 1 && count_lanes(s) == 8;
}

bool svm_addresses(const Subject& s) { return !is_svm(s) || has_type(s, Field::raw, 0, {Type::uq}); }

bool svm_data(const Subject& s) {
  if (!is_svm(s)) return true;
  const Operand* data = find(s, Field::raw, 1);
  const auto type = data != nullptr && !is_null(*data) ? operand_type(s.kernel, *data) : std::nullopt;
  static constexpr unsigned kBytes[] = {1, 4, 8};
  const std::int64_t block = read_number(s, Field::block_bytes);
  return !type || block > 2 || byte_size(*type) == kBytes[block];
}

bool media_block(const Subject& s) {
  if (!has_trait(s, kMedia)) return true;
  const std::int64_t size = read_number(s, Field::block_size), width = size & 0xff, height = size >> 8;
  constexpr unsigned kMaxBytes = 256;  // in registers, where rows are padded to a power of two
  if (width < 1 || width > 64 || height < 1 || height > 64) return false;
  return std::max(std::bit_ceil(static_cast<unsigned>(width)), 4U) * static_cast<unsigned>(height) <= kMaxBytes;
}

bool oword_block(const Subject& s) {
  return find_position(s.form, Field::owords) < 0 || read_number(s, Field::owords) < 5;
}

bool lsc_transposed(const Subject& s) {
  if (find_position(s.form, Field::lsc_order) < 0 || lsc_shape(s.form).is_block) return true;
  return read_number(s, Field::lsc_order) != kLscTransposed || count_lanes(s) == 1;
}

bool lsc_long_vectors(const Subject& s) {
  if (find_position(s.form, Field::lsc_elements) < 0 || lsc_shape(s.form).has_channels) return true;
  return read_number(s, Field::lsc_elements) < 5 || read_number(s, Field::lsc_order) == kLscTransposed;
}

bool lsc_local_caching(const Subject& s) {
  constexpr std::int64_t kSlm = 3;
  if (find_position(s.form, Field::lsc_cache1) < 0 || read_number(s, Field::lsc_sfid) != kSlm) return true;
  return read_number(s, Field::lsc_cache1) == 0 && read_number(s, Field::lsc_cache3) == 0;
}

bool lsc_typed_model(const Subject& s) {
  const std::int64_t model = read_number(s, Field::lsc_model);
  return s.form.page != Page::lsc_typed || model == kLscBti || model == kLscSs || model == kLscBss;
}

bool lsc_scale(const Subject& s) {
  return find_position(s.form, Field::lsc_scale) < 0 || read_number(s, Field::lsc_scale) != 0;
}

bool lsc_atomic_order(const Subject& s) {
  return !lsc_shape(s.form).is_atomic || read_number(s, Field::lsc_order) != kLscTransposed;
}

bool lsc_counter(const Subject& s) {
  constexpr std::int64_t kD32 = 3, kOne = 1;
  if (!lsc_shape(s.form).is_counter) return true;
  const std::int64_t model = read_number(s, Field::lsc_model);
  return read_number(s, Field::lsc_data_size) == kD32 && read_number(s, Field::lsc_elements) == kOne &&
         (model == kLscBti || model == kLscSs || model == kLscBss);
}

bool lsc_stored_blocks(const Subject& s) {
  const LscShape shape = lsc_shape(s.form);
  return !shape.is_block || !shape.is_store || shape.is_typed || read_number(s, Field::lsc_blocks) == 1;
}

// Rows are padded to the next power of two of bytes, at least four.
bool lsc_typed_block(const Subject& s) {
  constexpr unsigned kMaxBytes = 256;
  const LscShape shape = lsc_shape(s.form);
  if (!shape.is_block || !shape.is_typed) return true;
  const std::int64_t width = read_number(s, Field::lsc_width), height = read_number(s, Field::lsc_height);
  if (width < 1 || width > 64 || height < 1 || height > 64) return false;
  return std::max(std::bit_ceil(static_cast<unsigned>(width)), 4U) * static_cast<unsigned>(height) <= kMaxBytes;
}

bool boolean_types(const Subject& s) {
  if (s.form.page != Page::setp) return true;
  const Operand* source = find(s, Field::source);
  const auto type = source != nullptr ? operand_type(s.kernel, *source) : std::nullopt;
  return !type || !table_row(*type).is_float;
}

constexpr Rule kRules[] = {
    {"visa.channels.some", "at least one channel must be enabled", "write .R", "GATHER4_TYPED", some_channel,
     "gather4_typed.R (M1, 8) T6 V40.0 %null.0 %null.0 %null.0 V34.0", ""},
    {"visa.typed.surface", "a typed message must not be for local memory (T0) or a stateless access (T5)",
     "name a surface", "GATHER4_TYPED", typed_surface, "gather4_typed.R (M1, 8) T6 V40.0 %null.0 %null.0 %null.0 V34.0",
     "gather4_typed.R (M1, 8) T0 V40.0 %null.0 %null.0 %null.0 V34.0"},
    {"visa.typed.coordinates", "U, V, R and LOD of a typed message must be of type ud", "declare an alias of type ud",
     "GATHER4_TYPED", typed_coordinates, "gather4_typed.R (M1, 8) T6 V40.0 %null.0 %null.0 %null.0 V34.0",
     "gather4_typed.R (M1, 8) T6 V34.0 %null.0 %null.0 %null.0 V34.0"},
    {"visa.typed.data", "the data of a typed message must be of type ud, d or f", "declare an alias of one of these",
     "GATHER4_TYPED", typed_data, "scatter4_typed.R (M1, 8) T6 V40.0 %null.0 %null.0 %null.0 V34.0",
     "scatter4_typed.R (M1, 8) T6 V40.0 %null.0 %null.0 %null.0 V37.0"},
    {"visa.svm.block", "blocks must have 1, 4 or 8 bytes", "write .1, .4 or .8", "SVM_SCATTER", svm_block_size,
     "svm_scatter.4.1 (M1, 8) V35.0 V32.0", ""},
    {"visa.svm.blocks", "eight blocks must have 4 bytes each, and be for 8 lanes", "use several messages",
     "SVM_SCATTER", svm_eight_blocks, "svm_scatter.4.8 (M1, 8) V35.0 V32.0", "svm_scatter.8.8 (M1, 8) V35.0 V35.0"},
    {"visa.svm.addresses", "addresses must be of type uq", "declare an alias of type uq", "SVM_SCATTER", svm_addresses,
     "svm_gather.4.1 (M1, 8) V35.0 V32.0", "svm_gather.4.1 (M1, 8) V32.0 V32.0"},
    {"visa.svm.data", "the type of the data must have the size of a block", "declare an alias of such a type",
     "SVM_SCATTER", svm_data, "svm_scatter.1.1 (M1, 8) V35.0 V36.0", "svm_scatter.1.1 (M1, 8) V35.0 V32.0",
     Severity::warning},
    {"visa.media.size", "a block must have 1 to 64 bytes in a row and 1 to 64 rows, and no more than eight registers",
     "use several messages", "MEDIA_LD", media_block, "media_ld.nomod (32,8) T6 0 0x0:ud 0x0:ud V32.0",
     "media_ld.nomod (64,5) T6 0 0x0:ud 0x0:ud V32.0"},
    {"visa.oword.size", "a block must have 1, 2, 4, 8 or 16 owords", "use several messages", "OWORD_LD", oword_block,
     "oword_ld (4) T6 0x0:ud V32.0", ""},
    {"visa.lsc.transpose", "a transposed access must have an execution size of 1", "write (M1_NM, 1)", "LSC_UNTYPED",
     lsc_transposed, "lsc_load.ugm (M1_NM, 1) V32:d32x8t flat[V35]:a64",
     "lsc_load.ugm (M1, 8) V32:d32x2t flat[V35]:a64"},
    {"visa.lsc.vector", "vectors of 8 and more elements must be transposed", "write x8t, or at most x4", "LSC_UNTYPED",
     lsc_long_vectors, "lsc_load.ugm (M1, 8) V32:d32x4 flat[V35]:a64", "lsc_load.ugm (M1, 8) V32:d32x8 flat[V35]:a64"},
    {"visa.lsc.local_cache", "accesses to local memory must have the default cache options", "omit them", "LSC_UNTYPED",
     lsc_local_caching, "lsc_load.slm (M1, 8) V32:d32 flat[V40]:a32",
     "lsc_load.slm.ca.ca (M1, 8) V32:d32 flat[V40]:a32"},
    {"visa.lsc.typed_model", "a typed access must be to a surface: bti, ss or bss", "write bti(0x0)", "LSC_TYPED",
     lsc_typed_model, "lsc_load_quad.tgm (M1, 8) V32:d32.x bti(0x1)[V40]:a32",
     "lsc_load_quad.tgm (M1, 8) V32:d32.x flat[V40]:a32"},
    {"visa.lsc.scale", "the scale of an address must not be 0", "write 1, or omit it", "LSC_UNTYPED", lsc_scale,
     "lsc_load.ugm (M1, 8) V32:d32 flat[2*V35]:a64", "lsc_load.ugm (M1, 8) V32:d32 flat[0*V35]:a64"},
    {"visa.lsc.atomic_order", "an atomic must not be transposed", "omit the t", "LSC_UNTYPED", lsc_atomic_order,
     "lsc_atomic_iinc.ugm (M1_NM, 1) V32:d32 flat[V35]:a64 %null %null",
     "lsc_atomic_iinc.ugm (M1_NM, 1) V32:d32t flat[V35]:a64 %null %null"},
    {"visa.lsc.counter", "an atomic on an append counter must have one d32, and a surface", "write :d32 and bti(0x0)",
     "LSC_UNTYPED", lsc_counter, "lsc_apndctr_atomic_add.ugm (M1, 8) V32:d32 bti(0x1) V32:d32",
     "lsc_apndctr_atomic_add.ugm (M1, 8) V32:d64 bti(0x1) V32:d64"},
    {"visa.lsc.stored_blocks", "only a single block can be stored", "use several messages", "LSC_UNTYPED",
     lsc_stored_blocks, "lsc_store_block2d.ugm (M1, 1) flat[V35, 0x3F, 0x7, 0x3F, 0x0, 0x0] V32:d32.8x1nn",
     "lsc_store_block2d.ugm (M1, 1) flat[V35, 0x3F, 0x7, 0x3F, 0x0, 0x0] V32:d32.2x4x1nn"},
    {"visa.lsc.typed_block", "a typed block must have 1 to 64 bytes in a row, and at most 256 bytes in all",
     "use several messages", "LSC_TYPED", lsc_typed_block, "lsc_load_block2d.tgm V32:8x4 bti(0x1)[V40(0,0), V40(0,1)]",
     "lsc_load_block2d.tgm V32:64x8 bti(0x1)[V40(0,0), V40(0,1)]"},
    {"visa.setp.source", "setp must read an integer", "write its bits", "SETP", boolean_types,
     "setp (M1_NM, 16) P1 0x1:uw", "setp (M1_NM, 16) P1 V34(0,0)<0;1,0>"},
};

bool alias_is_inside(const Kernel& kernel) {
  return std::ranges::all_of(kernel.variables.generals, [&](const GeneralVariable& v) {
    const std::uint32_t whole = byte_size(kernel, v.alias);
    return v.alias < kFirstGeneral || whole == 0 || v.alias_offset < whole;
  });
}

bool variables_have_elements(const Kernel& kernel) {
  return std::ranges::all_of(kernel.variables.generals, [](const GeneralVariable& v) { return v.elements >= 1; });
}

bool inputs_are_aligned(const Kernel& kernel) {
  return std::ranges::all_of(kernel.inputs, [&](const Input& input) {
    if (input.kind != VariableKind::general) return input.offset % 4 == 0;
    const auto& generals = kernel.variables.generals;
    if (input.variable < kFirstGeneral || input.variable - kFirstGeneral >= generals.size()) return true;
    return input.offset % static_cast<int>(byte_size(generals[input.variable - kFirstGeneral].type)) == 0;
  });
}

bool inputs_have_the_size_of_variables(const Kernel& kernel) {
  return kernel.is_function || std::ranges::all_of(kernel.inputs, [&](const Input& input) {
           return input.kind != VariableKind::general || input.variable < kFirstGeneral ||
                  input.size == byte_size(kernel, input.variable);
         });
}

bool inputs_are_no_aliases(const Kernel& kernel) {
  return std::ranges::all_of(kernel.inputs, [&](const Input& input) {
    const auto& generals = kernel.variables.generals;
    if (input.kind != VariableKind::general || input.variable < kFirstGeneral) return true;
    return input.variable - kFirstGeneral >= generals.size() || generals[input.variable - kFirstGeneral].alias == 0;
  });
}

bool labels_are_placed(const Kernel& kernel) {
  std::set<std::uint16_t> placed, used;
  for (const Instruction& i : kernel.instructions) {
    const bool is_place = defines_label(forms()[i.form]);
    for (const Operand& operand : i.operands) {
      const auto* label = std::get_if<LabelReference>(&operand);
      if (label != nullptr) (is_place ? placed : used).insert(label->label);
    }
  }
  return std::ranges::all_of(used, [&](std::uint16_t label) {
    return placed.contains(label) || kernel.labels[label].kind == LabelKind::composable;
  });
}

constexpr KernelRule kKernelRules[] = {
    {"visa.variable.elements", "a variable must have at least one element", "write num_elts=1",
     "4_visa_header, var_info", variables_have_elements, ".decl V90 v_type=G type=d num_elts=1",
     ".decl V90 v_type=G type=d num_elts=0"},
    {"visa.variable.alias", "an alias must begin inside the other variable", "use a smaller offset",
     "4_visa_header, var_info", alias_is_inside, ".decl V90 v_type=G type=d num_elts=1 alias=<V32, 252>",
     ".decl V90 v_type=G type=d num_elts=1 alias=<V32, 256>"},
    {"visa.input.aligned",
     "the offset of an input must be a multiple of its type's size, or of 4 for surfaces and samplers",
     "use another offset", "4_visa_header, input_info", inputs_are_aligned, ".input V32 offset=64 size=256",
     ".input V32 offset=66 size=256"},
    {"visa.input.size", "the size of an input must be the size of its variable",
     "omit size=", "4_visa_header, input_info", inputs_have_the_size_of_variables, ".input V32 offset=64 size=256",
     ".input V32 offset=64 size=255"},
    {"visa.input.alias", "an input must not be an alias", "make the input the variable that others alias",
     "4_visa_header, input_info", inputs_are_no_aliases, ".input V32 offset=64 size=256",
     ".input V33 offset=64 size=256"},
    {"visa.label.placed", "every label that is used must be defined before an instruction", "place the label", "LABEL",
     labels_are_placed, "goto (M1, 16) here", ""},
};

}  // namespace

std::span<const Rule> memory_rules() { return kRules; }
std::span<const KernelRule> kernel_rules() { return kKernelRules; }

}  // namespace eugene::visa
