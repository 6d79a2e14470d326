// `eugene run --door tbx`: runs a program on a GPU in this process, by the protocol of a simulator.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <vector>

#include "client_environment.h"
#include "commands.h"
#include "i915/channel.h"
#include "kernel_names.h"
#include "opencl_driver.h"
#include "profile/profiler.h"
#include "profile_output.h"
#include "run.h"
#include "run_program.h"
#include "run_remarks.h"
#include "run_stats.h"
#include "serve/server.h"
#include "watched_run.h"

namespace eugene::cli {

int run_tbx(RunOptions& options) {
  if (const Result<void> driver = find_intel_driver(vendors(options)); !driver)
    return print_failure(options, driver.error());
  const Result<KernelNames> names = KernelNames::create();
  if (!names) return print_failure(options, names.error());
  const auto start = std::chrono::steady_clock::now();
  const Signals signals;  // before the server starts its threads
  const serve::KernelNames known = names->functions();
  const std::shared_ptr<profile::Profiler> profiler = options.gpu.profiler();
  const serve::ServerOptions server_options{.device = &options.gpu.device(),
                                            .threads = options.gpu.threads,
                                            .executor = options.gpu.executor(profiler, known.find_name),
                                            .names = known};
  Result<std::unique_ptr<serve::Server>> server =
      serve::Server::start(server_options, [](const std::string& text) { fmt::print(stderr, "{}", text); });
  if (!server) {
    return print_failure(options, server.error());
  }
  Variables set = client_environment(options.gpu.device(), (*server)->port(), options.all_platforms, options.record);
  names->add_to(set);
  if (options.gpu.profile || !options.gpu.trace.empty()) add_lines(set);
  int status = run_program({options.command, options.profile.takes_stdout(), options.name}, signals, set,
                           [&server] { (*server)->interrupt(); });
  tell_of_death_in_compiler(options.name, names->path(), options.gpu.device(), status);
  const serve::ServerStats stats = (*server)->stats();
  if (options.gpu.require_gpu && stats.work.dispatches == 0) tell_of_required_gpu(options.name, {});
  print_stats(options, {.device = server_options.device,
                        .all = stats.work,
                        .kernels = server_options.executor.tiers->stats(),
                        .wall = std::chrono::steady_clock::now() - start});
  status = exit_status(options, status, stats.work);
  if (profiler != nullptr) {
    std::vector<profile::KernelCounts> kernels = profiler->kernels();
    names->complete(kernels);
    if (!write_profile(options.profile,
                       {{options.gpu.device().gen, options.gpu.device().full_name, std::move(kernels)}},
                       program_name(options)))
      status = kUsage;
  }
  end_if_compiling(*server_options.executor.tiers, status);
  return status;
}

}  // namespace eugene::cli
