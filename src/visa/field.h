// The fields of vISA instructions. A field has a form in the binary (operand_layout.h) and one in the text
// (number_text.cpp for numbers, parse_field.cpp and print_operand.cpp for others). The table of instructions
// (form_table.h) only lists fields.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace eugene::visa {

enum class Field : std::uint8_t {
  // Present in most instructions.
  execution,       // "(M1, 16)"
  element_count,   // execution size of gather and scatter, with other codes
  predication,     // "(!P1.any)", before the mnemonic
  destination,     // a region to write, or a predicate or address variable
  source,          // a region, an immediate, ...
  address_source,  // source 0 of addr_add: an address, or the address of a variable
  plain_source,    // a region whose strides are not written: "V32(0,0)"
  raw,             // registers of a message: "V32.0"
  payload,         // as raw, but ".0" is not written: lsc_*
  surface,
  sampler,
  // Variants of one operation.
  selector,           // chooses among the forms of an opcode
  sampler_selector,   // with flags: .pixel_null_mask .cps .divS
  fence_selector,     // with the caches: .ESCRL1
  lifetime_selector,  // with the class of the variable
  relation,           // ".lt"
  channels,           // ".RGBA"
  single_channel,     // ".G" of sample4: a number
  channels_lanes,     // ".RGBA (16)": of sample and load
  channels_output,    // ".RGBA.16-full"
  atomic,             // ".add.16"
  block_bytes,        // ".1", ".4" or ".8"
  block_count,        // ".1", ".2", ".4" or ".8"
  element_bytes,      // ".1", ".2" or ".4"
  load_lines,         // ".nomod", ".top", ...
  store_lines,
  modified,        // ".mod"
  modified_after,  // as modified, in gather: after the execution size
  owords,          // "(4)"
  svm_owords,      // "(4)", and ".unaligned"
  boolean,         // ".x8a"
  dpas,            // ".u8.s8.8.8"
  suffix_number,   // ".3"
  render_target,   // ".<A><Z>"
  target_read,     // ".<PS><SI>"
  // Labels and names.
  label,
  label_count,  // not in the text
  label_list,
  symbol,     // a name
  file_name,  // "name"
  lifetime_variable,
  // Plain numbers, and numbers with names.
  number8,
  number16,
  number32,
  hex32,
  zero8,  // must be zero; not in the text
  zero16,
  unused,      // a source without a meaning; not in the text
  block_size,  // "(8,4)"
  avs_control,
  avs_execution,
  vme_pair,  // "(2,0)"
  vme_mode,  // three sources, "(0x0:ub, 0x1:ub, 0x2:ub)"
  vme_shape,
  vme_prediction,
  // Depend on the version: absent or narrower in old versions.
  texel_offsets,  // a source; a UW before 3.4
  wait_mask,      // a source; absent before 3.1
  ffid,           // ".12"; absent before 3.6
  // Lists at the end of an instruction.
  parameters,              // a count, and raw operands
  render_target_operands,  // depends on the flags of render_target
  target_read_operands,    // depends on the flags of target_read
  // lsc_*: in text, parts of an address or of a data operand (print_lsc.cpp).
  lsc_sfid,
  lsc_cache1,
  lsc_cache3,
  lsc_model,
  lsc_scale,
  lsc_offset,
  lsc_address_size,
  lsc_data_size,
  lsc_order,
  lsc_elements,
  lsc_channels,
  lsc_blocks,
  lsc_width,
  lsc_height,
  lsc_vnni,
  lsc_surface,
  lsc_destination,
  lsc_address,
  lsc_pitch,
  lsc_base,  // block2d: six sources
  lsc_fence_operation,
  lsc_fence_scope,
};

inline constexpr std::size_t kFieldCount = static_cast<std::size_t>(Field::lsc_fence_scope) + 1;

// The position of a field in the text.
enum class FieldPosition : std::uint8_t { front, suffix, operand, hidden, lsc };

