#include "machine/operands.h"

#include <fmt/format.h>

#include <string>

#include "isa/region.h"

namespace eugene::web {
namespace {

using nlohmann::json;

json named(const std::string& role, const isa::Operand& operand) {
  return {{"role", role}, {"file", operand.is_mrf() ? "m" : "r"}, {"type", isa::info(operand.type).name}};
}

json describe_region(const std::string& role, const isa::Operand& operand, const isa::Footprint& footprint) {
  json result = named(role, operand);
  if (operand.indirect) {
    result["indirect"] = true;
    return result;
  }
  json& bytes = result["bytes"] = json::array();
  for (unsigned lane = 0; lane < footprint.channels; ++lane)
    bytes.push_back(operand.nr * isa::kRegisterBytes + footprint.first[lane]);
  result["size"] = footprint.element;
  return result;
}

json describe_registers(const std::string& role, const isa::Operand& operand, unsigned count) {
  json result = named(role, operand);
  json& bytes = result["bytes"] = json::array();
  for (unsigned n = 0; n < count; ++n) bytes.push_back((operand.nr + n) * isa::kRegisterBytes);
  result["size"] = isa::kRegisterBytes;
  return result;
}

bool is_shown(const isa::Operand& operand) { return operand.is_grf() || operand.is_mrf(); }

json message_operands(const isa::Instruction& instruction) {
  const isa::SendFields& send = instruction.send;
  const isa::MessageRegisters registers =
      send.registers.value_or(isa::MessageRegisters{.payload = send.message_length(),
                                                    .extended_payload = send.extended_message_length(),
                                                    .response = send.response_length()});
  json all = json::array();
  if (is_shown(instruction.dst)) all.push_back(describe_registers("dst", instruction.dst, registers.response));
  if (is_shown(instruction.src[0])) all.push_back(describe_registers("src0", instruction.src[0], registers.payload));
  if (is_shown(instruction.src[1]))
    all.push_back(describe_registers("src1", instruction.src[1], registers.extended_payload));
  return all;
}

}  // namespace

json operands_of(const isa::Instruction& instruction) {
  const isa::OpcodeInfo& row = instruction.row();
  if (isa::is_send(row.format)) return message_operands(instruction);
  json all = json::array();
  if (row.has_destination && is_shown(instruction.dst))
    all.push_back(describe_region("dst", instruction.dst, isa::destination_footprint(instruction)));
  for (unsigned n = 0; n < row.sources; ++n) {
    const isa::Operand& source = instruction.src[n];
    if (is_shown(source))
      all.push_back(describe_region(fmt::format("src{}", n), source, isa::source_footprint(instruction, source)));
  }
  return all;
}

}  // namespace eugene::web
