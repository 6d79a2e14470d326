#include "text_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "asm/assemble.h"
#include "isa/machine.h"
#include "visa/binary.h"
#include "visa/parse.h"

namespace eugene::capi {
namespace {

// Returns the names of the kernels of a case; a single empty name if the case has fewer than two.
std::vector<std::string> list_kernels(const script::Script& script, const script::Case& one) {
  std::vector<std::string> names;
  if (!script.is_visa) {
    const auto assembled = assembly::assemble(*script.gen, *script.dialect, one.source, script.file);
    if (assembled) {
      for (const auto& each : assembled->kernels) names.push_back(each.program.name);
    }
  } else if (script.visa != nullptr) {
    for (const visa::Kernel& each : script.visa->kernels) {
      if (!each.is_function) names.push_back(each.name);
    }
  } else if (const auto module = visa::parse(one.source, script.file)) {
    for (const visa::Kernel& each : module->kernels) {
      if (!each.is_function) names.push_back(each.name);
    }
  }
  if (names.size() < 2) names.assign(1, "");
  return names;
}

unsigned count_channels(const isa::Program& program) {
  unsigned channels = 8;
  for (const isa::Instruction& each : program.instructions)
    channels = std::max<unsigned>(channels, each.channel_offset + each.exec_size);
  return std::min(channels, isa::kMaxChannels);
}

}  // namespace

std::expected<script::Script, Diagnostics> TextProgram::script(const std::vector<std::string>& directives) const {
  script::ScriptOptions how{.gen = device_->gen,
                            .platform = std::string(device_->machine == nullptr ? "" : device_->machine->visa_platform),
                            .directives = directives,
                            .visa = visa_};
  return script::read_script(text_, file_, how);
}

std::expected<std::unique_ptr<TextProgram>, Diagnostics> TextProgram::read(std::span<const std::byte> contents,
                                                                           std::string file,
                                                                           const gpu::Device& device) {
  std::unique_ptr<TextProgram> program(new TextProgram({}, std::move(file), device));
  if (visa::is_visa_binary(contents)) {
    auto module = visa::read(contents);
    if (!module) {
      module.error().where.file = program->file_;
      return std::unexpected(Diagnostics{std::move(module.error())});
    }
    program->visa_ = std::make_shared<const visa::Module>(std::move(*module));
  } else {
    program->text_.assign(reinterpret_cast<const char*>(contents.data()), contents.size());
    if (program->text_.find('\0') != std::string::npos) {
      return std::unexpected(Diagnostics{error_at({.file = program->file_}, "this is neither text nor vISA", {}, {},
                                                  "device binaries are loaded by eugene_program_load()")});
    }
  }
  const auto script = program->script({});
  if (!script) return forward_error(script);
  for (std::size_t i = 0; i != script->cases.size(); ++i) {
    const script::Case& one = script->cases[i];
    const script::Rules rules = one.unchecked ? script::Rules::unchecked : script::Rules::checked;
    for (const std::string& name :
         script->cases.size() == 1 ? list_kernels(*script, one) : std::vector<std::string>{""}) {
      auto assembled = script::assemble_case(*script, one, name, rules);
      if (!assembled) return forward_error(std::move(assembled));
      for (const Diagnostic& each : assembled->warnings) {
        if (std::ranges::find(program->warnings_, each) == program->warnings_.end()) program->warnings_.push_back(each);
      }
      program->kernels_.push_back({.number = i, .kernel = name, .program = std::move(*assembled)});
    }
  }
  return program;
}

binary::DeviceBinary TextProgram::as_binary() const {
  binary::DeviceBinary binary;
  binary.gen = device_->gen;
  binary.machine = device_->machine;
  const auto script = this->script({});
  for (const TextKernel& each : kernels_) {
    const isa::Program& program = each.program.kernel.program();
    binary::DeviceKernel kernel;
    kernel.name = script && script->cases.size() > 1 ? script->cases[each.number].name : program.name;
    if (kernel.name.empty()) kernel.name = std::filesystem::path(file_).stem().string();
    kernel.code = each.program.code;
    kernel.simd = count_channels(program);
    binary.kernels.push_back(std::move(kernel));
  }
  return binary;
}

Instructions TextProgram::instructions(std::size_t kernel) const {
  const script::CaseProgram& program = kernels_[kernel].program;
  return list_instructions(program.kernel.program(), [&](std::size_t index, std::uint32_t offset) {
    const std::uint32_t line = index < program.lines.size() ? program.lines[index] : 0;
    return line != 0 ? std::optional(SourceLine{.file = file_, .line = line}) : program.source.at(offset);
  });
}

}  // namespace eugene::capi
