// `eugene replay`: executes a captured trace, and writes out the memory it leaves.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "commands.h"
#include "functions/surfaces.h"
#include "gpu/mmio_gpu.h"
#include "gpu/tiers/kernel_bytes.h"
#include "gpu_options.h"
#include "load/aub.h"
#include "load/debug_data.h"
#include "load/device_binary.h"
#include "load/file.h"
#include "load/source_text.h"
#include "memory/surface.h"
#include "profile/profiler.h"
#include "profile_output.h"
#include "serve/aub_replay.h"

namespace eugene::cli {
namespace {

struct ReplayOptions {
  GpuOptions gpu;
  ProfileOutput profile;
  bool gpu_given = false;
  std::string file;
  bool list = false;
  bool json = false;
  std::optional<std::string> dump;  // ADDRESS:SIZE
  std::optional<unsigned> surface;  // binding table index
  std::optional<unsigned> dispatch;
  std::string output = "-";
  std::string binary;  // an OpenCL device binary that names kernels
};

// Names of kernels: from the device binary that the user gives, else from the trace, in which the driver writes a
// kernel's name as a comment before its commands.
class Names {
 public:
  explicit Names(std::vector<load::DeviceBinary> binaries) : binaries_(std::move(binaries)) {}

  void read(const load::AubComment& comment) {
    if (is_identifier(comment.text)) last_ = comment.text;
  }
  // The kernel that the trace names next; empty if it names none.
  const std::string& last() const { return last_; }
  // The name of the kernel with this code; `fallback`, which is the trace's, if no binary has it.
  std::string of(std::span<const std::byte> code, const std::string& fallback) const {
    const load::DeviceKernel* kernel = load::find_kernel(binaries_, code);
    return kernel == nullptr ? fallback : kernel->name;
  }
  // Its lines; none if no binary has them.
  SourceLines lines_of(std::span<const std::byte> code) const {
    const load::DeviceKernel* kernel = load::find_kernel(binaries_, code);
    return kernel == nullptr ? SourceLines() : load::read_source_lines(kernel->debug);
  }

 private:
  static bool is_identifier(std::string_view text) {
    return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) == 0 &&
           std::ranges::all_of(text, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
  }
  std::vector<load::DeviceBinary> binaries_;
  std::string last_;
};

// A dispatch that ran, and the address space it ran in.
struct Ran {
  gpu::Work work;
  gpu::DispatchStats stats;
  std::uint64_t page_tables = 0;
  std::string kernel;  // its name; empty if not known
};

struct Range {
  std::uint64_t address = 0;
  std::uint64_t size = 0;
};
constexpr std::uint64_t kLargestDump = std::uint64_t{4} << 30;

std::optional<std::uint64_t> parse_number(std::string_view text) {
  int base = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    text.remove_prefix(2);
    base = 16;
  }
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc{} || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return value;
}

Result<Range> parse_range(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon != std::string::npos) {
    const auto address = parse_number(std::string_view(text).substr(0, colon));
    const auto size = parse_number(std::string_view(text).substr(colon + 1));
    if (address && size && *size <= kLargestDump) return Range{*address, *size};
  }
  return fail(fmt::format("--dump {} is not ADDRESS:SIZE", text), {}, "write for example --dump 0x10000:4096");
}

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

// Bytes that a surface covers, if they are contiguous in memory.
std::uint64_t surface_bytes(const memory::SurfaceState& surface) {
  if (surface.is_buffer()) return surface.bytes();
  return std::uint64_t{surface.pitch} * surface.height;
}

// Prints the results, as text or as JSON.
class Printer {
 public:
  Printer(gpu::MmioGpu& gpu, bool json, bool surfaces) : gpu_(&gpu), json_(json), surfaces_(surfaces) {}

  void print(const std::vector<Ran>& dispatches, const serve::AubReplay& replay) {
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
    if (json_) fmt::print("{}\n", root.dump(2));
  }

 private:
  nlohmann::json describe(std::size_t index, const Ran& ran) {
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
    if (!surfaces_) return result;
    memory::Ppgtt space(gpu_->memory(), ran.page_tables);
    memory::View view(space);
    for (unsigned bti = 0; bti < work.binding_table_entries; ++bti) {
      const auto surface = memory::read_surface_state(view, functions::surface_layout(*gpu_->device().gen),
                                                      work.bases.surface, work.binding_table, bti);
      if (!surface || surface->type == memory::SurfaceType::null) continue;
      result["surfaces"].push_back({{"index", bti},
                                    {"type", type_name(surface->type)},
                                    {"address", surface->base},
                                    {"bytes", surface_bytes(*surface)}});
      if (!json_) {
        fmt::print("  surface {:<3} {:<18} {:#014x} {} bytes\n", bti, type_name(surface->type), surface->base,
                   surface_bytes(*surface));
      }
    }
    return result;
  }

