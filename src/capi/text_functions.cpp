// Programs from text, their directives, and their diagnostics.
#include <fmt/format.h>

#include <algorithm>

#include "handles.h"

using namespace eugene;
using capi::failed;
using capi::guarded;
using capi::none;

void capi::keep(eugene_machine& machine, Diagnostics diagnostics) {
  constexpr std::size_t kMaxInText = 20;
  machine.diagnostics = std::move(diagnostics);
  std::string text;
  std::size_t count = 0;
  for (const Diagnostic& each : machine.diagnostics) {
    if (each.severity != Severity::error) continue;
    if (count++ < kMaxInText) text += format(each);
  }
  if (count > kMaxInText) text += fmt::format("... and {} more errors\n", count - kMaxInText);
  while (text.ends_with('\n')) text.pop_back();
  if (count != 0) last_error() = std::move(text);
}

eugene_program* eugene_program_assemble(eugene_machine* machine, const void* text, size_t bytes, const char* name) {
  return guarded(static_cast<eugene_program*>(nullptr), [&]() -> eugene_program* {
    if (capi::require_at_rest(machine) != EUGENE_OK) return nullptr;
    if (text == nullptr) return none("the text is null");
    auto read = capi::TextProgram::read({static_cast<const std::byte*>(text), bytes},
                                        name == nullptr ? "program" : name, machine->settings.device());
    if (!read) {
      capi::keep(*machine, std::move(read.error()));
      return nullptr;
    }
    machine->diagnostics = (*read)->warnings();
    auto program = std::make_unique<eugene_program>();
    program->machine = machine;
    program->binary = std::make_unique<binary::DeviceBinary>((*read)->as_binary());
    program->text = *std::move(read);
    return machine->programs.emplace_back(std::move(program)).get();
  });
}

eugene_status eugene_launch_add(eugene_launch* launch, const char* directives) {
  return guarded(EUGENE_WRONG, [&] {
    if (const auto status = capi::require_live(launch); status != EUGENE_OK) return status;
    if (directives == nullptr) return failed("the directive is null", EUGENE_USAGE);
    if (launch->program->text == nullptr)
      return failed("directives are for programs of assembly and vISA", EUGENE_USAGE);
    if (const auto status = capi::require_no_steps(launch->program->machine); status != EUGENE_OK) return status;
    std::vector<std::string> all = launch->text.directives;
    all.emplace_back(directives);
    auto script = launch->program->text->script(all);
    if (!script) {
      capi::keep(*launch->program->machine, std::move(script.error()));
      return EUGENE_WRONG;
    }
    launch->program->machine->diagnostics.clear();
    launch->text.directives = std::move(all);
    launch->text.script = *std::move(script);
    return EUGENE_OK;
  });
}

const char* eugene_launch_output(const eugene_launch* launch) {
  return capi::is_live(launch) ? launch->output.c_str() : "";
}

size_t eugene_diagnostic_count(const eugene_machine* machine) {
  return capi::is_live(machine) ? machine->diagnostics.size() : 0;
}

eugene_status eugene_diagnostic_at(const eugene_machine* machine, size_t number, eugene_diagnostic* diagnostic,
                                   size_t bytes) {
  return guarded(EUGENE_WRONG, [&] {
    if (const auto status = capi::require_live(machine); status != EUGENE_OK) return status;
    if (const auto status = capi::require_room(diagnostic, bytes, "eugene_diagnostic"); status != EUGENE_OK)
      return status;
    if (number >= machine->diagnostics.size())
      return failed(fmt::format("there is no diagnostic {}: the text has {}", number, machine->diagnostics.size()),
                    EUGENE_USAGE);
    const Diagnostic& one = machine->diagnostics[number];
    *diagnostic = {.file = one.where.file.c_str(),
                   .message = one.message.c_str(),
                   .rule = one.rule.c_str(),
                   .reference = one.reference.c_str(),
                   .hint = one.hint.c_str(),
                   .line = one.where.line,
                   .column = one.where.column,
                   .severity = static_cast<uint32_t>(one.severity),
                   .reserved = 0};
    return EUGENE_OK;
  });
}
