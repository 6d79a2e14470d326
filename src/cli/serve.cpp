// `eugene serve`: keeps a GPU ready for programs started elsewhere.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <csignal>
#include <cstdio>

#include "client_environment.h"
#include "commands.h"
#include "gpu_options.h"
#include "kernel_names.h"
#include "serve/server.h"
#include "validators.h"

namespace eugene::cli {
namespace {

struct ServeOptions {
  GpuOptions gpu;
  std::uint16_t port = 4321;                                // the driver's default
  std::size_t clients = serve::ServerOptions::kMaxClients;  // 0: no limit
  unsigned idle = 0;                                        // seconds; 0: no limit
};

int serve(const ServeOptions& options) {
  // Blocked before the server starts its threads, so that only this thread receives them.
  sigset_t signals;
  sigemptyset(&signals);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, number);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  const Result<KernelNames> names = KernelNames::create();
  if (!names) {
    fmt::print(stderr, "eugene serve: {}\n", names.error().message);
    return kUsage;
  }
  const serve::KernelNames known = names->functions();
  const serve::ServerOptions server_options{.device = &options.gpu.device(),
                                            .threads = options.gpu.threads,
                                            .executor = options.gpu.executor(nullptr, known.find_name),
                                            .port = options.port,
                                            .names = known,
                                            .max_clients = options.clients,
                                            .longest_idle = std::chrono::seconds(options.idle)};
  Result<std::unique_ptr<serve::Server>> server =
      serve::Server::start(server_options, [](const std::string& text) { fmt::print(stderr, "{}", text); });
  if (!server) {
    fmt::print(stderr, "eugene serve: {}\n", server.error().message);
    return kUsage;
  }
  const gpu::Device& device = options.gpu.device();
  Variables set = client_environment(device, (*server)->port(), false);
  names->add_to(set);
  fmt::print("eugene: {} on port {} of 127.0.0.1; run a program on it with\n  env{} PROGRAM\n", device.full_name,
             (*server)->port(), shell_words(set));
  std::fflush(stdout);
  int number = 0;
  sigwait(&signals, &number);
  return kClean;
}

}  // namespace

void add_serve(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("serve", "Keep a software GPU ready on a TCP port of this machine");
  auto options = std::make_shared<ServeOptions>();
  add_gpu_options(*command, options->gpu);
  command->add_option("--port", options->port, "Port to listen on; 0: any free port")
      ->type_name("PORT")
      ->check(whole(0, 65535))
      ->capture_default_str();
  command
      ->add_option("--clients", options->clients,
                   "Accept at most N connections at a time (0: any number); a driver opens one for each of its engines")
      ->type_name("N")
      ->check(count())
      ->capture_default_str();
  command->add_option("--idle", options->idle, "Disconnect a client that sends nothing for SECONDS")
      ->type_name("SECONDS");
  command->footer(
      "Runs until interrupted. Examples:\n"
      "  eugene serve\n"
      "  eugene serve --port 0 --gpu kbl");
  command->callback([options, &exit_code] {
    const Result<void> prepared = prepare_paths(options->gpu);
    if (!prepared) fmt::print(stderr, "eugene serve: {}\n", prepared.error().message);
    exit_code = prepared ? serve(*options) : kUsage;
  });
}

}  // namespace eugene::cli
