#include "run_remarks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <signal.h>  // NOLINT: kill() is POSIX

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <set>
#include <string>
#include <system_error>

#include "base/whole_file.h"
#include "i915/channel.h"
#include "i915/channel_names.h"

namespace eugene::cli {
namespace {

// Whether a signal from outside ended the program, so the work that it was doing is not the cause.
bool was_told_to_end(int status) {
  constexpr std::array kSignals{SIGHUP, SIGINT, SIGQUIT, SIGKILL, SIGTERM};
  return std::ranges::find(kSignals, status - kSignalBase) != kSignals.end();
}

// Whether a process has ended, though its parent may not know yet.
bool is_dead(pid_t process) {
  if (::kill(process, 0) != 0 && errno == ESRCH) return true;
  std::ifstream file(fmt::format("/proc/{}/stat", process));
  std::string text;
  std::getline(file, text);
  const std::size_t name_end = text.rfind(") ");  // the state follows the name, which is in parentheses
  return name_end != std::string::npos && text.substr(name_end + 2, 1) == "Z";
}

// Returns the processes that have left a mark in the directory. Marks begin with `prefix`.
std::set<pid_t> marked_processes(const std::filesystem::path& directory, std::string_view prefix) {
  std::set<pid_t> found;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(directory, error)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(prefix)) found.insert(std::atoi(name.c_str() + prefix.size()));
  }
  return found;
}

}  // namespace

std::string remark_on_no_dispatch(const i915::Stats& stats) {
  if (stats.work.dispatches != 0 || stats.work.failures != 0) return {};
  const bool may_work_elsewhere = stats.calls != 0 && !stats.other_devices.empty();
  const bool wants_work = stats.requests != 0 || stats.queues != 0 || stats.contexts != 0 || stats.video != 0;
  if (!wants_work && !may_work_elsewhere) return {};
  std::string text = "the program asked for the GPU, but ran no kernel on it";
  if (stats.requests != 0) text += fmt::format(" in {} requests", stats.requests);
  if (!stats.other_devices.empty())
    text += fmt::format("; it has loaded {}, which may have done its work", fmt::join(stats.other_devices, " and "));
  else if (stats.video != 0)
    text += "; the processor may have done its work, since VA-API decodes and encodes nothing here";
  return text;
}

void tell_of_no_opencl(std::string_view command, const i915::Stats& stats, const gpu::Device& device) {
  if (device.has_opencl || !stats.has_opencl || stats.work.failures != 0) return;
  fmt::print(stderr,
             "eugene {}: Intel's OpenCL driver does not support {}, which runs only VA-API programs; for OpenCL use "
             "--gpu bxt or skl\n",
             command, device.full_name);
}

void tell_of_required_gpu(std::string_view command, const i915::Stats& stats) {
  const char* why = "a driver has opened it, but the program has given it nothing to run";
  if (stats.work.failures != 0) {
    why = "its commands failed before a kernel began";
  } else if (stats.calls == 0 && stats.queues == 0) {
    why = "no driver has opened it: the program needs none, uses another device, or has no driver (see eugene doctor)";
  }
  fmt::print(stderr, "eugene {}: --require-gpu: nothing has run on the GPU: {}\n", command, why);
}

void tell_of_death_in_dispatch(const std::filesystem::path& directory) {
  for (const pid_t process : marked_processes(directory, i915::kRunningPrefix)) {
    if (!is_dead(process)) continue;
    const auto text = read_regular_file(directory / fmt::format("{}{}", i915::kRunningPrefix, process));
    if (text) fmt::print(stderr, "{}\n", text->substr(0, text->find('\n')));
  }
}

void tell_of_death_in_compiler(std::string_view command, const std::filesystem::path& directory,
                               const gpu::Device& device, int status) {
  if (was_told_to_end(status)) return;
  for (const pid_t process : marked_processes(directory, i915::kBuildPrefix)) {
    if (!is_dead(process)) continue;
    const char* other_device = device.has_32_bit_pointers ? "--gpu skl or " : "";
    fmt::print(stderr,
               "eugene {}: process {} died in Intel's OpenCL compiler, while it compiled a program for {}; {}building "
               "with -cl-opt-disable may avoid that\n",
               command, process, device.name, other_device);
  }
}

}  // namespace eugene::cli