  gpu::MmioGpu* gpu_;
  bool json_;
  bool surfaces_;
};

// The memory that --dump or --surface name.
Result<Range> wanted(const ReplayOptions& options, const Ran& ran, const isa::Gen& gen, memory::View& view) {
  if (options.dump) return parse_range(*options.dump);
  const gpu::Work& work = ran.work;
  const auto surface = memory::read_surface_state(view, functions::surface_layout(gen), work.bases.surface,
                                                  work.binding_table, *options.surface);
  if (!surface) {
    return fail(fmt::format("surface {}: address {:#x} is not mapped", *options.surface, view.bad_address()));
  }
  if (surface->type == memory::SurfaceType::null) return fail(fmt::format("surface {} is null", *options.surface));
  if (surface->tile != memory::TileMode::linear) {
    return fail(fmt::format("surface {} is tiled", *options.surface), {},
                "use --dump to write its bytes in their tiled order");
  }
  const std::uint64_t bytes = surface_bytes(*surface);
  if (bytes > kLargestDump)
    return fail(fmt::format("surface {} has {} bytes, which is too large to write", *options.surface, bytes));
  return Range{surface->base, bytes};
}

Result<void> write_out(const ReplayOptions& options, const std::vector<Ran>& dispatches, gpu::MmioGpu& gpu) {
  if (dispatches.empty()) return fail("the trace has no dispatch whose memory could be written");
  const std::size_t index = options.dispatch.value_or(static_cast<unsigned>(dispatches.size() - 1));
  if (index >= dispatches.size())
    return fail(fmt::format("there is no dispatch {}: the trace has {}, counted from 0", index, dispatches.size()));
  memory::Ppgtt space(gpu.memory(), dispatches[index].page_tables);
  memory::View view(space);
  const Result<Range> range = wanted(options, dispatches[index], *gpu.device().gen, view);
  if (!range) return error_of(range);
  std::vector<std::byte> bytes(range->size);
  if (!view.read(range->address, bytes)) {
    return fail(
        fmt::format("address {:#x} of {:#x}:{} is not mapped", view.bad_address(), range->address, range->size));
  }
  return load::write_file(options.output, bytes);
}

int complain(const Diagnostic& diagnostic, int status) {
  fmt::print(stderr, "eugene replay: {}\n", diagnostic.message);
  if (!diagnostic.hint.empty()) fmt::print(stderr, "  hint: {}\n", diagnostic.hint);
  return status;
}

// The kernels of the user's device binary; none if no file is named.
Result<std::vector<load::DeviceBinary>> read_binaries(const std::string& file) {
  if (file.empty()) return {};
  const auto content = load::read_file(file);
  if (!content) return error_of(content);
  return load::load_device_binaries(*content);
}

// With the kernel's name and the line of its source where they are known.
void print_report(gpu::Report&& report, const Names& names) {
  if (report.kernel) {
    report.kernel->kernel = names.of(report.kernel->code, names.last());
    const SourceLines lines = names.lines_of(report.kernel->code);
    report.kernel->source = lines.at(report.kernel->fault.ip);
    if (report.kernel->source) report.kernel->source_text = load::SourceTexts().text(lines, *report.kernel->source);
  }
  fmt::print(stderr, "{}", gpu::format(report));
}

// The code of a kernel, by which a binary names it, is read from the memory that the trace leaves.
void name_kernels(std::vector<Ran>& dispatches, gpu::MmioGpu& gpu, const Names& names) {
  for (Ran& ran : dispatches) {
    memory::Ppgtt space(gpu.memory(), ran.page_tables);
    memory::View view(space);
    ran.kernel = names.of(gpu::read_kernel(*gpu.device().gen, ran.work.kernel_address(), view), ran.kernel);
  }
}

void print_problems(const serve::AubReplay& result, const gpu::MmioGpu& gpu) {
  for (const Diagnostic& problem : result.problems) {
    fmt::print(stderr, "eugene replay: offset {:#x}: {}\n", problem.where.offset, problem.message);
  }
  if (gpu.is_waiting())
    fmt::print(stderr, "eugene replay: the trace ended while the GPU was waiting: {}\n", gpu.waiting_for());
}

std::vector<profile::KernelCounts> profiled_kernels(const profile::Profiler& profiler, const Names& names) {
  std::vector<profile::KernelCounts> kernels = profiler.kernels();
  for (profile::KernelCounts& each : kernels) {
    each.name = names.of(each.code, names.last());
    each.lines = names.lines_of(each.code);
  }
  return kernels;
}

