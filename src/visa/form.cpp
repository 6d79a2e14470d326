#include "visa/form.h"

#include <algorithm>
#include <cctype>

#include "visa/fields_of.h"

namespace eugene::visa {
namespace {

using namespace fields;

// In the order of opcodes; the forms of one opcode differ in their selection.
// clang-format off
constexpr Form kForms[] = {
    {"add", "ADD", 0x01, kNoSelection, kBinary},
    {"avg", "AVG", 0x02, kNoSelection, kBinary},
    {"div", "DIV", 0x03, kNoSelection, kBinary},
    {"dp2", "DP2", 0x04, kNoSelection, kBinary},
    {"dp3", "DP3", 0x05, kNoSelection, kBinary},
    {"dp4", "DP4", 0x06, kNoSelection, kBinary},
    {"dph", "DPH", 0x07, kNoSelection, kBinary},
    {"exp", "EXP", 0x08, kNoSelection, kUnary},
    {"frc", "FRC", 0x09, kNoSelection, kUnary},
    {"line", "LINE", 0x0a, kNoSelection, kBinary},
    {"log", "LOG", 0x0b, kNoSelection, kUnary},
    {"mad", "MAD", 0x0c, kNoSelection, kTernary},
    {"mulh", "MULH", 0x0d, kNoSelection, kBinary},
    {"lrp", "LRP", 0x0e, kNoSelection, kTernary},
    {"mod", "MOD", 0x0f, kNoSelection, kBinary},
    {"mul", "MUL", 0x10, kNoSelection, kBinary},
    {"pow", "POW", 0x11, kNoSelection, kBinary},
    {"rndd", "RNDD", 0x12, kNoSelection, kUnary},
    {"rndu", "RNDU", 0x13, kNoSelection, kUnary},
    {"rnde", "RNDE", 0x14, kNoSelection, kUnary},
    {"rndz", "RNDZ", 0x15, kNoSelection, kUnary},
    {"sad2", "SAD2", 0x16, kNoSelection, kBinary},
    {"sin", "SIN", 0x17, kNoSelection, kUnary},
    {"cos", "COS", 0x18, kNoSelection, kUnary},
    {"sqrt", "SQRT", 0x19, kNoSelection, kUnary},
    {"rsqrt", "RSQRT", 0x1a, kNoSelection, kUnary},
    {"inv", "INV", 0x1b, kNoSelection, kUnary},
    {"dpasw", "DPASW", 0x1c, kNoSelection, kDpas},
    {"fcvt", "FCVT", 0x1d, kNoSelection, kMove},
    {"srnd", "SRND", 0x1e, kNoSelection, kBinary},
    {"lzd", "LZD", 0x1f, kNoSelection, kUnary},
    {"and", "AND", 0x20, kNoSelection, kBinary},
    {"or", "OR", 0x21, kNoSelection, kBinary},
    {"xor", "XOR", 0x22, kNoSelection, kBinary},
    {"not", "NOT", 0x23, kNoSelection, kUnary},
    {"shl", "SHL", 0x24, kNoSelection, kBinary},
    {"shr", "SHR", 0x25, kNoSelection, kBinary},
    {"asr", "ASR", 0x26, kNoSelection, kBinary},
    {"cbit", "CBIT", 0x27, kNoSelection, kUnary},
    {"addr_add", "ADDR_ADD", 0x28, kNoSelection, kAddressAdd},
    {"mov", "MOV", 0x29, kNoSelection, kUnary},
    {"sel", "SEL", 0x2a, kNoSelection, kBinary},
    {"setp", "SETP", 0x2b, kNoSelection, kMove},
    {"cmp", "CMP", 0x2c, kNoSelection, kCompare},
    {"movs", "MOVS", 0x2d, kNoSelection, kMove},
    {"fbl", "FBL", 0x2e, kNoSelection, kUnary},
    {"fbh", "FBH", 0x2f, kNoSelection, kUnary},
    {".function", "SUBROUTINE", 0x30, kNoSelection, kLabel},
    {":", "LABEL", 0x31, kNoSelection, kLabel},
    {"jmp", "JMP", 0x32, kNoSelection, kJump},
    {"call", "CALL", 0x33, kNoSelection, kJump},
    {"fccall", "CALL", 0x33, kNoSelection, kJump, {}, true},
    {"ret", "RET", 0x34, kNoSelection, kReturn},
    {"oword_ld", "OWORD_LD", 0x35, kNoSelection, kOwordLoad},
    {"oword_st", "OWORD_ST", 0x36, kNoSelection, kOwordStore},
    {"media_ld", "MEDIA_LD", 0x37, kNoSelection, kMediaLoad, "0312456"},
    {"media_st", "MEDIA_ST", 0x38, kNoSelection, kMediaStore, "0312456"},
    {"gather", "GATHER", 0x39, kNoSelection, kGather, "0213456"},
    {"scatter", "SCATTER", 0x3a, kNoSelection, kScatter},
    {"oword_ld_unaligned", "OWORD_LD_UNALIGNED", 0x3c, kNoSelection, kOwordLoad},
    {"sample", "SAMPLE", 0x40, kNoSelection, kSampleOld},
    {"sample_unorm", "SAMPLE_UNORM", 0x41, kNoSelection, kSampleUnorm},
    {"load", "LOAD", 0x42, kNoSelection, kLoadOld},
    {"avs", "AVS", 0x43, kNoSelection, kAvs, "0213456789abcde"},
    {"min", "MIN_MAX", 0x45, 0, kMinMax},
    {"max", "MIN_MAX", 0x45, 1, kMinMax},
    {"bfe", "BFE", 0x46, kNoSelection, kTernary},
    {"bfi", "BFI", 0x47, kNoSelection, kQuaternary},
    {"bfrev", "BFREV", 0x48, kNoSelection, kUnary},
    {"addc", "ADDC", 0x49, kNoSelection, kTwoResults},
    {"subb", "SUBB", 0x4a, kNoSelection, kTwoResults},
    {"gather4_typed", "GATHER4_TYPED", 0x4b, kNoSelection, kTyped},
    {"scatter4_typed", "SCATTER4_TYPED", 0x4c, kNoSelection, kTyped},
    {"svm_block_ld", "SVM_BLOCK_LD", 0x4e, 1, kSvmBlock},
    {"svm_block_st", "SVM_BLOCK_ST", 0x4e, 2, kSvmBlock},
    {"svm_gather", "SVM_GATHER", 0x4e, 3, kSvmScattered},
    {"svm_scatter", "SVM_SCATTER", 0x4e, 4, kSvmScattered},
    {"svm_atomic", "SVM_ATOMIC", 0x4e, 5, kSvmAtomic, "314756"},
    {"svm_gather4scaled", "SVM_GATHER4_SCALED", 0x4e, 6, kSvmScaled},
    {"svm_scatter4scaled", "SVM_SCATTER4_SCALED", 0x4e, 7, kSvmScaled},
    {"ifcall", "IFCALL", 0x4f, kNoSelection, kIndirectCall},
    {"faddr", "FADDR", 0x50, kNoSelection, kFunctionAddress},
    {"FILE", "FILE", 0x51, kNoSelection, kFile},
    {"LOC", "LOC", 0x52, kNoSelection, kLine},
    {"vme_ime", "VME_IME", 0x54, kNoSelection, kVmeSearch, "03124567"},
    {"vme_sic", "VME_SIC", 0x55, kNoSelection, kVme, "2013"},
    {"vme_fbr", "VME_FBR", 0x56, kNoSelection, kVmeRefinement, "3452016"},
    {"vme_idm", "VME_IDM", 0x57, kNoSelection, kVme, "2013"},
    {"barrier", "BARRIER", 0x59, kNoSelection, {}},
    {"sampler_cache_flush", "CACHE_FLUSH", 0x5a, kNoSelection, {}},
    {"wait", "WAIT", 0x5b, kNoSelection, kWait},
    {"fence_global", "FENCE", 0x5c, 0x00, kFence},
    {"fence_local", "FENCE", 0x5c, 0x20, kFence},
    {"fence_sw", "FENCE", 0x5c, 0x80, kFence},
    {"raw_send", "RAW_SEND", 0x5d, 0, kSend},
    {"raw_sendc", "RAW_SEND", 0x5d, 1, kSend},
    {"yield", "YIELD", 0x5f, kNoSelection, {}},
    {"nbarrier.wait", "NBARRIER", 0x60, 0, kNamedWait},
    {"nbarrier.signal", "NBARRIER", 0x60, 1, kSignal},
    {"nbarrier.signal", "NBARRIER", 0x60, 2, kGeneralSignal},
    {"fcall", "FCALL", 0x67, kNoSelection, kFunctionCall},
    {"fret", "FRET", 0x68, kNoSelection, kReturn},
    {"switchjmp", "SWITCHJMP", 0x69, kNoSelection, kTable},
    {"sad2add", "SAD2ADD", 0x6a, kNoSelection, kTernary},
    {"plane", "PLN", 0x6b, kNoSelection, kBinary},
    {"goto", "GOTO", 0x6c, kNoSelection, kJump},
    {"sample_3d", "3D_SAMPLE", 0x6d, 0, kSample},
    {"sample_b", "3D_SAMPLE", 0x6d, 1, kSample},
    {"sample_l", "3D_SAMPLE", 0x6d, 2, kSample},
    {"sample_c", "3D_SAMPLE", 0x6d, 3, kSample},
    {"sample_d", "3D_SAMPLE", 0x6d, 4, kSample},
    {"sample_b_c", "3D_SAMPLE", 0x6d, 5, kSample},
    {"sample_l_c", "3D_SAMPLE", 0x6d, 6, kSample},
    {"lod", "3D_SAMPLE", 0x6d, 9, kSample},
    {"sample_d_c", "3D_SAMPLE", 0x6d, 20, kSample},
    {"sample_lz", "3D_SAMPLE", 0x6d, 24, kSample},
    {"sample_c_lz", "3D_SAMPLE", 0x6d, 25, kSample},
    {"load_3d", "3D_LOAD", 0x6e, 7, kLoad},
    {"load_lz", "3D_LOAD", 0x6e, 26, kLoad},
    {"load_2dms_w", "3D_LOAD", 0x6e, 28, kLoad},
    {"load_mcs", "3D_LOAD", 0x6e, 29, kLoad},
    {"sample4", "3D_SAMPLE4", 0x6f, 8, kSample4},
    {"sample4_c", "3D_SAMPLE4", 0x6f, 16, kSample4},
    {"sample4_po", "3D_SAMPLE4", 0x6f, 17, kSample4},
    {"sample4_po_c", "3D_SAMPLE4", 0x6f, 18, kSample4},
    {"resinfo", "INFO", 0x70, 10, kResinfo},
    {"sampleinfo", "INFO", 0x70, 11, kSampleinfo},
    {"rt_write_3d", "RT_WRITE", 0x71, kNoSelection, kRenderTarget},
    {"urb_write_3d", "URB_WRITE", 0x72, kNoSelection, kUrb, "0243567"},
    {"typed_atomic", "TYPED_ATOMIC", 0x73, kNoSelection, kTypedAtomic},
    {"gather4_scaled", "GATHER4_SCALED", 0x74, kNoSelection, kScaled4},
    {"scatter4_scaled", "SCATTER4_SCALED", 0x75, kNoSelection, kScaled4},
    {"gather_scaled", "GATHER_SCALED", 0x78, kNoSelection, kScaled},
    {"scatter_scaled", "SCATTER_SCALED", 0x79, kNoSelection, kScaled},
    {"raw_sends", "RAW_SENDS", 0x7a, 0, kSends, "6345178" "9ab"},
    {"raw_sendsc", "RAW_SENDS", 0x7a, 1, kSends, "345178" "9ab"},
    {"raw_sends_eot", "RAW_SENDS", 0x7a, 2, kSends, "6345178" "9ab"},
    {"raw_sendsc_eot", "RAW_SENDS", 0x7a, 3, kSends, "345178" "9ab"},
    {"lifetime.start", "LIFETIME", 0x7b, 0, kLifetime},
    {"lifetime.end", "LIFETIME", 0x7b, 1, kLifetime},
    {"sbarrier.wait", "SBARRIER", 0x7c, 0, kMode},
    {"sbarrier.signal", "SBARRIER", 0x7c, 1, kMode},
    {"dword_atomic", "DWORD_ATOMIC", 0x7d, kNoSelection, kAtomic},
    {"sqrtm", "SQRTM", 0x7e, kNoSelection, kUnary},
    {"divm", "DIVM", 0x7f, kNoSelection, kBinary},
    {"rol", "ROL", 0x80, kNoSelection, kBinary},
    {"ror", "ROR", 0x81, kNoSelection, kBinary},
    {"dp4a", "DP4A", 0x82, kNoSelection, kTernary},
    {"dpas", "DPAS", 0x83, kNoSelection, kDpas},
    {"add3", "ADD3", 0x84, kNoSelection, kTernary},
    {"bfn", "BFN", 0x85, kNoSelection, kBoolean},
    {"qw_gather", "QW_GATHER", 0x86, kNoSelection, kQword},
    {"qw_scatter", "QW_SCATTER", 0x87, kNoSelection, kQword},
    {"lsc_load", "LSC_UNTYPED", 0x89, 0, kLsc},
    {"lsc_load_strided", "LSC_UNTYPED", 0x89, 1, kLscStrided},
    {"lsc_load_quad", "LSC_UNTYPED", 0x89, 2, kLsc},
    {"lsc_load_block2d", "LSC_UNTYPED", 0x89, 3, kLscBlock2d},
    {"lsc_store", "LSC_UNTYPED", 0x89, 4, kLsc},
    {"lsc_store_strided", "LSC_UNTYPED", 0x89, 5, kLscStrided},
    {"lsc_store_quad", "LSC_UNTYPED", 0x89, 6, kLsc},
    {"lsc_store_block2d", "LSC_UNTYPED", 0x89, 7, kLscBlock2d},
    {"lsc_atomic_iinc", "LSC_UNTYPED", 0x89, 8, kLsc},
    {"lsc_atomic_idec", "LSC_UNTYPED", 0x89, 9, kLsc},
    {"lsc_atomic_load", "LSC_UNTYPED", 0x89, 10, kLsc},
    {"lsc_atomic_store", "LSC_UNTYPED", 0x89, 11, kLsc},
    {"lsc_atomic_iadd", "LSC_UNTYPED", 0x89, 12, kLsc},
    {"lsc_atomic_isub", "LSC_UNTYPED", 0x89, 13, kLsc},
    {"lsc_atomic_smin", "LSC_UNTYPED", 0x89, 14, kLsc},
    {"lsc_atomic_smax", "LSC_UNTYPED", 0x89, 15, kLsc},
    {"lsc_atomic_umin", "LSC_UNTYPED", 0x89, 16, kLsc},
    {"lsc_atomic_umax", "LSC_UNTYPED", 0x89, 17, kLsc},
    {"lsc_atomic_icas", "LSC_UNTYPED", 0x89, 18, kLsc},
    {"lsc_atomic_fadd", "LSC_UNTYPED", 0x89, 19, kLsc},
    {"lsc_atomic_fsub", "LSC_UNTYPED", 0x89, 20, kLsc},
    {"lsc_atomic_fmin", "LSC_UNTYPED", 0x89, 21, kLsc},
    {"lsc_atomic_fmax", "LSC_UNTYPED", 0x89, 22, kLsc},
    {"lsc_atomic_fcas", "LSC_UNTYPED", 0x89, 23, kLsc},
    {"lsc_atomic_and", "LSC_UNTYPED", 0x89, 24, kLsc},
    {"lsc_atomic_or", "LSC_UNTYPED", 0x89, 25, kLsc},
    {"lsc_atomic_xor", "LSC_UNTYPED", 0x89, 26, kLsc},
    {"lsc_load_status", "LSC_UNTYPED", 0x89, 27, kLsc},
    {"lsc_store_uncompressed", "LSC_UNTYPED", 0x89, 28, kLsc},
    {"lsc_ccs_update", "LSC_UNTYPED", 0x89, 29, kLsc},
    {"lsc_apndctr_atomic_add", "LSC_UNTYPED", 0x89, 0x28, kLscCounter},
    {"lsc_apndctr_atomic_sub", "LSC_UNTYPED", 0x89, 0x29, kLscCounter},
    {"lsc_load_quad", "LSC_TYPED", 0x8a, 2, kLscTyped},
    {"lsc_load_block2d", "LSC_TYPED", 0x8a, 3, kLscTypedBlock2d},
    {"lsc_store_quad", "LSC_TYPED", 0x8a, 6, kLscTyped},
    {"lsc_store_block2d", "LSC_TYPED", 0x8a, 7, kLscTypedBlock2d},
    {"lsc_atomic_iinc", "LSC_TYPED", 0x8a, 8, kLscTyped},
    {"lsc_atomic_idec", "LSC_TYPED", 0x8a, 9, kLscTyped},
    {"lsc_atomic_load", "LSC_TYPED", 0x8a, 10, kLscTyped},
    {"lsc_atomic_store", "LSC_TYPED", 0x8a, 11, kLscTyped},
    {"lsc_atomic_iadd", "LSC_TYPED", 0x8a, 12, kLscTyped},
    {"lsc_atomic_isub", "LSC_TYPED", 0x8a, 13, kLscTyped},
    {"lsc_atomic_smin", "LSC_TYPED", 0x8a, 14, kLscTyped},
    {"lsc_atomic_smax", "LSC_TYPED", 0x8a, 15, kLscTyped},
    {"lsc_atomic_umin", "LSC_TYPED", 0x8a, 16, kLscTyped},
    {"lsc_atomic_umax", "LSC_TYPED", 0x8a, 17, kLscTyped},
    {"lsc_atomic_icas", "LSC_TYPED", 0x8a, 18, kLscTyped},
    {"lsc_atomic_fadd", "LSC_TYPED", 0x8a, 19, kLscTyped},
    {"lsc_atomic_fsub", "LSC_TYPED", 0x8a, 20, kLscTyped},
    {"lsc_atomic_fmin", "LSC_TYPED", 0x8a, 21, kLscTyped},
    {"lsc_atomic_fmax", "LSC_TYPED", 0x8a, 22, kLscTyped},
    {"lsc_atomic_fcas", "LSC_TYPED", 0x8a, 23, kLscTyped},
    {"lsc_atomic_and", "LSC_TYPED", 0x8a, 24, kLscTyped},
    {"lsc_atomic_or", "LSC_TYPED", 0x8a, 25, kLscTyped},
    {"lsc_atomic_xor", "LSC_TYPED", 0x8a, 26, kLscTyped},
    {"lsc_load_status", "LSC_TYPED", 0x8a, 27, kLscTyped},
    {"lsc_store_uncompressed", "LSC_TYPED", 0x8a, 28, kLscTyped},
    {"lsc_ccs_update", "LSC_TYPED", 0x8a, 29, kLscTyped},
    {"lsc_read_state_info", "LSC_TYPED", 0x8a, 30, kLscTyped},
    {"lsc_fence", "LSC_FENCE", 0x8b, kNoSelection, kLscFence},
    {"rt_read", "RT_READ", 0x90, kNoSelection, kTargetRead},
    {"madw", "MADW", 0x91, kNoSelection, kTernary},
    {"add3.o", "ADD3O", 0x92, kNoSelection, kTernary},
    {"invm", "INVM", 0x9b, kNoSelection, kTwoResults},
    {"rsqtm", "RSQTM", 0x9c, kNoSelection, kMacro},
};
// clang-format on

constexpr int selector_position(const Form& form) {
  for (std::size_t n = 0; n < form.fields.size(); ++n) {
    if (is_selector(form.fields[n])) return static_cast<int>(n);
  }
  return -1;
}

constexpr bool is_page(std::string_view name) {
  return std::ranges::any_of(kPages, [&](const Page& page) { return page.name == name; });
}

// A form is chosen by opcode, selection and kind of label, and a selector can be read before it is known which form it
// chooses.
constexpr bool forms_can_be_told_apart() {
  for (std::size_t n = 1; n < std::size(kForms); ++n) {
    const Form &a = kForms[n - 1], &b = kForms[n];
    if (a.opcode > b.opcode) return false;
    if (a.opcode != b.opcode) continue;
    if (a.selection == b.selection && a.is_composable == b.is_composable) return false;
    const int at = selector_position(a);
    if (at != selector_position(b)) return false;
    for (int k = 0; k <= at; ++k) {
      if (a.fields[static_cast<std::size_t>(k)] != b.fields[static_cast<std::size_t>(k)]) return false;
    }
  }
  return true;
}
static_assert(forms_can_be_told_apart());

constexpr bool every_page_has_a_form() {
  for (const Page& page : kPages) {
    if (std::ranges::none_of(kForms, [&](const Form& f) { return f.page == page.name && f.opcode == page.opcode; })) {
      return false;
    }
  }
  return std::ranges::all_of(kForms, [](const Form& f) { return is_page(f.page); });
}
static_assert(every_page_has_a_form());

constexpr bool lists_are_last() {
  for (const Form& form : kForms) {
    for (std::size_t n = 0; n + 1 < form.fields.size(); ++n) {
      if (is_list(form.fields[n])) return false;
    }
    if ((form.selection == kNoSelection) != (selector_position(form) < 0)) return false;
  }
  return true;
}
static_assert(lists_are_last());

constexpr auto sorted_by_mnemonic() {
  std::array<std::uint16_t, std::size(kForms)> order{};
  for (std::size_t n = 0; n < order.size(); ++n) order[n] = static_cast<std::uint16_t>(n);
  std::ranges::sort(order, [](std::uint16_t a, std::uint16_t b) {
    return kForms[a].mnemonic != kForms[b].mnemonic ? kForms[a].mnemonic < kForms[b].mnemonic : a < b;
  });
  return order;
}
constexpr auto kByMnemonic = sorted_by_mnemonic();

}  // namespace

std::span<const Form> forms() { return kForms; }

const Form* find_mnemonic(std::string_view mnemonic) {
  const auto at =
      std::ranges::lower_bound(kByMnemonic, mnemonic, {}, [](std::uint16_t n) { return kForms[n].mnemonic; });
  return at != kByMnemonic.end() && kForms[*at].mnemonic == mnemonic ? &kForms[*at] : nullptr;
}

std::span<const Form> forms_of(std::uint8_t opcode) {
  const auto found = std::ranges::equal_range(kForms, opcode, {}, &Form::opcode);
  return {found.begin(), found.end()};
}

std::int16_t selection_of(Field selector, std::int64_t value) {
  switch (selector) {
    case Field::sampler_selector: return static_cast<std::int16_t>(value & 0xff);
    case Field::fence_selector: return static_cast<std::int16_t>((value & 0x80) != 0 ? 0x80 : value & 0x20);
    case Field::lifetime_selector: return static_cast<std::int16_t>(value & 1);
    default: return static_cast<std::int16_t>(value);
  }
}

int position_of(const Form& form, Field field) {
  const auto at = std::ranges::find(form.fields, field);
  return at == form.fields.end() ? -1 : static_cast<int>(at - form.fields.begin());
}

std::optional<std::uint16_t> platform_named(std::string_view name) {
  const auto same = [](char a, char b) { return std::toupper(static_cast<unsigned char>(a)) == b; };
  for (std::size_t n = 0; n < kPlatformNames.size(); ++n) {
    if (std::ranges::equal(name, kPlatformNames[n], same)) return static_cast<std::uint16_t>(1U << n);
  }
  return std::nullopt;
}

std::optional<unsigned> register_bytes_of(std::string_view platform) {
  const auto found = platform_named(platform);
  return found ? std::optional(register_bytes_of(*found)) : std::nullopt;
}

unsigned register_bytes_of(std::uint16_t platforms) {
  unsigned bytes = 0;
  for (std::size_t n = 0; n < kPlatformNames.size(); ++n) {
    if ((platforms >> n & 1) != 0 && (bytes == 0 || kRegisterBytesOf[n] < bytes)) bytes = kRegisterBytesOf[n];
  }
  return bytes;
}

bool has_optional_function(const Form& form) {
  const int place = position_of(form, Field::ffid);
  return place >= 0 && form.order.find(static_cast<char>('0' + place)) == std::string_view::npos;
}

const Page& page_of(const Form& form) { return *std::ranges::find(kPages, form.page, &Page::name); }

}  // namespace eugene::visa
