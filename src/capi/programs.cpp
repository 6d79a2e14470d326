// Programs, and facts about their kernels.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "handles.h"

using namespace eugene;
using capi::failed;
using capi::guarded;
using capi::none;

namespace {

// Returns null if no such kernel exists.
const binary::DeviceKernel* kernel_at(const eugene_program* program, size_t kernel) {
  return capi::is_live(program) ? program->kernel(kernel) : nullptr;
}
const binary::DeclaredArgument* find_argument(const eugene_program* program, size_t kernel, size_t argument) {
  return capi::is_live(program) ? program->argument(kernel, argument) : nullptr;
}

const char* text_or_null(const binary::DeclaredArgument* argument, std::string binary::DeclaredArgument::* text) {
  return argument == nullptr ? nullptr : (argument->*text).c_str();
}

}  // namespace

eugene_program* eugene_program_load(eugene_machine* machine, const void* binary, size_t bytes) {
  return guarded(static_cast<eugene_program*>(nullptr), [&]() -> eugene_program* {
    if (capi::require_at_rest(machine) != EUGENE_OK) return nullptr;
    if (binary == nullptr) return none("the binary is null");
    auto binaries = binary::load_device_binaries({static_cast<const std::byte*>(binary), bytes});
    machine->diagnostics.clear();
    if (!binaries) {
      machine->diagnostics.push_back(binaries.error());
      return none(binaries.error());
    }
    if (binaries->empty()) return none("the binary has no program");
    const auto mine = std::ranges::find(*binaries, machine->settings.device().machine, &binary::DeviceBinary::machine);
    auto program = std::make_unique<eugene_program>();
    program->machine = machine;
    program->binary =
        std::make_unique<binary::DeviceBinary>(std::move(mine == binaries->end() ? binaries->front() : *mine));
    auto loaded = machine->get().load(*program->binary);
    if (!loaded) return none(loaded.error());
    program->loaded = *std::move(loaded);
    return machine->programs.emplace_back(std::move(program)).get();
  });
}

size_t eugene_kernel_count(const eugene_program* program) {
  return capi::is_live(program) ? program->binary->kernels.size() : 0;
}

size_t eugene_kernel_find(const eugene_program* program, const char* name) {
  return guarded(EUGENE_NONE, [&] {
    if (capi::require_live(program) != EUGENE_OK) return EUGENE_NONE;
    if (name == nullptr) {
      failed("the name is null", EUGENE_USAGE);
      return EUGENE_NONE;
    }
    const auto& kernels = program->binary->kernels;
    const auto found = std::ranges::find(kernels, std::string_view(name), &binary::DeviceKernel::name);
    if (found != kernels.end()) return static_cast<size_t>(found - kernels.begin());
    std::string names;
    for (const binary::DeviceKernel& each : kernels) names += fmt::format("{}{}", names.empty() ? "" : ", ", each.name);
    failed(fmt::format("no kernel is named '{}'; the kernels are {}", name, names), EUGENE_USAGE);
    return EUGENE_NONE;
  });
}

const char* eugene_kernel_name(const eugene_program* program, size_t kernel) {
  const binary::DeviceKernel* found = kernel_at(program, kernel);
  return found == nullptr ? nullptr : found->name.c_str();
}

unsigned eugene_kernel_simd(const eugene_program* program, size_t kernel) {
  const binary::DeviceKernel* found = kernel_at(program, kernel);
  return found == nullptr ? 0 : found->simd;
}

size_t eugene_argument_count(const eugene_program* program, size_t kernel) {
  const binary::DeviceKernel* found = kernel_at(program, kernel);
  return found == nullptr ? 0 : found->arguments.size();
}

const char* eugene_argument_name(const eugene_program* program, size_t kernel, size_t argument) {
  return text_or_null(find_argument(program, kernel, argument), &binary::DeclaredArgument::name);
}

const char* eugene_argument_type(const eugene_program* program, size_t kernel, size_t argument) {
  return text_or_null(find_argument(program, kernel, argument), &binary::DeclaredArgument::type);
}

const char* eugene_argument_kind(const eugene_program* program, size_t kernel, size_t argument) {
  const binary::DeclaredArgument* found = find_argument(program, kernel, argument);
  return found == nullptr ? nullptr : binary::find_name(found->kind).data();  // literals end with a zero
}

size_t eugene_argument_bytes(const eugene_program* program, size_t kernel, size_t argument) {
  const binary::DeclaredArgument* found = find_argument(program, kernel, argument);
  return found == nullptr ? 0 : found->size;
}