int replay(const ReplayOptions& options) {
  const auto malformed = [&](Diagnostic problem) {
    problem.message = options.file + ": " + problem.message;
    return complain(problem, kProblems);
  };
  Result<std::vector<std::byte>> file = load::read_file(options.file);
  if (!file) return complain(file.error(), kUsage);
  if (load::is_xz(*file)) file = load::unpack_xz(*file);
  if (!file) return malformed(file.error());
  const Result<std::vector<load::AubPacket>> packets = load::parse_aub(*file);
  if (!packets) return malformed(packets.error());
  if (packets->empty()) return complain(fail(options.file + " is an empty trace").error(), kProblems);

  Result<std::vector<load::DeviceBinary>> binaries = read_binaries(options.binary);
  if (!binaries) return complain(binaries.error(), kUsage);
  Names names(std::move(*binaries));

  const gpu::Device* device = options.gpu_given ? nullptr : serve::aub_device(*packets);
  gpu::WorkerPool pool(options.gpu.threads);
  std::vector<Ran> dispatches;
  const std::shared_ptr<profile::Profiler> profiler = options.gpu.profiler();
  gpu::ExecutorOptions executor = options.gpu.executor(profiler);
  executor.progress = [&](const gpu::Progress& progress) {
    fmt::print(stderr, "{}", gpu::format(progress, names.of(progress.code, names.last())));
  };
  gpu::MmioGpu gpu(device == nullptr ? options.gpu.device() : *device, pool, executor,
                   {.report = [&](gpu::Report&& report) { print_report(std::move(report), names); },
                    .dispatched =
                        [&](const gpu::Work& work, const gpu::DispatchStats& stats, const memory::Ppgtt& space) {
                          dispatches.push_back({work, stats, space.root(), names.last()});
                        }});
  const serve::AubReplay result =
      serve::replay_aub(*packets, gpu, [&](const load::AubComment& comment) { names.read(comment); });
  name_kernels(dispatches, gpu, names);
  print_problems(result, gpu);

  const bool writes = options.dump || options.surface;
  // Standard output has one of the bytes, the profile, and the description.
  if ((!writes || options.output != "-") && !options.profile.takes_stdout()) {
    Printer(gpu, options.json, options.list).print(dispatches, result);
  }
  if (writes) {
    const Result<void> done = write_out(options, dispatches, gpu);
    if (!done) return complain(done.error(), kUsage);
  }
  if (profiler != nullptr &&
      !write_profile(options.profile, {{gpu.device().gen, profiled_kernels(*profiler, names)}}, options.file))
    return kUsage;
  const bool faulted = gpu.failures() != 0 || gpu.is_waiting();
  const int status = faulted ? kFaulted : result.problems.empty() ? kClean : kProblems;
  end_if_compiling(*executor.tiers, status);
  return status;
}

}  // namespace

void add_replay(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("replay", "Execute a captured GPU trace (AUB)");
  auto options = std::make_shared<ReplayOptions>();
  add_gpu_options(*command, options->gpu);
  add_profile_options(*command, options->profile);
  command->add_option("FILE", options->file, "The trace, .aub or .aub.xz; - reads standard input")->required();
  command->add_flag("--list", options->list, "List the surfaces of every dispatch");
  command->add_flag("--json", options->json, "Print the results as JSON");
  auto* dump = command->add_option("--dump", options->dump, "Write SIZE bytes from GPU address ADDRESS");
  dump->option_text("ADDRESS:SIZE");
  command->add_option(
      "--binary", options->binary,
      "An OpenCL device binary from which to take the names of kernels, and with -g the lines of their source");
  command->add_option("--surface", options->surface, "Write the surface with this binding table index")
      ->check(CLI::Range(0U, 239U))
      ->excludes(dump);
  command->add_option("--dispatch", options->dispatch,
                      "The dispatch that --surface and --dump refer to (default: the last)");
  command->add_option("-o,--output", options->output, "Output file; - writes to standard output")
      ->capture_default_str();
  command->footer(
      "Exit status: 0 done, 1 the trace is malformed or its comparisons fail, 3 a kernel faulted. Examples:\n"
      "  eugene replay --list job.aub.xz\n"
      "  eugene replay job.aub --surface 1 -o out.bin\n"
      "  eugene replay job.aub --dump 0x7f0000:4096 | xxd");
  command->callback([options, command, &exit_code] {
    options->gpu_given = command->count("--gpu") != 0;
    options->gpu.profile = options->profile.any();
    const bool writes = options->dump || options->surface;
    const char* other = options->json ? "--json" : writes && options->output == "-" ? "--output" : nullptr;
    auto conflict = profile_conflict(options->gpu, options->profile);
    if (!conflict) conflict = output_conflict(options->profile, other);
    exit_code = conflict ? complain(*conflict, kUsage) : replay(*options);
  });
}

}  // namespace eugene::cli
