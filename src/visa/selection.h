// Names for the forms of one page: values of the selector that identifies them in the binary. The form table, the rules
// and the parser share them. vISA manual 3D_SAMPLE, 3D_LOAD, 3D_SAMPLE4, LSC_UNTYPED, LSC_TYPED.
#pragma once

#include <cstdint>

namespace eugene::visa {

// Operations of the sampler, on all of its pages.
struct SamplerSelection {
  static constexpr std::int16_t sample_3d = 0, sample_b = 1, sample_l = 2, sample_c = 3, sample_d = 4;
  static constexpr std::int16_t sample_b_c = 5, sample_l_c = 6, load_3d = 7, sample4 = 8, lod = 9;
  static constexpr std::int16_t sample4_c = 16, sample4_po = 17, sample4_po_c = 18, sample_d_c = 20;
  static constexpr std::int16_t sample_lz = 24, sample_c_lz = 25, load_lz = 26, load_2dms_w = 28, load_mcs = 29;
};

// Operations of the load/store cache. An operation that exists for both untyped and typed memory has the same number on
// both pages.
struct LscSelection {
  static constexpr std::int16_t load = 0, load_strided = 1, load_quad = 2, load_block2d = 3;
  static constexpr std::int16_t store = 4, store_strided = 5, store_quad = 6, store_block2d = 7;
  static constexpr std::int16_t atomic_iinc = 8, atomic_idec = 9, atomic_load = 10, atomic_store = 11;
  static constexpr std::int16_t atomic_iadd = 12, atomic_isub = 13, atomic_smin = 14, atomic_smax = 15;
  static constexpr std::int16_t atomic_umin = 16, atomic_umax = 17, atomic_icas = 18;
  static constexpr std::int16_t atomic_fadd = 19, atomic_fsub = 20, atomic_fmin = 21, atomic_fmax = 22;
  static constexpr std::int16_t atomic_fcas = 23, atomic_and = 24, atomic_or = 25, atomic_xor = 26;
  static constexpr std::int16_t first_atomic = atomic_iinc, last_atomic = atomic_xor;
  static constexpr std::int16_t load_status = 27, store_uncompressed = 28, ccs_update = 29, read_state_info = 30;
  static constexpr std::int16_t apndctr_atomic_add = 0x28, apndctr_atomic_sub = 0x29;
};

}  // namespace eugene::visa
