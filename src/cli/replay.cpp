// `eugene replay`: executes a captured trace, and writes out the memory it leaves.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "base/whole_file.h"
#include "binary/aub.h"
#include "binary/file.h"
#include "check_output.h"
#include "commands.h"
#include "gpu/mmio_gpu.h"
#include "gpu/tiers/kernel_bytes.h"
#include "gpu_options.h"
#include "profile/profiler.h"
#include "profile_output.h"
#include "replay_debug.h"
#include "replay_memory.h"
#include "replay_names.h"
#include "replay_report.h"
#include "serve/aub_replay.h"
#include "validators.h"

namespace eugene::cli {
namespace {

struct ReplayOptions {
  GpuOptions gpu;
  ProfileOutput profile;
  bool gpu_given = false;
  std::string file;
  ReplayText text;
  MemoryRequest memory;
  std::string binary;  // an OpenCL device binary that names kernels
  ReplayDebugOptions debug;

  bool writes_stdout() const { return memory.is_made() && memory.output == "-"; }
};

int complain(const Diagnostic& diagnostic, int status) {
  fmt::print(stderr, "eugene replay: {}\n", diagnostic.message);
  if (!diagnostic.hint.empty()) fmt::print(stderr, "  hint: {}\n", diagnostic.hint);
  return status;
}

// Names the kernels. A binary finds a kernel by its code, which is read from the memory that the trace leaves.
void name_kernels(std::vector<ReplayedDispatch>& dispatches, gpu::MmioGpu& gpu, const ReplayNames& names) {
  for (ReplayedDispatch& ran : dispatches) {
    memory::Ppgtt space(gpu.memory(), ran.page_tables);
    memory::View view(space);
    ran.kernel = names.of(gpu::read_kernel(*gpu.device().gen, ran.work.kernel_address(), view), ran.kernel);
  }
}

// A trace: the packets refer to the bytes of the file.
struct AubTrace {
  std::vector<std::byte> bytes;
  std::vector<binary::AubPacket> packets;
};

// Reads a trace, compressed or not. Returns kClean, or the exit status after a complaint.
int read_trace(const std::string& name, AubTrace& trace) {
  const auto malformed = [&](Diagnostic problem, int status = kProblems) {
    problem.message = name + ": " + problem.message;
    return complain(problem, status);
  };
  Result<std::vector<std::byte>> file = read_whole_file(name);
  if (!file) return malformed(file.error(), kUsage);
  if (binary::is_xz(*file)) file = binary::unpack_xz(*file);
  if (!file) return malformed(file.error());
  Result<std::vector<binary::AubPacket>> parsed = binary::parse_aub(*file);
  if (!parsed) return malformed(parsed.error());
  if (parsed->empty()) return complain(fail(name + " is an empty trace").error(), kProblems);
  trace = {.bytes = std::move(*file), .packets = std::move(*parsed)};
  return kClean;
}

int replay(const ReplayOptions& options) {
  AubTrace trace;
  if (const int status = read_trace(options.file, trace); status != kClean) return status;
  Result<std::vector<binary::DeviceBinary>> binaries = read_binaries(options.binary);
  if (!binaries) return complain(binaries.error(), kUsage);
  ReplayNames names(std::move(*binaries));

  const gpu::Device* device = options.gpu_given ? nullptr : serve::aub_device(trace.packets);
  gpu::WorkerPool pool(options.gpu.threads);
  std::vector<ReplayedDispatch> dispatches;
  const std::shared_ptr<profile::Profiler> profiler = options.gpu.profiler();
  ReplayDebugger debugger(options.debug, names);
  if (const Result<void> open = debugger.open(); !open) return complain(open.error(), kUsage);
  const std::shared_ptr<accesses::TraceSource> recorded =
      options.gpu.tracer([&](std::span<const std::byte> code) { return names.facts(code); });
  gpu::ObserverSources sources = debugger.sources();
  if (recorded != nullptr) sources.push_back(recorded);
  gpu::ExecutorOptions executor = options.gpu.executor(profiler, {}, std::move(sources));
  executor.progress = [&](const gpu::Progress& progress) {
    fmt::print(stderr, "{}", gpu::format(progress, names.of(progress.code, names.last())));
  };
  gpu::MmioGpu gpu(device == nullptr ? options.gpu.device() : *device, pool, executor,
                   {.report = [&](gpu::Report&& report) { names.print(std::move(report)); },
                    .dispatched =
                        [&](const gpu::Work& work, const gpu::DispatchStats& stats, const memory::Ppgtt& space) {
                          dispatches.push_back({work, stats, space.root(), names.last()});
                        }});
  const serve::AubReplay result =
      serve::replay_aub(trace.packets, gpu, [&](const binary::AubComment& comment) { names.read(comment); });
  debugger.end();
  const bool has_trace = end_trace(recorded);
  name_kernels(dispatches, gpu, names);
  print_problems(result, gpu);

  // Standard output gets only one of these: the bytes, the profile, the description.
  if (!options.writes_stdout() && !options.profile.takes_stdout()) print_results(options.text, dispatches, result, gpu);
  if (options.memory.is_made()) {
    const Result<void> done = write_memory(options.memory, dispatches, gpu);
    if (!done) return complain(done.error(), kUsage);
  }
  if (profiler != nullptr &&
      !write_profile(options.profile, {{gpu.device().gen, gpu.device().full_name, names.profiled(*profiler)}},
                     options.file))
    return kUsage;
  if (!has_trace) return kUsage;
  const bool faulted = gpu.failures() != 0 || gpu.is_waiting();
  const int status = faulted ? kFaulted : result.problems.empty() ? kClean : kProblems;
  end_if_compiling(*executor.tiers, status);
  return status;
}

// Applies --output. It names the file for the bytes, or the file of the trace if no bytes are requested, as in `run`
// and `launch`.
std::optional<Diagnostic> name_output(const CLI::App& command, ReplayOptions& options) {
  if (command.count("--output") == 0 || options.memory.is_made()) return {};
  if (options.gpu.trace.empty()) return fail("--output needs --dump, --surface or --trace").error();
  if (command.count("--trace-file") != 0)
    return fail("--output and --trace-file both name the file of the trace").error();
  options.gpu.trace_file = options.memory.output;
  return {};
}

}  // namespace

void add_replay(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("replay", "Execute a captured GPU trace (AUB)");
  auto options = std::make_shared<ReplayOptions>();
  add_gpu_options(*command, options->gpu);
  add_profile_options(*command, options->profile);
  add_gpu_option(*command, "profile-model", options->gpu);
  command->add_option("FILE", options->file, "The trace, .aub or .aub.xz; - reads standard input")->required();
  command->add_flag("--list", options->text.surfaces, "List the surfaces of every dispatch");
  command->add_flag("--json", options->text.json, "Print the results as JSON");
  auto* dump = command->add_option("--dump", options->memory.dump, "Write SIZE bytes from GPU address ADDRESS");
  dump->option_text("ADDRESS:SIZE");
  command
      ->add_option("--binary", options->binary,
                   "An OpenCL device binary of the program: has the names of the kernels, and their source lines if it "
                   "was compiled with -g")
      ->type_name("FILE");
  add_replay_debug_options(*command, options->debug);
  command->add_option("--surface", options->memory.surface, "Write the surface with this binding table index")
      ->type_name("N")
      ->check(whole(0U, 239U))
      ->excludes(dump);
  command
      ->add_option("--dispatch", options->memory.dispatch,
                   "The dispatch that --surface and --dump refer to, counted from 0 (default: the last)")
      ->type_name("N");
  command
      ->add_option("-o,--output", options->memory.output,
                   "Output file of --dump or --surface, else of --trace; - writes to standard output")
      ->type_name("FILE")
      ->capture_default_str();
  add_trace_options(*command, options->gpu);
  command->footer(
      "Exit status: 0 done, 1 the trace is malformed or its comparisons fail, 2 wrong usage or an unreadable file,\n"
      "3 a kernel faulted. Examples:\n"
      "  eugene replay --list job.aub.xz\n"
      "  eugene replay --debug --binary program.bin job.aub\n"
      "  eugene replay job.aub --surface 1 -o out.bin\n"
      "  eugene replay job.aub --dump 0x7f0000:4096 | xxd");
  command->callback([options, command, &exit_code] {
    options->gpu_given = command->count("--gpu") != 0;
    options->gpu.profile = options->profile.any();
    auto conflict = name_output(*command, *options);
    const char* other = options->text.json ? "--json" : options->writes_stdout() ? "--output" : nullptr;
    if (!conflict) conflict = profile_conflict(options->gpu, options->profile);
    if (!conflict) conflict = output_conflict(options->profile, other);
    if (const Result<void> prepared = prepare_paths(options->gpu); !conflict && !prepared) conflict = prepared.error();
    if (const Result<void> prepared = prepare_trace(options->gpu); !conflict && !prepared) conflict = prepared.error();
    exit_code = conflict ? complain(*conflict, kUsage) : replay(*options);
  });
}

}  // namespace eugene::cli
