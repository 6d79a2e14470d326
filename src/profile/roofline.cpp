#include "profile/roofline.h"

#include <algorithm>

namespace eugene::profile {
namespace {

constexpr unsigned kPipesOfEu = 2;     // that compute (public descriptions of Gen9)
constexpr unsigned kElementBytes = 4;  // of the numbers that the pipes' roof is for
constexpr unsigned kOperationsOfAMad = 2;

double as_double(std::uint64_t value) { return static_cast<double>(value); }

}  // namespace

Roofline roofline(const KernelCounts& kernel, const std::vector<InstructionModel>& models, const Estimate& estimate) {
  double floating = 0, integer = 0;
  for (std::size_t i = 0; i < std::min(models.size(), kernel.instructions.size()); ++i) {
    const double all = as_double(kernel.instructions[i].channels) * models[i].operations;
    (models[i].is_floating ? floating : integer) += all;
  }
  Roofline result{.is_floating = floating != 0, .operations = floating != 0 ? floating : integer, .roofs = {}};
  if (result.operations == 0 || estimate.cycles() <= 0) return result;
  result.reached = result.operations / estimate.cycles();
  const DeviceModel& device = kernel.device;
  const Parameters& parameters = device.parameters;
  const double lanes = as_double(parameters.pipe_bytes) / kElementBytes;
  result.roofs.push_back({.part = "arithmetic", .operations = device.eus * kPipesOfEu * lanes * kOperationsOfAMad});
  const InstructionCounts all = total(kernel);
  const auto add = [&](std::string_view part, double bytes, double bandwidth) {
    if (bytes == 0 || bandwidth == 0) return;
    const double per_byte = result.operations / bytes;
    result.roofs.push_back({part, bytes, per_byte, bandwidth, per_byte * bandwidth});
  };
  add("memory", as_double(all.lines - all.hits) * parameters.line, parameters.memory_bytes);
  add("L3", as_double(all.lines) * parameters.line, as_double(device.l3().banks) * parameters.bank_bytes);
  std::ranges::stable_sort(result.roofs, {}, &Roof::operations);
  return result;
}

}  // namespace eugene::profile
