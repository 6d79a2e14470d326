// `eugene run`: an OpenCL program, unmodified, through Intel's driver on a GPU that is Eugene.
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "commands.h"
#include "gpu_options.h"
#include "serve/server.h"

extern char** environ;  // NOLINT: POSIX names it so

namespace eugene::tools {
namespace {

constexpr const char* kIntelIcd = "/etc/OpenCL/vendors/intel.icd";
constexpr int kSignalBase = 128;  // exit status of a program that a signal ended
constexpr int kCannotExecute = 126;
constexpr int kNotFound = 127;

struct RunOptions {
  GpuOptions gpu;
  bool stats = false;
  bool strict = false;
  bool all_platforms = false;
  std::vector<std::string> command;
};

// The signals that are the program's business while it runs. SIGINT and SIGQUIT reach it from the terminal by
// themselves; the others are passed on.
volatile sig_atomic_t child_process = 0;
extern "C" void pass_on(int number) {
  if (child_process != 0) ::kill(child_process, number);
}

// The OpenCL layer, which lies beside the command or where it is installed; empty if it is nowhere.
std::filesystem::path find_layer() {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return {};
  for (const char* place : {"libeugene_opencl.so", "../lib/eugene/libeugene_opencl.so"}) {
    const std::filesystem::path candidate = self.parent_path() / place;
    if (std::filesystem::exists(candidate, error)) return candidate;
  }
  return {};
}

std::vector<std::string> environment(const RunOptions& options, std::uint16_t port, const serve::ChannelHost* channel) {
  const gpu::Device& device = options.gpu.device();
  std::vector<std::pair<std::string, std::string>> set{
      {"NEOReadDebugKeys", "1"},
      {"SetCommandStreamReceiver", "2"},  // the simulator interface
      {"ProductFamilyOverride", std::string(device.name)},
      {"HardwareInfoOverride", fmt::format("{}x{}x{}", device.slices, device.subslices, device.eus)},
      {"ForceDeviceId", std::string(device.pci_id)},
      {"OverrideDeviceName", std::string(device.product)},
      {"TbxServer", "127.0.0.1"},
      {"TbxPort", std::to_string(port)},
  };
  if (!device.revision.empty()) set.emplace_back("OverrideRevision", device.revision);
  // Times in GPU ticks, of which the layer makes host times.
  const std::filesystem::path layer = find_layer();
  if (channel != nullptr && !layer.empty()) {
    const char* others = std::getenv("OPENCL_LAYERS");
    set.emplace_back("OPENCL_LAYERS", others == nullptr ? layer.string() : layer.string() + ":" + others);
    set.emplace_back(serve::kChannelVariable, channel->directory().string());
  }
  set.emplace_back("EnableDeviceBasedTimestamps", "1");
  if (!options.all_platforms) set.emplace_back("OCL_ICD_VENDORS", kIntelIcd);
  std::vector<std::string> result;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text(*variable);
    const std::string_view name = text.substr(0, text.find('='));
    if (std::ranges::none_of(set, [&](const auto& pair) { return pair.first == name; })) result.emplace_back(text);
  }
  for (const auto& [name, value] : set) result.push_back(name + "=" + value);
  return result;
}

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> result;
  for (std::string& string : strings) result.push_back(string.data());
  result.push_back(nullptr);
  return result;
}

// Starts the program and waits for it; its exit status as a shell would give it.
int run_program(RunOptions& options, std::uint16_t port, const serve::ChannelHost* channel) {
  std::vector<std::string> variables = environment(options, port, channel);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  // The program starts with the signals as Eugene found them, not as it set them.
  sigset_t defaults;
  sigemptyset(&defaults);
  struct Handled {
    int number;
    bool ignored;  // else passed on
    struct sigaction before;
  };
  std::array handled{Handled{SIGINT, true, {}}, Handled{SIGQUIT, true, {}}, Handled{SIGTERM, false, {}},
                     Handled{SIGHUP, false, {}}};
  for (Handled& one : handled) {
    struct sigaction action {};
    action.sa_handler = one.ignored ? SIG_IGN : pass_on;
    ::sigaction(one.number, &action, &one.before);
    if (one.before.sa_handler != SIG_IGN) sigaddset(&defaults, one.number);
  }
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  pid_t child = 0;
  const int error = ::posix_spawnp(&child, options.command[0].c_str(), nullptr, &attributes,
                                   pointers(options.command).data(), pointers(variables).data());
  posix_spawnattr_destroy(&attributes);
  if (error != 0) {
    fmt::print(stderr, "eugene run: cannot start {}: {}\n", options.command[0], std::strerror(error));
    return error == ENOENT ? kNotFound : kCannotExecute;
  }
  child_process = child;
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  child_process = 0;
  for (const Handled& one : handled) ::sigaction(one.number, &one.before, nullptr);
  return WIFSIGNALED(status) ? kSignalBase + WTERMSIG(status) : WEXITSTATUS(status);
}

