// The `eugene` command. It runs programs; for everything else it opens libeugene_tools.so, which has all subcommands.
#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "base/own_library.h"
#include "command_line.h"

namespace eugene::cli {
namespace {

constexpr const char* kTools = "libeugene_tools.so";

// The subcommands that the command itself has, as far as nothing watches the program.
constexpr std::array<AddCommand, 2> kOwn{add_doctor, add_run};

// Whether the command line asks for help in general, or for a subcommand of kOwn.
bool is_own(int argc, char** argv) {
  std::string_view word = argc > 1 ? argv[1] : "--help";
  if (word == "help") word = argc > 2 ? argv[2] : "--help";
  return word.starts_with('-') || word == "doctor" || word == "run";
}

// Prints what the command can do by itself, or what is wrong with its command line. Then says what is missing.
int run_without_tools(int argc, char** argv, const Diagnostic& why) {
  const auto status = is_own(argc, argv) ? run_command_line(argc, argv, kOwn, true) : std::nullopt;
  fmt::print(stderr, "eugene: {}\n  hint: {}\n", why.message, why.hint);
  return status.value_or(kUsage);
}

void* open_library(const std::string& path) {
  constexpr int kFlags = RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE;
  if (path.find('$') == std::string::npos) return ::dlopen(path.c_str(), kFlags);
  // The dynamic loader takes a dollar sign for the start of a name to replace.
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  void* library = ::dlopen(fmt::format("/proc/self/fd/{}", file).c_str(), kFlags);
  ::close(file);
  return library;
}

int run_tools(int argc, char** argv) {
  const auto path = own_library(kTools);
  if (!path) return run_without_tools(argc, argv, path.error());
  void* library = open_library(*path);
  void* run = library == nullptr ? nullptr : ::dlsym(library, kRunTools);
  if (run != nullptr) return reinterpret_cast<RunTools>(run)(argc, argv);
  fmt::print(stderr, "eugene: cannot load {}: {}\n", kTools, ::dlerror());
  return kUsage;
}

}  // namespace
}  // namespace eugene::cli

// NOLINTNEXTLINE(bugprone-exception-escape): out of memory, there is nothing left to report
int main(int argc, char** argv) {
  using namespace eugene::cli;
  const auto status = is_own(argc, argv) ? run_command_line(argc, argv, kOwn, false) : std::nullopt;
  return status ? *status : run_tools(argc, argv);
}
