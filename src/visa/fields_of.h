// Lists of fields that forms share, in binary order. vISA manual, the Format section of each page.
#pragma once

#include "visa/field.h"

namespace eugene::visa::fields {

using enum Field;

// clang-format off
inline constexpr Field kUnary[] = {execution, predication, destination, source};
inline constexpr Field kBinary[] = {execution, predication, destination, source, source};
inline constexpr Field kTernary[] = {execution, predication, destination, source, source, source};
inline constexpr Field kQuaternary[] = {execution, predication, destination, source, source, source, source};
inline constexpr Field kTwoResults[] = {execution, predication, destination, destination, source, source};
inline constexpr Field kMacro[] = {execution, predication, destination, destination, source};
inline constexpr Field kBoolean[] = {execution, predication, destination, source, source, source, boolean};
inline constexpr Field kMove[] = {execution, destination, source};
inline constexpr Field kMinMax[] = {execution, selector, destination, source, source};
inline constexpr Field kCompare[] = {execution, relation, destination, source, source};
inline constexpr Field kAddressAdd[] = {execution, destination, address_source, source};
inline constexpr Field kDpas[] = {execution, raw, raw, raw, plain_source, dpas};

inline constexpr Field kLabel[] = {label};
inline constexpr Field kJump[] = {execution, predication, label};
inline constexpr Field kReturn[] = {execution, predication};
inline constexpr Field kTable[] = {execution, label_count, source, label_list};
inline constexpr Field kFunctionCall[] = {execution, predication, symbol, number8, number8};
inline constexpr Field kIndirectCall[] = {execution, predication, source, number8, number8};
inline constexpr Field kFunctionAddress[] = {symbol, destination};

inline constexpr Field kOwordLoad[] = {owords, modified, surface, source, raw};
inline constexpr Field kOwordStore[] = {owords, surface, source, raw};
inline constexpr Field kMediaLoad[] = {load_lines, surface, number8, block_size, source, source, raw};
inline constexpr Field kMediaStore[] = {store_lines, surface, number8, block_size, source, source, raw};
inline constexpr Field kGather[] = {element_bytes, modified_after, element_count, surface, source, raw, raw};
inline constexpr Field kScatter[] = {element_bytes, element_count, surface, source, raw, raw};
inline constexpr Field kTyped[] = {execution, predication, channels, surface, raw, raw, raw, raw, raw};
inline constexpr Field kScaled4[] = {execution, predication, channels, zero16, surface, source, raw, raw};
inline constexpr Field kScaled[] = {execution, predication, zero8, block_count, zero16, surface, source, raw, raw};
inline constexpr Field kAtomic[] = {atomic, execution, predication, surface, raw, raw, raw, raw};
inline constexpr Field kTypedAtomic[] = {atomic, execution, predication, surface, raw, raw, raw, raw, raw, raw, raw};
inline constexpr Field kQword[] = {execution, predication, block_count, surface, raw, raw};

inline constexpr Field kSvmBlock[] = {selector, svm_owords, source, raw};
inline constexpr Field kSvmScattered[] = {selector, execution, predication, block_bytes, block_count, raw, raw};
inline constexpr Field kSvmAtomic[] = {selector, execution, predication, atomic, raw, raw, raw, raw};
inline constexpr Field kSvmScaled[] = {selector, execution, predication, channels, zero16, source, raw, raw};

inline constexpr Field kSampleOld[] = {channels_lanes, sampler, surface, raw, raw, raw, raw};
inline constexpr Field kLoadOld[] = {channels_lanes, surface, raw, raw, raw, raw};
inline constexpr Field kSampleUnorm[] = {channels_output, sampler, surface, source, source, source, source, raw};
inline constexpr Field kSample[] = {sampler_selector, execution, predication, channels, texel_offsets, sampler, surface,
                                    raw, parameters};
inline constexpr Field kLoad[] = {sampler_selector, execution, predication, channels, texel_offsets, surface, raw,
                                  parameters};
inline constexpr Field kSample4[] = {sampler_selector, execution, predication, single_channel, texel_offsets, sampler,
                                     surface, raw, parameters};
inline constexpr Field kResinfo[] = {selector, execution, channels, surface, raw, raw};
inline constexpr Field kSampleinfo[] = {selector, execution, channels, surface, raw};
inline constexpr Field kRenderTarget[] = {execution, predication, render_target, surface, render_target_operands};
inline constexpr Field kTargetRead[] = {execution, predication, target_read, surface, target_read_operands};
inline constexpr Field kUrb[] = {execution, predication, number8, raw, number16, raw, raw, raw};
inline constexpr Field kAvs[] = {channels, sampler, surface, source, source, source, source, source, source, source,
                                 avs_control, source, avs_execution, source, raw};
inline constexpr Field kVmeSearch[] = {vme_pair, raw, raw, surface, raw, raw, raw, raw};
inline constexpr Field kVme[] = {raw, raw, surface, raw};
inline constexpr Field kVmeRefinement[] = {raw, raw, surface, vme_mode, vme_shape, vme_prediction, raw};

inline constexpr Field kSend[] = {selector, execution, predication, hex32, number8, number8, source, raw, raw};
inline constexpr Field kSends[] = {selector, execution, predication, suffix_number, suffix_number, suffix_number, ffid,
                                   source, source, raw, raw, raw};
inline constexpr Field kFence[] = {fence_selector};
inline constexpr Field kWait[] = {wait_mask};
inline constexpr Field kMode[] = {selector};
inline constexpr Field kSignal[] = {selector, source, source};
inline constexpr Field kGeneralSignal[] = {selector, source, source, source, source};
inline constexpr Field kNamedWait[] = {selector, source, unused};
inline constexpr Field kFile[] = {file_name};
inline constexpr Field kLine[] = {number32};
inline constexpr Field kLifetime[] = {lifetime_selector, lifetime_variable};

inline constexpr Field kLsc[] = {selector, execution, predication, lsc_sfid, lsc_cache1, lsc_cache3, lsc_model, lsc_scale,
                                 lsc_offset, lsc_address_size, lsc_data_size, lsc_order, lsc_elements, lsc_channels,
                                 lsc_surface, lsc_destination, lsc_address, payload, payload};
inline constexpr Field kLscStrided[] = {selector, execution, predication, lsc_sfid, lsc_cache1, lsc_cache3, lsc_model,
                                        lsc_scale, lsc_offset, lsc_address_size, lsc_data_size, lsc_order, lsc_elements,
                                        lsc_channels, lsc_surface, lsc_destination, lsc_address, lsc_pitch, payload};
inline constexpr Field kLscBlock2d[] = {selector, execution, predication, lsc_sfid, lsc_cache1, lsc_cache3, lsc_data_size,
                                        lsc_order, lsc_blocks, lsc_width, lsc_height, lsc_vnni, lsc_destination, lsc_base,
                                        lsc_base, lsc_base, lsc_base, lsc_base, lsc_base, payload};
inline constexpr Field kLscTyped[] = {selector, execution, predication, lsc_cache1, lsc_cache3, lsc_model,
                                      lsc_address_size, lsc_data_size, lsc_order, lsc_elements, lsc_channels, lsc_surface,
                                      lsc_destination, lsc_address, lsc_address, lsc_address, lsc_address, payload,
                                      payload};
inline constexpr Field kLscTypedBlock2d[] = {selector, execution, predication, lsc_cache1, lsc_cache3, lsc_model, lsc_width,
                                             lsc_height, lsc_surface, lsc_destination, lsc_base, lsc_base, payload};
inline constexpr Field kLscCounter[] = {selector, execution, predication, lsc_sfid, lsc_cache1, lsc_cache3, lsc_model,
                                        lsc_data_size, lsc_order, lsc_elements, lsc_channels, lsc_surface,
                                        lsc_destination, payload};
inline constexpr Field kLscFence[] = {execution, predication, lsc_sfid, lsc_fence_operation, lsc_fence_scope};
// clang-format on

}  // namespace eugene::visa::fields
