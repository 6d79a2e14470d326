// Causes of reports by --check. docs/record/undefined.md gives the identifier for each of Eugene's choices, and
// docs/user/exec.md lists all causes.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace eugene::script::reliance {

enum class Cause : std::uint8_t {
  never_written,
  undefined_value,
  dependency_left_set,
  dependency_in_flight,
  scoreboard,
  two_waits,
  channels_off,
  alt_special,
  alt_fdiv,
  cmpn_nan,
  shift_saturation,
  bit_field,
  pow_base,
  trig_range,
  int_division,
  madm_chain,
  math_rounding,
  negative_unsigned,
  overlap,
  null_source,
  mixed_sources,
  dword_product,
  negated_ud_product,
  least_quadword,
  accumulator_pair,
  accumulator_overflow,
  acc1_dwords,
  logic_condition,
  logic_accumulator,
  sel_without_condition,
  read_only,
  reserved_register,
  same_byte,
  unaligned,
  block_enables,
  sampler_output_format,
  float_atomic_nan,
  atomic_outside,
  address_bits,
  local_memory,
  gateway_base,
  gateway_recipient,
  gateway_r0,
  gateway_state,
  gateway_opcode,
  goto_channels,
  ip_inside,
  ip_distance,
  single_flow,
  control_reserved,
  index_registers,
  descriptor,
  gateway_reserved,
  barrier_count,
  urb_allocation,
  exception_return,
  bounds,
  stale_state,
  stranded_channels,
  variable_bounds,
  lifetime,
};

struct CauseInfo {
  Cause cause;
  std::string_view id;
  std::string_view what;       // default text of a report
  std::string_view reference;  // document and section
};

