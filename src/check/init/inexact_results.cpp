#include "check/init/inexact_results.h"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

#include "eu/register_file.h"
#include "isa/instruction_fidelity.h"
#include "isa/message/fidelity.h"
#include "isa/program.h"

namespace eugene::check {
namespace {

std::optional<Inexact> inexact(const isa::Gen& gen, isa::Sfid sfid, std::uint32_t descriptor, std::uint32_t extended) {
  const auto message = isa::decode_message(gen, sfid, descriptor, extended);
  if (!message) return std::nullopt;
  const isa::FidelityRow row = isa::find_fidelity(gen, *message);
  if (!row.is_inexact()) return std::nullopt;
  return Inexact{.name = isa::fidelity_name(gen, *message), .row = row};
}

}  // namespace

std::string Inexact::words() const { return fmt::format("{}, which is {}", name, isa::find_name(row.fidelity)); }

std::vector<std::optional<Inexact>> inexact_instructions(const eu::Kernel& kernel) {
  const isa::Program& program = kernel.program();
  std::vector<std::optional<Inexact>> all;
  all.reserve(program.instructions.size());
  for (const isa::Instruction& each : program.instructions) {
    const isa::FidelityRow row = isa::find_fidelity(*program.gen, each);
    all.emplace_back();
    if (row.is_inexact()) all.back() = Inexact{.name = isa::fidelity_name(*program.gen, each), .row = row};
  }
  return all;
}

std::optional<Inexact> inexact_message(const isa::Gen& gen, const eu::SendRequest& request) {
  return inexact(gen, request.sfid(), request.descriptor, request.extended_descriptor);
}

bool has_inexact(const eu::Kernel& kernel) {
  const isa::Program& program = kernel.program();
  return std::ranges::any_of(program.instructions, [&](const isa::Instruction& each) {
    if (!isa::is_send(each)) return isa::find_fidelity(*program.gen, each).is_inexact();
    const isa::SendFields& send = each.send;
    if (send.descriptor_in_a0 || send.extended_descriptor_in_a0 || send.index_in_a0) return true;
    return inexact(*program.gen, send.sfid, send.descriptor, send.extended_descriptor).has_value();
  });
}

std::vector<std::size_t> answered_bytes(const isa::Gen& gen, const eu::SendRequest& request) {
  using enum isa::SamplerSimd;
  const auto message = isa::decode_message(gen, request.sfid(), request.descriptor, request.extended_descriptor);
  const auto* const sampler = message ? std::get_if<isa::Sampler>(&message->body) : nullptr;
  const bool has_lanes = sampler != nullptr && sampler->simd != simd4x2 && sampler->simd != simd32_64;
  const std::size_t lanes = !has_lanes ? 0 : sampler->simd == simd16 || sampler->simd == simd16_half ? 16 : 8;
  const std::size_t slot = has_lanes && sampler->half_return ? 2 : 4;
  const std::size_t part = std::max<std::size_t>(lanes * slot, eu::kGrfBytes);  // bytes of one texel component
  std::vector<std::size_t> bytes;
  for (std::size_t i = 0; i != request.response.size_bytes(); ++i) {
    const std::size_t lane = i % part / slot;
    if (!has_lanes || (lane < lanes && (request.channels >> lane & 1) != 0)) bytes.push_back(i);
  }
  return bytes;
}

bool is_sampler(const eu::SendRequest& request) { return request.sfid() == isa::Sfid::sampler; }

}  // namespace eugene::check
