#include "visa_kernels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <utility>

#include "base/whole_file.h"
#include "binary/device_binary.h"
#include "i915/channel_names.h"
#include "lower/lower.h"
#include "visa/binary.h"
#include "visa/parse.h"
#include "visa/print.h"

namespace eugene::inside::process {
namespace {

namespace fs = std::filesystem;

std::string read_file(const fs::path& path) { return read_regular_file(path).value_or(std::string()); }

// Returns the instruction that ends a thread: vISA ends the thread with its kernel. BXT PRM vol2a "send", end of
// thread.
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

// A kernel with its text.
struct KernelText {
  visa::Module module;             // also holds the functions of the same file
  std::string text;                // the complete text
  std::vector<std::string> lines;  // text of each line number that instructions refer to
};

// Reads kernel `n` of a container, and numbers its instructions in place of lines.
Result<KernelText> read_container(const std::string& bytes, std::size_t n) {
  auto module = visa::read(std::as_bytes(std::span(bytes)));
  if (!module) return forward_error(std::move(module));
  std::vector<visa::Kernel> kept;
  for (std::size_t k = 0; k < module->kernels.size(); ++k)
    if (k == n || module->kernels[k].is_function) kept.push_back(std::move(module->kernels[k]));
  module->kernels = std::move(kept);
  KernelText found{.module = std::move(*module), .text = {}, .lines = {}};
  for (visa::Kernel& kernel : found.module.kernels) {
    for (visa::Instruction& each : kernel.instructions) {
      found.lines.push_back(visa::print(kernel, each));
      each.line = static_cast<std::uint32_t>(found.lines.size());
    }
  }
  found.text = visa::print(found.module);
  return found;
}

std::vector<std::string> split_lines(const std::string& text) {
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

// Reads the text of a kernel, followed by the functions that it calls. Each file has its own .version.
std::string read_text(const fs::path& file) {
  std::string text = read_file(file);
  for (unsigned n = 0;; ++n) {
    fs::path function = file;
    function.replace_filename(fmt::format("{}_f{}.visaasm", file.stem().string(), n));
    const std::string its = read_file(function);
    if (its.empty()) return text;
    text += its.substr(std::min(its.find('\n'), its.size()));
  }
}

// Reads the kernel of `text`, or kernel `n` of a container.
std::expected<KernelText, Diagnostics> read_kernel(const fs::path& file, std::size_t n, std::string text) {
  if (file.extension() == ".isa") {
    auto found = read_container(read_file(file), n);
    if (!found) return std::unexpected(Diagnostics{std::move(found.error())});
    return std::move(*found);
  }
  auto module = visa::parse(text, file.filename().string());
  if (!module) return forward_error(std::move(module));
  std::vector<std::string> lines = split_lines(text);
  return KernelText{.module = std::move(*module), .text = std::move(text), .lines = std::move(lines)};
}

// Looks up the source text of the instruction at `ip` for reports.
struct InstructionText {
  isa::Program program;              // for its offsets
  std::vector<std::uint32_t> lines;  // by instruction
  std::vector<lower::SourceLine> source_lines;
  std::vector<std::string> files;
  std::vector<std::string> text;  // by line; in a container, by instruction
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

void VisaKernels::add_container(const fs::path& path) {
  const std::string bytes = read_file(path);
  const auto all = std::as_bytes(std::span(bytes));
  const auto module = visa::read(all);
  if (!module) return;  // unknown format: its kernels are executed as machine code
  for (std::size_t n = 0; n < module->kernels.size(); ++n) {
    for (const visa::NativeCode& native : module->kernels[n].native) {
      if (native.offset > all.size() || native.size > all.size() - native.offset) continue;
      const auto code = all.subspan(native.offset, native.size);
      sources_.push_back(
          {.file = path, .kernel = n, .code = {code.begin(), code.end()}, .text = {}, .is_of_compiler = true});
    }
    fs::path made = path;  // Intel's assembler gives this name to the machine code of kernel n
    made.replace_filename(fmt::format("{}_{}.dat", path.stem().string(), n));
    const std::string code = read_file(made);
    const auto its = std::as_bytes(std::span(code));
    if (its.empty()) continue;
    sources_.push_back(
        {.file = path, .kernel = n, .code = {its.begin(), its.end()}, .text = {}, .is_of_compiler = true});
  }
}

// Adds the kernels of a zebin that contains their vISA. Other files have none.
void VisaKernels::add_program(const fs::path& path) {
  const std::string bytes = read_file(path);
  const auto binaries = binary::load_device_binaries(std::as_bytes(std::span(bytes)));
  if (!binaries) return;
  for (const binary::DeviceBinary& binary : *binaries) {
    for (const binary::DeviceKernel& kernel : binary.kernels) {
      const auto text = binary.visa.find(kernel.name);
      if (text == binary.visa.end()) continue;
      sources_.push_back({.file = kernel.name + ".visaasm", .kernel = 0, .code = kernel.code, .text = text->second});
    }
  }
}

// Returns whether the file has not been read as it is now. Intel's compiler names its files by the SPIR-V of the
// program, so a build of the same source with other options writes the same files again.
bool VisaKernels::is_new(const fs::directory_entry& entry) {
  std::error_code error;
  Stamp stamp;
  stamp.written = entry.last_write_time(error);
  stamp.bytes = entry.file_size(error);
  const auto [at, is_unknown] = known_.try_emplace(entry.path(), stamp);
  return is_unknown || std::exchange(at->second, stamp) != stamp;
}

// Reads the text of a kernel together with its machine code: a later build may overwrite both.
void VisaKernels::read_new() {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(directory_.parent_path(), error)) {
    const fs::path& path = entry.path();
    if (path.filename().string().starts_with(i915::kProgramPrefix) && is_new(entry)) add_program(path);
  }
  for (const auto& entry : fs::directory_iterator(directory_ / i915::kVisaContainers, error)) {
    if (entry.path().extension() == ".isa" && is_new(entry)) add_container(entry.path());
  }
  for (const auto& entry : fs::directory_iterator(directory_, error)) {
    fs::path path = entry.path();
    if (path.extension() != ".dat" || !is_new(entry)) continue;
    const std::string bytes = read_file(path);
    const auto all = std::as_bytes(std::span(bytes));
    path.replace_extension(".visaasm");
    sources_.push_back(
        {.file = path, .kernel = 0, .code = {all.begin(), all.end()}, .text = read_text(path), .is_of_compiler = true});
  }
}

// Returns an empty source if there is none. A file from the compiler takes precedence over the text in a zebin, and the
// file that was read last over earlier files.
VisaKernels::Source VisaKernels::find_source(std::span<const std::byte> code) {
  const std::scoped_lock lock(mutex_);
  read_new();
  const Source* found = nullptr;
  for (const Source& source : sources_) {
    if (source.code.size() < code.size() || !std::equal(code.begin(), code.end(), source.code.begin())) continue;
    if (found == nullptr || source.is_of_compiler) found = &source;
  }
  return found == nullptr ? Source() : *found;
}

std::shared_ptr<const gpu::Substitute> VisaKernels::find(const binary::CompiledCode& compiled, Diagnostics& problems) {
  Source source = find_source(compiled.code);
  if (source.file.empty()) return nullptr;
  const std::string name = source.file.filename().string();
  auto read = read_kernel(source.file, source.kernel, std::move(source.text));
  if (read) read->module.addresses = compiled.addresses;
  auto lowered = read ? lower::lower_kernel({.gen = *gen_->visa_target}, read->module, {}, name)
                      : std::expected<lower::LoweredKernel, Diagnostics>(forward_error(read));
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
  const auto all = std::as_bytes(std::span(read->text));
  return std::make_shared<gpu::Substitute>(
      gpu::Substitute{.kernel = std::move(*kernel),
                      .bytes = {all.begin(), all.end()},
                      .text = InstructionText{.program = std::move(lowered->program),
                                              .lines = std::move(lowered->lines),
                                              .source_lines = std::move(lowered->source_lines),
                                              .files = std::move(lowered->files),
                                              .text = std::move(read->lines),
                                              .name = name}});
}

}  // namespace eugene::inside::process
