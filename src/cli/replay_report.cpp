#include "replay_report.h"

#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <string_view>

#include "functions/surfaces.h"
#include "gpu/mmio_gpu.h"
#include "json_text.h"
#include "memory/surface.h"

namespace eugene::cli {
namespace {

std::string_view type_name(memory::SurfaceType type) {
  switch (type) {
    case memory::SurfaceType::one_d: return "1D";
    case memory::SurfaceType::two_d: return "2D";
    case memory::SurfaceType::three_d: return "3D";
    case memory::SurfaceType::cube: return "cube";
    case memory::SurfaceType::buffer: return "buffer";
    case memory::SurfaceType::structured_buffer: return "structured buffer";
    case memory::SurfaceType::scratch: return "scratch";
    case memory::SurfaceType::null: return "null";
  }
  return "unknown";
}

// Prints the results, as text or as JSON.
class Printer {
 public:
  Printer(gpu::MmioGpu& gpu, ReplayText text) : gpu_(&gpu), json_(text.json), surfaces_(text.surfaces) {}

  void print(const std::vector<ReplayedDispatch>& dispatches, const serve::AubReplay& replay) {
    nlohmann::json root{{"device", gpu_->device().name},
                        {"memory_writes", replay.memory_writes},
                        {"register_writes", replay.register_writes},
                        {"comparisons", replay.comparisons},
                        {"failures", gpu_->failures()},
                        {"dispatches", nlohmann::json::array()}};
    if (!json_) {
      fmt::print("{}: {} memory writes, {} register writes, {} dispatches\n", gpu_->device().full_name,
                 replay.memory_writes, replay.register_writes, dispatches.size());
    }
    for (std::size_t i = 0; i < dispatches.size(); ++i) root["dispatches"].push_back(describe(i, dispatches[i]));
    if (json_) fmt::print("{}\n", json_text(root));
  }

 private:
  nlohmann::json describe(std::size_t index, const ReplayedDispatch& ran) {
    const gpu::Work& work = ran.work;
    nlohmann::json result{
        {"kernel", work.kernel_address()},    {"name", ran.kernel},         {"simd", work.simd},
        {"threads_of_group", work.threads},   {"groups", ran.stats.groups}, {"instructions", ran.stats.instructions},
        {"surfaces", nlohmann::json::array()}};
    if (!json_) {
      fmt::print("dispatch {}: kernel {}{}at {:#x}, SIMD{}, {} groups of {} threads, {} instructions\n", index,
                 ran.kernel, ran.kernel.empty() ? "" : " ", work.kernel_address(), work.simd, ran.stats.groups,
                 work.threads, ran.stats.instructions);
    }
    if (surfaces_) describe_surfaces(ran, result["surfaces"]);
    return result;
  }

  void describe_surfaces(const ReplayedDispatch& ran, nlohmann::json& list) {
    const gpu::Work& work = ran.work;
    memory::Ppgtt space(gpu_->memory(), ran.page_tables);
    memory::View view(space);
    for (unsigned bti = 0; bti < work.binding_table_entries; ++bti) {
      const auto surface = memory::read_surface_state(view, functions::surface_layout(*gpu_->device().gen),
                                                      work.bases.surface, work.binding_table, bti);
      if (!surface || surface->type == memory::SurfaceType::null) continue;
      list.push_back({{"index", bti},
                      {"type", type_name(surface->type)},
                      {"address", surface->base},
                      {"bytes", surface_bytes(*surface)}});
      if (!json_) {
        fmt::print("  surface {:<3} {:<18} {:#014x} {} bytes\n", bti, type_name(surface->type), surface->base,
                   surface_bytes(*surface));
      }
    }
  }

  gpu::MmioGpu* gpu_;
  bool json_;
  bool surfaces_;
};

}  // namespace

std::uint64_t surface_bytes(const memory::SurfaceState& surface) {
  if (surface.is_buffer()) return surface.bytes();
  return std::uint64_t{surface.pitch} * surface.height;
}

void print_results(ReplayText text, const std::vector<ReplayedDispatch>& dispatches, const serve::AubReplay& replay,
                   gpu::MmioGpu& gpu) {
  Printer(gpu, text).print(dispatches, replay);
}

void print_problems(const serve::AubReplay& result, const gpu::MmioGpu& gpu) {
  for (const Diagnostic& problem : result.problems) {
    fmt::print(stderr, "eugene replay: offset {:#x}: {}\n", problem.where.offset, problem.message);
  }
  if (gpu.is_waiting())
    fmt::print(stderr, "eugene replay: the trace ended while the GPU was waiting: {}\n", gpu.waiting_for());
}

}  // namespace eugene::cli