void print_stats(const RunOptions& options, const serve::ServerStats& stats, std::chrono::duration<double> wall) {
  const double seconds = std::chrono::duration<double>(stats.time).count();
  const gpu::Device& device = options.gpu.device();
  fmt::print(stderr, "eugene: device        {} ({} EUs, {} threads)\n", device.full_name, device.total_eus(),
             device.total_threads());
  fmt::print(stderr, "eugene: dispatches    {} ({} thread groups, {} EU threads)\n", stats.dispatches, stats.groups,
             stats.threads);
  fmt::print(stderr, "eugene: instructions  {}\n", stats.instructions);
  fmt::print(stderr, "eugene: lane-ops      {} ({:.1f} million a second)\n", stats.lane_operations,
             seconds > 0 ? static_cast<double>(stats.lane_operations) / seconds / 1e6 : 0.0);
  fmt::print(stderr, "eugene: time          {:.3f} s in dispatches, {:.3f} s in all\n", seconds, wall.count());
  if (stats.failures != 0) fmt::print(stderr, "eugene: faults        {}\n", stats.failures);
}

int run(RunOptions& options) {
  if (!std::filesystem::exists(kIntelIcd)) {
    fmt::print(stderr,
               "eugene run: Intel's OpenCL driver is not installed ({} is missing)\n"
               "  hint: apt-get install intel-opencl-icd\n",
               kIntelIcd);
    return kUsage;
  }
  const auto start = std::chrono::steady_clock::now();
  // Without a channel programs still run; they do not learn of faults.
  const Result<serve::ChannelHost> channel = serve::ChannelHost::create(options.gpu.device());
  const serve::ServerOptions server_options{.device = &options.gpu.device(),
                                            .threads = options.gpu.threads,
                                            .executor = options.gpu.executor(),
                                            .channel = channel ? &*channel : nullptr};
  Result<std::unique_ptr<serve::Server>> server =
      serve::Server::start(server_options, [](const std::string& text) { fmt::print(stderr, "{}", text); });
  if (!server) {
    fmt::print(stderr, "eugene run: {}\n", server.error().message);
    return kUsage;
  }
  const int status = run_program(options, (*server)->port(), server_options.channel);
  const serve::ServerStats stats = (*server)->stats();
  if (options.stats) print_stats(options, stats, std::chrono::steady_clock::now() - start);
  if (options.strict && status == kClean && stats.failures != 0) return kFaulted;
  return status;
}

}  // namespace

void add_run(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("run", "Run an OpenCL program on the software GPU");
  auto options = std::make_shared<RunOptions>();
  add_gpu_options(*command, options->gpu);
  command->add_flag("--stats", options->stats, "Afterwards, say what ran and how fast");
  command->add_flag("--strict", options->strict, "Exit with 3 if a kernel faulted and the program did not fail itself");
  command->add_flag("--all-platforms", options->all_platforms, "Keep the other OpenCL platforms visible");
  command->add_option("command", options->command, "The program and its arguments")->required();
  command->positionals_at_end();
  command->footer(
      "The program's output and exit status are its own. Examples:\n"
      "  eugene run -- ./vector_add\n"
      "  eugene run --gpu skl --stats -- python3 script.py --its-own-option\n"
      "  eugene run --timeout 10 --strict -- ./app      find endless loops and hidden faults");
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace eugene::tools