inline constexpr std::array kCauses{
    CauseInfo{Cause::never_written, "never-written", "reads a value that was never written",
              "SNB PRM vol4 part2 5.3.2"},
    CauseInfo{Cause::undefined_value, "undefined-value", "reads an undefined value",
              "SNB PRM vol4 part2 8.3.6, 8.3.8, 8.3.18, 8.3.23, 8.3.37, 8.3.41"},
    CauseInfo{Cause::dependency_left_set, "dependency-left-set", "NoDDClr left a dependency set",
              "SNB PRM vol4 part2 5.8, 9.2.2"},
    CauseInfo{Cause::dependency_in_flight, "dependency-in-flight", "NoDDChk ignores a dependency",
              "SNB PRM vol4 part2 5.8"},
    CauseInfo{Cause::scoreboard, "scoreboard", "does not wait for an earlier instruction",
              "IGA SWSB_G4IR.cpp: G4_BB_SB::SBDDD"},
    CauseInfo{Cause::two_waits, "two-waits", "two waits in a row: put a nop between them", "SNB PRM vol4 part2 8.3.48"},
    CauseInfo{Cause::channels_off, "channels-off", "some channels are off", "SNB PRM vol4 part2 5.3.10.2, 8.3.26"},
    CauseInfo{Cause::alt_special, "alt-special", "an infinity or NaN in ALT mode: the result is undefined",
              "SNB PRM vol4 part2 4.3.2"},
    CauseInfo{Cause::alt_fdiv, "alt-fdiv", "FDIV is not supported in ALT mode", "SNB PRM vol4 part2 8.3.28"},
    CauseInfo{Cause::cmpn_nan, "cmpn-nan", "cmpn of NaNs: the documents contradict each other",
              "SNB PRM vol4 part2 4.3.1.1, 5.7"},
    CauseInfo{Cause::shift_saturation, "shift-saturation",
              "a saturated shift overflows 34 bits: the result is undefined", "SNB PRM vol4 part2 8.3.46"},
    CauseInfo{Cause::bit_field, "bit-field", "bfe of a field that exceeds the dword", "BDW PRM vol7 bfe"},
    CauseInfo{Cause::pow_base, "pow-base", "pow of a negative base, or of zeros, infinities or NaNs",
              "SNB PRM vol4 part2 8.3.28"},
    CauseInfo{Cause::trig_range, "trig-range", "sine or cosine of an infinity or of a magnitude of 2^28 or more",
              "SNB PRM vol4 part2 8.3.28"},
    CauseInfo{Cause::int_division, "int-division", "division by zero", "SNB PRM vol4 part2 8.3.28"},
    CauseInfo{Cause::madm_chain, "madm-chain", "madm although the early-out flag says that no channel needs it",
              "Gen9 PRM math"},
    CauseInfo{Cause::math_rounding, "math-rounding", "math with a rounding mode other than nearest even",
              "SNB PRM vol4 part2 8.3.28"},
    CauseInfo{Cause::negative_unsigned, "negative-unsigned", "a negative source without (abs)",
              "SNB PRM vol4 part2 8.3.23, 8.3.47"},
    CauseInfo{Cause::overlap, "overlap", "the first half of the channels writes registers that the second half reads",
              "BXT PRM vol6 \"Register Region Restrictions\""},
    CauseInfo{Cause::null_source, "null-source", "reads null, which returns an undefined result",
              "SNB PRM vol4 part2 5.3.4.3"},
    CauseInfo{Cause::mixed_sources, "mixed-sources", "sources that mix floats and integers",
              "SNB PRM vol4 part2 5.3.9"},
    CauseInfo{Cause::dword_product, "dword-product", "overflow of a product of dwords is undefined",
              "SNB PRM vol4 part2 8.3.31"},
    CauseInfo{Cause::negated_ud_product, "negated-ud-product", "a negated ud has 33 bits: the product is unpredictable",
              "SNB PRM vol4 part2 5.3.4.5"},
    CauseInfo{Cause::least_quadword, "least-quadword", "the magnitude of the least quadword wraps",
              "SNB PRM vol4 part2 4.4"},
    CauseInfo{Cause::accumulator_pair, "accumulator-pair",
              "one accumulator as source and another as destination: the result is unpredictable",
              "SNB PRM vol4 part2 5.3.4.5"},
    CauseInfo{Cause::accumulator_overflow, "accumulator-overflow",
              "a sum of words overflows the accumulator's 33 bits: flags and saturation are unpredictable",
              "SNB PRM vol4 part2 5.3.4.5"},
    CauseInfo{Cause::acc1_dwords, "acc1-dwords", "acc1 cannot hold integer dwords",
              "BXT PRM vol6 \"Accumulator Registers\""},
    CauseInfo{Cause::logic_condition, "logic-condition",
              "sign, overflow and saturation are undefined for logic instructions", "SNB PRM vol4 part2 8.3.2"},
    CauseInfo{Cause::logic_accumulator, "logic-accumulator",
              "the accumulator's bits beyond the type are undefined after a logic instruction",
              "SNB PRM vol4 part2 8.3.2"},
    CauseInfo{Cause::sel_without_condition, "sel-without-condition",
              "sel without predicate and condition: the result is unpredictable", "SNB PRM vol4 part2 8.3.43"},
    CauseInfo{Cause::read_only, "read-only", "writes a notification register, which is read-only",
              "SNB PRM vol4 part2 5.3.4.9"},
    CauseInfo{Cause::reserved_register, "reserved-register",
              "reads a subregister that does not exist: the result is unpredictable",
              "SNB PRM vol4 part2 5.3.4.2, 5.3.4.8"},
    CauseInfo{Cause::same_byte, "same-byte", "two channels of a message write different values to a byte",
              "SKL PRM vol7 data port"},
    CauseInfo{Cause::unaligned, "unaligned", "the message's address is not aligned", "SKL PRM vol7 data port"},
    CauseInfo{Cause::block_enables, "block-enables", "a block message of fewer than 16 channels with some channels off",
              "SNB PRM vol4 part1 data port"},
    CauseInfo{Cause::sampler_output_format, "sampler-output-format",
              "a SIMD32/64 sampler message requests an output format other than 16 bit full, which may corrupt values",
              "BXT PRM vol6 sampler message header, M0.2 19:18"},
    CauseInfo{Cause::float_atomic_nan, "float-atomic-nan", "a float atomic on a NaN", "SKL PRM vol7 data port"},
    CauseInfo{Cause::atomic_outside, "atomic-outside", "an atomic outside its surface returns a value",
              "SKL PRM vol7 data port"},
    CauseInfo{Cause::address_bits, "address-bits", "bits 63:48 of an A64 address do not repeat bit 47",
              "SKL PRM vol7 data port"},
    CauseInfo{Cause::local_memory, "local-memory", "reads shared local memory that was never written",
              "SKL PRM vol7 shared local memory"},
    CauseInfo{Cause::gateway_base, "gateway-base", "opens a gateway beyond r127", "SNB PRM vol4 part2 1.1.2.1"},
    CauseInfo{Cause::gateway_recipient, "gateway-recipient", "forwards to a thread that does not exist",
              "SNB PRM vol4 part2 1.1.4"},
    CauseInfo{Cause::gateway_r0, "gateway-r0", "asks for a barrier's answer in r0", "SNB PRM vol4 part2 1.1.6.1"},
    CauseInfo{Cause::gateway_state, "gateway-state", "sends UpdateGatewayState, whose payload is not documented",
              "SNB PRM vol4 part2 1.1.1"},
    CauseInfo{Cause::gateway_opcode, "gateway-opcode", "sends a gateway message that is listed but not documented",
              "SNB PRM vol4 part2 1.1.1"},
    CauseInfo{Cause::goto_channels, "goto-channels",
              "goto.b does not take all channels, and its JIP is not the next instruction", "BDW PRM vol7 goto"},
    CauseInfo{Cause::ip_inside, "ip-inside", "writes ip with an address inside an instruction",
              "SNB PRM vol4 part2 5.3.4.10, 9.2.6"},
    CauseInfo{Cause::ip_distance, "ip-distance", "jumps forward by less than two instructions with a write to ip",
              "SNB PRM vol4 part2 5.3.4.10"},
    CauseInfo{Cause::single_flow, "single-flow", "not allowed under single program flow",
              "SNB PRM vol4 part2 5.3.4.8, 8.3.6, 8.3.17, 8.3.36"},
    CauseInfo{Cause::control_reserved, "control-reserved", "sets bits of cr0 that must be zero",
              "SNB PRM vol4 part2 5.3.4.8"},
    CauseInfo{Cause::index_registers, "index-registers", "the addresses of movi point to different registers",
              "SNB PRM vol4 part2 8.3.30"},
    CauseInfo{Cause::descriptor, "descriptor", "the message's descriptor does not match its operands",
              "SNB PRM vol4 part2 8.3.44"},
    CauseInfo{Cause::gateway_reserved, "gateway-reserved", "a message to the gateway sets bits that must be zero",
              "SNB PRM vol4 part2 1.1.1, 1.1.2.1, 1.1.4.1, 1.1.5.1"},
    CauseInfo{Cause::barrier_count, "barrier-count", "sets a barrier's count, which is for hull shader threads only",
              "BXT PRM vol6 Message Gateway, M0.2 Barrier Count Enable"},
    CauseInfo{Cause::urb_allocation, "urb-allocation", "requests a URB entry while its last request is still pending",
              "SNB PRM vol4 part2 2.4.2 bit 13"},
    CauseInfo{Cause::exception_return, "exception-return", "leaves the system routine without a nop (16) after it",
              "SNB PRM vol4 part2 6.3.3"},
    CauseInfo{Cause::bounds, "bounds", "an access outside its surface", "SKL PRM vol7 data port"},
    CauseInfo{Cause::stale_state, "stale-state", "a state that has changed since the state cache read it",
              "BXT PRM vol6 \"State Caching\""},
    CauseInfo{Cause::stranded_channels, "stranded-channels", "the thread ends with channels that wait elsewhere",
              "SNB PRM vol4 part2 8.3.41"},
    CauseInfo{Cause::variable_bounds, "variable-bounds", "an operand extends past its variable",
              "vISA manual 5_operands"},
    CauseInfo{Cause::lifetime, "lifetime", "uses a variable outside its lifetime", "vISA manual LIFETIME"},
};
static_assert([] {
  for (std::size_t n = 0; n < kCauses.size(); ++n) {
    if (static_cast<std::size_t>(kCauses[n].cause) != n) return false;
  }
  return kCauses.size() == static_cast<std::size_t>(Cause::lifetime) + 1;
}());

// References of causes that the vISA manual mentions outside the page of the instruction.
struct VisaReference {
  Cause cause;
  std::string_view reference;
};
inline constexpr std::array kVisaReferences{
    VisaReference{Cause::never_written, "vISA manual 4_visa_header, 5_operands"},
    VisaReference{Cause::variable_bounds, "vISA manual 5_operands"},
    VisaReference{Cause::lifetime, "vISA manual LIFETIME"},
    VisaReference{Cause::local_memory, "vISA manual 3_execution_model, Shared Local Memory"},
    VisaReference{Cause::same_byte, "vISA manual 3_execution_model, Memory Model"},
};

constexpr const CauseInfo& info(Cause cause) { return kCauses[static_cast<std::size_t>(cause)]; }

// Returns the citation for a vISA instruction whose page is `page`. If the page does not mention the cause, also cites
// the native instruction with the same meaning.
std::string visa_reference(Cause cause, std::string_view page);

}  // namespace eugene::script::reliance