// Encoding of a field in the binary.
enum class Coding : std::uint8_t {
  none,  // derived, or a list
  execution,
  elements,
  predication,
  vector,  // depends on its class: general, address, predicate, indirect, immediate, state
  raw,
  u8,
  u16,
  u32,
  i32,
  id,         // 32 bits from version 3.4 on, 16 bits before
  operation,  // 16 bits from version 4.0 on, 8 bits before
  label,
  symbol,
  text,
};

struct FieldRow {
  Field field;
  std::string_view name;
  FieldPosition place;
  Coding coding;
};

inline constexpr std::array<FieldRow, kFieldCount> kFields = {{
    {Field::execution, "exec_size", FieldPosition::operand, Coding::execution},
    {Field::element_count, "num_elts", FieldPosition::operand, Coding::elements},
    {Field::predication, "pred", FieldPosition::front, Coding::predication},
    {Field::destination, "dst", FieldPosition::operand, Coding::vector},
    {Field::source, "src", FieldPosition::operand, Coding::vector},
    {Field::address_source, "src", FieldPosition::operand, Coding::vector},
    {Field::plain_source, "src", FieldPosition::operand, Coding::vector},
    {Field::raw, "raw", FieldPosition::operand, Coding::raw},
    {Field::payload, "data", FieldPosition::lsc, Coding::raw},
    {Field::surface, "surface", FieldPosition::operand, Coding::u8},
    {Field::sampler, "sampler", FieldPosition::operand, Coding::u8},
    {Field::selector, "op", FieldPosition::hidden, Coding::u8},
    {Field::sampler_selector, "op", FieldPosition::suffix, Coding::operation},
    {Field::fence_selector, "mask", FieldPosition::suffix, Coding::u8},
    {Field::lifetime_selector, "properties", FieldPosition::hidden, Coding::u8},
    {Field::relation, "rel_op", FieldPosition::suffix, Coding::u8},
    {Field::channels, "channels", FieldPosition::suffix, Coding::u8},
    {Field::single_channel, "channel", FieldPosition::suffix, Coding::u8},
    {Field::channels_lanes, "channels and mode", FieldPosition::suffix, Coding::u8},
    {Field::channels_output, "channels and format", FieldPosition::suffix, Coding::u8},
    {Field::atomic, "atomic op", FieldPosition::suffix, Coding::u8},
    {Field::block_bytes, "block_size", FieldPosition::suffix, Coding::u8},
    {Field::block_count, "num_blocks", FieldPosition::suffix, Coding::u8},
    {Field::element_bytes, "elt_size", FieldPosition::suffix, Coding::u8},
    {Field::load_lines, "modifier", FieldPosition::suffix, Coding::u8},
    {Field::store_lines, "modifier", FieldPosition::suffix, Coding::u8},
    {Field::modified, "is_modified", FieldPosition::suffix, Coding::u8},
    {Field::modified_after, "is_modified", FieldPosition::operand, Coding::u8},
    {Field::owords, "num_oword", FieldPosition::operand, Coding::u8},
    {Field::svm_owords, "num_oword", FieldPosition::operand, Coding::u8},
    {Field::boolean, "function", FieldPosition::suffix, Coding::u8},
    {Field::dpas, "precisions, depth, repeat", FieldPosition::suffix, Coding::u32},
    {Field::suffix_number, "count", FieldPosition::suffix, Coding::u8},
    {Field::render_target, "mode", FieldPosition::suffix, Coding::u16},
    {Field::target_read, "mode", FieldPosition::suffix, Coding::u16},
    {Field::label, "label", FieldPosition::operand, Coding::label},
    {Field::label_count, "num_labels", FieldPosition::hidden, Coding::u8},
    {Field::label_list, "labels", FieldPosition::operand, Coding::none},
    {Field::symbol, "name", FieldPosition::operand, Coding::symbol},
    {Field::file_name, "file_name", FieldPosition::operand, Coding::text},
    {Field::lifetime_variable, "variable", FieldPosition::operand, Coding::id},
    {Field::number8, "number", FieldPosition::operand, Coding::u8},
    {Field::number16, "number", FieldPosition::operand, Coding::u16},
    {Field::number32, "number", FieldPosition::operand, Coding::u32},
    {Field::hex32, "number", FieldPosition::operand, Coding::u32},
    {Field::zero8, "zero", FieldPosition::hidden, Coding::u8},
    {Field::zero16, "zero", FieldPosition::hidden, Coding::u16},
    {Field::unused, "unused", FieldPosition::hidden, Coding::vector},
    {Field::block_size, "width, height", FieldPosition::operand, Coding::u16},
    {Field::avs_control, "control", FieldPosition::operand, Coding::u8},
    {Field::avs_execution, "exec_mode", FieldPosition::operand, Coding::u8},
    {Field::vme_pair, "stream mode, search control", FieldPosition::operand, Coding::u16},
    {Field::vme_mode, "mb_mode", FieldPosition::operand, Coding::vector},
    {Field::vme_shape, "sub_mb_shape", FieldPosition::operand, Coding::vector},
    {Field::vme_prediction, "sub_pred_mode", FieldPosition::operand, Coding::vector},
    {Field::texel_offsets, "aoffimmi", FieldPosition::operand, Coding::vector},
    {Field::wait_mask, "mask", FieldPosition::operand, Coding::vector},
    {Field::ffid, "ffid", FieldPosition::suffix, Coding::u8},
    {Field::parameters, "parameters", FieldPosition::operand, Coding::none},
    {Field::render_target_operands, "operands", FieldPosition::operand, Coding::none},
    {Field::target_read_operands, "operands", FieldPosition::operand, Coding::none},
    {Field::lsc_sfid, "sfid", FieldPosition::lsc, Coding::u8},
    {Field::lsc_cache1, "l1", FieldPosition::lsc, Coding::u8},
    {Field::lsc_cache3, "l3", FieldPosition::lsc, Coding::u8},
    {Field::lsc_model, "addr_type", FieldPosition::lsc, Coding::u8},
    {Field::lsc_scale, "addr_scale", FieldPosition::lsc, Coding::u16},
    {Field::lsc_offset, "addr_offset", FieldPosition::lsc, Coding::i32},
    {Field::lsc_address_size, "addr_size", FieldPosition::lsc, Coding::u8},
    {Field::lsc_data_size, "data_size", FieldPosition::lsc, Coding::u8},
    {Field::lsc_order, "data_order", FieldPosition::lsc, Coding::u8},
    {Field::lsc_elements, "data_elems", FieldPosition::lsc, Coding::u8},
    {Field::lsc_channels, "channels", FieldPosition::lsc, Coding::u8},
    {Field::lsc_blocks, "blocks", FieldPosition::lsc, Coding::u8},
    {Field::lsc_width, "width", FieldPosition::lsc, Coding::u16},
    {Field::lsc_height, "height", FieldPosition::lsc, Coding::u16},
    {Field::lsc_vnni, "vnni", FieldPosition::lsc, Coding::u8},
    {Field::lsc_surface, "surface", FieldPosition::lsc, Coding::vector},
    {Field::lsc_destination, "dst", FieldPosition::lsc, Coding::raw},
    {Field::lsc_address, "src0", FieldPosition::lsc, Coding::raw},
    {Field::lsc_pitch, "pitch", FieldPosition::lsc, Coding::vector},
    {Field::lsc_base, "surface", FieldPosition::lsc, Coding::vector},
    {Field::lsc_fence_operation, "fence_op", FieldPosition::lsc, Coding::u8},
    {Field::lsc_fence_scope, "scope", FieldPosition::lsc, Coding::u8},
}};

constexpr bool fields_are_in_order() {
  for (std::size_t n = 0; n < kFields.size(); ++n) {
    if (kFields[n].field != static_cast<Field>(n)) return false;
  }
  return true;
}
static_assert(fields_are_in_order());

constexpr const FieldRow& table_row(Field field) { return kFields[static_cast<std::size_t>(field)]; }
constexpr bool is_selector(Field field) { return field >= Field::selector && field <= Field::lifetime_selector; }
constexpr bool is_list(Field field) { return table_row(field).coding == Coding::none; }

}  // namespace eugene::visa
