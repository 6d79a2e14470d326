#include "opencl_compile.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>

#include "client_environment.h"
#include "input.h"
#include "run_directory.h"
#include "spawn.h"

namespace eugene::cli {
namespace {

namespace fs = std::filesystem;

// Whether a line of the compiler's output reports no problem.
bool is_chatter(std::string_view line) {
  return line.empty() || line.starts_with("Command was:") || line.starts_with("Build succeeded") ||
         line.starts_with("Build failed") || line.starts_with("Compilation from IR");
}

std::string without_chatter(std::string_view text) {
  std::string kept;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    if (!is_chatter(line)) kept.append(kept.empty() ? "" : "\n").append(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return kept;
}

}  // namespace

Result<std::vector<std::byte>> compile_opencl(const std::string& file, const std::string& gpu,
                                              const std::string& options) {
  const auto directory = RunDirectory::create_empty();
  if (!directory) return forward_error(directory);
  const fs::path log = directory->path() / "log";
  std::error_code error;
  const std::string source = fs::absolute(file, error).string();
  // The compiler splits its options into words. These characters would end the file's name there.
  const auto ends_name = [](unsigned char c) { return c == '"' || c == '\\' || c < ' ' || c == 0x7F; };
  if (std::ranges::any_of(source, ends_name))
    return fail(fmt::format("the path {} contains a quotation mark, backslash or control character, which cannot be "
                            "passed to the compiler",
                            file),
                {}, "rename the file or its directory");
  const std::string all = "-cl-kernel-arg-info -g -s \"" + source + "\" " + options;
  // The shell redirects the compiler's output to the log.
  std::vector<std::string> command{"/bin/sh",
                                   "-c",
                                   "exec ocloc compile -file \"$1\" -device \"$2\" -out_dir \"$3\" "
                                   "-options \"$4\" >\"$5\" 2>&1",
                                   "sh",
                                   source,
                                   gpu,
                                   directory->path().string(),
                                   all,
                                   log.string()};
  std::vector<std::string> variables;
  for (char** each = environ; *each != nullptr; ++each) variables.emplace_back(*each);
  sigset_t mask;
  ::sigemptyset(&mask);
  pid_t child = 0;
  if (const int why = spawn(command, variables, mask, false, child); why != 0)
    return fail(fmt::format("cannot start a compiler: {}", std::strerror(why)));
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  constexpr int kNotFound = 127;
  if (WIFEXITED(status) && WEXITSTATUS(status) == kNotFound)
    return fail("ocloc, which compiles OpenCL for Intel's GPUs, is not installed", {},
                "apt-get install intel-opencl-icd (Debian 12), or give a compiled file");
  for (const fs::directory_entry& each : fs::directory_iterator(directory->path(), error)) {
    if (each.path().extension() == ".bin" && status == 0) return read_program(each.path().string());
  }
  const auto said = read_whole_file(log.string());
  return fail(fmt::format("{} does not compile{}{}", file, said && !said->empty() ? ":\n" : "",
                          said ? without_chatter(as_text(*said)) : std::string()));
}

}  // namespace eugene::cli
