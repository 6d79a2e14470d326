#include "visa_kernels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <utility>

#include "lower/lower.h"
#include "visa/parse.h"

namespace eugene::i915 {
namespace {

namespace fs = std::filesystem;

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

// A thread of vISA ends with its kernel. BXT PRM vol2a "send", end of thread.
isa::Instruction end_of_thread() {
  constexpr std::uint32_t kOneRegister = 1U << 25;
  isa::Instruction end;
  end.opcode = isa::Opcode::send;
  end.no_mask = true;
  end.exec_size = 8;
  end.src[0] = {.file = isa::RegFile::grf, .type = isa::Type::ud, .nr = 0, .region = {8, 8, 1}};
  end.send.sfid = isa::Sfid::spawner;
  end.send.eot = true;
  end.send.descriptor = kOneRegister;
  return end;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string line = text.substr(begin, end - begin);
    line.erase(line.begin(), std::ranges::find_if(line, [](unsigned char c) { return std::isspace(c) == 0; }));
    lines.push_back(std::move(line));
    begin = end + 1;
  }
  return lines;
}

// What a report says of the instruction at `ip`.
struct InstructionText {
  std::shared_ptr<const isa::Gen> gen;  // which the kernel points to
  isa::Program program;                 // for its offsets
  std::vector<std::uint32_t> lines;     // by instruction
  std::vector<lower::SourceLine> source_lines;
  std::vector<std::string> files;
  std::vector<std::string> text;  // by line
  std::string name;

  std::string operator()(std::uint32_t ip) const {
    const auto index = program.index_at(ip);
    if (!index || *index >= lines.size()) return "the end of the kernel";
    const std::uint32_t line = lines[*index];
    if (line == 0 || line > text.size()) return fmt::format("{}: before its first instruction", name);
    std::string result = fmt::format("{}:{}: {}", name, line, text[line - 1]);
    const lower::SourceLine source = source_lines[*index];
    if (source.line != 0)
      result += fmt::format("  ({}:{})", source.file < files.size() ? files[source.file] : "line", source.line);
    return result;
  }
};

}  // namespace

void VisaKernels::read_new() {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(directory_, error)) {
    const fs::path& path = entry.path();
    if (path.extension() != ".dat" || machine_code_.contains(path)) continue;
    const std::string bytes = read_file(path);
    const auto all = std::as_bytes(std::span(bytes));
    machine_code_[path] = {all.begin(), all.end()};
  }
}

std::shared_ptr<const gpu::Substitute> VisaKernels::find(std::span<const std::byte> code, Diagnostics& problems) {
  fs::path file;
  {
    const std::scoped_lock lock(mutex_);
    read_new();
    for (const auto& [path, bytes] : machine_code_)
      if (bytes.size() >= code.size() && std::equal(code.begin(), code.end(), bytes.begin())) file = path;
  }
  if (file.empty()) return nullptr;
  file.replace_extension(".visaasm");
  const std::string text = read_file(file);
  const std::string name = file.filename().string();
  auto module = visa::parse(text, name);
  auto lowered = module ? lower::lower_kernel(*gen_, *module, {}, name)
                        : std::expected<lower::LoweredKernel, Diagnostics>(std::unexpected(module.error()));
  if (!lowered) {
    problems = std::move(lowered.error());
    return nullptr;
  }
  lowered->program.append(end_of_thread());
  auto kernel = eu::prepare(lowered->program);
  if (!kernel) {
    problems = {std::move(kernel.error())};
    return nullptr;
  }
  const auto all = std::as_bytes(std::span(text));
  return std::make_shared<gpu::Substitute>(
      gpu::Substitute{.kernel = std::move(*kernel),
                      .bytes = {all.begin(), all.end()},
                      .text = InstructionText{.gen = std::move(lowered->gen),
                                              .program = std::move(lowered->program),
                                              .lines = std::move(lowered->lines),
                                              .source_lines = std::move(lowered->source_lines),
                                              .files = std::move(lowered->files),
                                              .text = lines_of(text),
                                              .name = name}});
}

}  // namespace eugene::i915
