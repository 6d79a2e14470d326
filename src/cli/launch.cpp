// eugene launch: runs one kernel of a source or device binary, with arguments from the command line.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>

#include "binary/debug_data.h"
#include "binary/device_binary.h"
#include "binary/file.h"
#include "binary/kernel_origin.h"
#include "check/finding/from_report.h"
#include "check/finding/text.h"
#include "check_output.h"
#include "commands.h"
#include "gpu/report.h"
#include "gpu_options.h"
#include "input.h"
#include "launch/checks.h"
#include "launch/machine.h"
#include "launch_arguments.h"
#include "launch_output.h"
#include "nearest.h"
#include "opencl_compile.h"
#include "visa.h"

namespace eugene::cli {
namespace {

constexpr const char* kLaunchExamples =
    R"(Values of --arg, for the kernel's next argument, or for the argument with a name or number (out=..., 1=...):
  3, -2, 0x10, 2.5f, 1,2,3,4    a number or vector of the argument's type
  r:FILE, rw:FILE               a buffer with the contents of a file: the array of a NumPy file (.npy), or the bytes
  zeros:256f4                   a buffer of 256 floats; without a type its elements are the argument's
  local:1024                    bytes of local memory
  null                          a null pointer
Afterwards the buffers that the kernel may write (rw: and zeros:) are printed, or kept by --save.
Examples:
  eugene launch k.cl --global 256 --local 64 --arg zeros:256 --arg zeros:256 --arg 2.0f
  eugene launch k.cl --kernel axpy --global 1024 --arg y=zeros:1024f4 --arg x=r:in.npy --arg a=3 --save y=out.npy
  eugene launch --gpu bxt kernel_Gen9lp.bin --global 64,2 --local 16,1 --arg rw:y.bin --arg r:in.npy --arg 2 --json
  eugene launch k.cl --check=memory,race --global 256 --arg zeros:256 --arg zeros:256 --arg 2.0f

Exit status: 0 the kernel has run, 1 the input is wrong, 2 wrong usage or an unreadable file, 3 the kernel faulted or
timed out, 4 --check has findings.)";

struct LaunchOptions {
  GpuOptions gpu;
  CheckOutput check;
  std::string file;
  std::string kernel;  // empty: the file's only kernel
  std::string global = "1", local, offset;
  std::vector<std::string> arguments;
  std::vector<std::string> save;  // NAME=FILE
  std::string build;              // options of the compiler
  std::uint64_t print = 16;
  bool json = false;
};

int report_with(const Diagnostic& problem, int status) {
  report(problem);
  return status;
}

Result<std::vector<std::byte>> read_binary(const LaunchOptions& options) {
  if (std::filesystem::path(options.file).extension() == ".cl") {
    if (auto readable = read_program(options.file); !readable) return readable;
    return compile_opencl(options.file, options.gpu.gpu, options.build);
  }
  return read_program(options.file);
}

// The selected kernel: the named one, or the only one.
struct SelectedKernel {
  const binary::DeviceBinary* binary;
  std::size_t number;
};
Result<SelectedKernel> choose(const std::vector<binary::DeviceBinary>& binaries, const LaunchOptions& options) {
  std::vector<std::string> names;
  std::optional<SelectedKernel> chosen;
  for (const binary::DeviceBinary& binary : binaries) {
    for (std::size_t number = 0; number < binary.kernels.size(); ++number) {
      const std::string& name = binary.kernels[number].name;
      const bool is_wanted = options.kernel.empty() || name == options.kernel;
      // An archive may have binaries for several GPUs.
      const bool fits = binary.machine == nullptr || binary.machine == options.gpu.device().machine;
      if (is_wanted && (!chosen || fits)) chosen = {&binary, number};
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
  }
  if (options.kernel.empty() && names.size() > 1)
    return fail(fmt::format("{} has {} kernels: {}", options.file, names.size(), fmt::join(names, ", ")), {},
                "choose one of them with --kernel");
  if (!chosen && names.empty()) return fail(fmt::format("{} has no kernels", options.file));
  if (!chosen)
    return fail(
        fmt::format("no kernel of {} is named '{}'{}", options.file, options.kernel, suggestion(options.kernel, names)),
        {}, fmt::format("the kernels are {}", fmt::join(names, ", ")));
  return *chosen;
}

// Completes the error for a file that is not a device binary: adds the file's name, and a hint to the right command.
Diagnostic no_kernels(const std::string& file, const std::vector<std::byte>& bytes, Diagnostic problem) {
  problem.where.file = file;
  if (is_visa(bytes) || is_text(as_text(bytes)))
    problem.hint =
        "launch runs OpenCL C (.cl) and files that ocloc has written; use `eugene exec` to run assembly and vISA";
  return problem;
}

gpu::ObserverSources sources(const launch::Checks& checks, const std::shared_ptr<accesses::TraceSource>& trace) {
  gpu::ObserverSources all = checks.sources();
  if (trace != nullptr) all.push_back(trace);
  return all;
}

class Launcher {
 public:
  explicit Launcher(const LaunchOptions& options)
      : options_(options),
        checks_(options.gpu.check),
        trace_(options.gpu.tracer([this](std::span<const std::byte>) { return facts_; })),
        machine_(options.gpu.device(), options.gpu.executor(nullptr, {}, sources(checks_, trace_)),
                 options.gpu.threads),
        checked_{.settings = options.gpu, .output = options.check, .program = options.file} {}

  int run();

 private:
  Result<launch::Launch> prepare(const binary::DeviceKernel& kernel);
  void tell_of_findings(const gpu::DispatchStats& stats);
  void print_unless_found(const gpu::KernelFault& fault) const;
  int finish(const LaunchOutput& output, const gpu::DispatchStats& stats);

  const LaunchOptions& options_;
  launch::Checks checks_;
  accesses::KernelFacts facts_;                   // facts about the kernel, once it is known
  std::shared_ptr<accesses::TraceSource> trace_;  // null: no trace
  launch::Machine machine_;
  RunFindings checked_;
  std::vector<GivenArgument> given_;
};

Result<launch::Launch> Launcher::prepare(const binary::DeviceKernel& kernel) {
  launch::Launch launch;
  launch.arguments.resize(kernel.arguments.size());
  std::size_t next = 0;
  for (const std::string& text : options_.arguments) {
    auto given = read_argument(text, kernel, next, machine_);
    if (!given) return forward_error(given);
    next = given->number + 1;
    launch.arguments[given->number] = given->value;
    given_.push_back(*std::move(given));
  }
  // The texts of the sizes have been validated.
  const SizesText global = *read_sizes(options_.global, 1);
  launch.global = global.sizes;
  launch.dimensions = global.dimensions;
  if (!options_.local.empty()) launch.local = read_sizes(options_.local, 1)->sizes;
  if (!options_.offset.empty()) {
    const SizesText offset = *read_sizes(options_.offset, 0);
    for (unsigned i = 0; i < offset.dimensions; ++i) launch.offset[i] = offset.sizes[i];
  }
  return launch;
}

void Launcher::tell_of_findings(const gpu::DispatchStats& stats) {
  checked_.collect(checks_.take(stats));
  checked_.fidelity = checks_.take_fidelity();
  for (const check::Finding& each : checked_.all.findings()) fmt::print(stderr, "{}", check::format(each));
}

// Prints a fault, unless a check has reported it already.
void Launcher::print_unless_found(const gpu::KernelFault& fault) const {
  const gpu::Report report{.kernel = fault};
  const auto finding = check::make_finding(report, 1);
  if (!finding || !options_.gpu.check.has_kind_of(finding->id)) fmt::print(stderr, "{}", gpu::format(report));
}

int Launcher::finish(const LaunchOutput& output, const gpu::DispatchStats& stats) {
  for (const gpu::KernelFault& each : stats.recovered) print_unless_found(each);
  if (stats.fault) print_unless_found(*stats.fault);
  if (const auto done = output.save(); !done) return report_with(done.error(), kUsage);
  if (options_.json)
    output.print_json(options_.gpu.gpu, stats, options_.print);
  else
    output.print_text(options_.print);
  return checked_.end(checked_.exit_status(stats.fault ? kFaulted : kClean), 1);
}

int Launcher::run() {
  const auto file = read_binary(options_);
  if (!file) return report_with(file.error(), kUsage);
  const auto binaries = binary::load_device_binaries(*file);
  if (!binaries) return report_with(no_kernels(options_.file, *file, binaries.error()), kProblems);
  const auto chosen = choose(*binaries, options_);
  if (!chosen) return report_with(chosen.error(), kUsage);
  const binary::DeviceKernel& kernel = chosen->binary->kernels[chosen->number];
  const auto program = machine_.load(*chosen->binary);
  if (!program) return report_with(program.error(), kProblems);
  const auto launch = prepare(kernel);
  if (!launch) return report_with(launch.error(), kUsage);
  LaunchOutput output(kernel, given_, machine_);
  if (const auto done = output.parse_saves(options_.save); !done) return report_with(done.error(), kUsage);
  checks_.begin(kernel, *launch);
  facts_ = {.name = kernel.name, .lines = {}, .surfaces = binary::surface_names(kernel.arguments)};
  if (!kernel.debug.empty()) facts_.lines = binary::read_source_lines(kernel.debug);
  const auto stats = machine_.launch(*program, chosen->number, *launch);
  if (!stats) return report_with(stats.error(), kUsage);
  tell_of_findings(*stats);
  if (!end_trace(trace_)) return kUsage;
  return finish(output, *stats);
}

constexpr const char* kSizes = "X[,Y[,Z]]";  // name of such a value in the help

CLI::Validator sizes(std::uint32_t least) {
  return {[least](const std::string& text) {
            return read_sizes(text, least)
                       ? std::string()
                       : fmt::format("\"{}\" is not one to three numbers: 64, 64,8 or 64,8,2", text);
          },
          {}};
}

}  // namespace

void add_launch(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<LaunchOptions>();
  CLI::App* command =
      app.add_subcommand("launch", "Run a kernel of an OpenCL source or device binary without its program");
  command->add_option("FILE", options->file, "OpenCL C (.cl, compiled by ocloc), or a file that ocloc has written")
      ->required();
  command->add_option("--kernel", options->kernel, "Kernel to run; may be left out if the file has only one");
  command->add_option("--global", options->global, "Number of work-items")
      ->check(sizes(1))
      ->type_name(kSizes)
      ->capture_default_str();
  command->add_option("--local", options->local, "Number of work-items in a group (default: chosen, at most 256)")
      ->check(sizes(1))
      ->type_name(kSizes);
  command->add_option("--offset", options->offset, "Offset that is added to the global ids")
      ->check(sizes(0))
      ->type_name(kSizes);
  command->add_option("--arg", options->arguments, "Value of an argument; see below")
      ->allow_extra_args(false)
      ->type_name("VALUE");
  command
      ->add_option("--save", options->save,
                   "Write a buffer to a file after the run; as a NumPy array if the file's name ends in .npy")
      ->allow_extra_args(false)
      ->type_name("NAME=FILE");
  command->add_option("--print", options->print, "Number of elements of each buffer to print")
      ->capture_default_str()
      ->type_name("N");
  command->add_option("--options", options->build, "Options of the compiler, such as -cl-std=CL2.0")->type_name("TEXT");
  command->add_flag("--json", options->json, "Print JSON");
  add_gpu_options(*command, options->gpu);
  add_check_options(*command, options->check);
  add_trace_options(*command, options->gpu);
  command->footer(kLaunchExamples);
  command->callback([options, &exit_code] {
    auto done = prepare_paths(options->gpu);
    if (done) done = validate_check_options(options->gpu, options->check, /*has_findings=*/true);
    if (done) done = prepare_trace(options->gpu);
    if (!done) {
      exit_code = report_with(done.error(), kUsage);
      return;
    }
    exit_code = Launcher(*options).run();
  });
}

}  // namespace eugene::cli
