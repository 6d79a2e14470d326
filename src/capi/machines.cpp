// Machines and their memory, and the errors of calls.
#include <fmt/format.h>

#include <optional>
#include <string_view>

#include "base/per_process.h"
#include "gpu/device.h"
#include "handles.h"
#include "options.h"

namespace eugene::capi {
namespace {

// Slots of addresses of all machines of the process, which makes addresses of buffers unique.
launch::Addresses::Slots g_slots = 0;

template <class T>
constexpr std::string_view kWhat;
template <>
constexpr std::string_view kWhat<eugene_machine> = "machine";
template <>
constexpr std::string_view kWhat<eugene_program> = "program";
template <>
constexpr std::string_view kWhat<eugene_launch> = "launch";

}  // namespace

std::string& last_error() {
  thread_local std::string text;
  return text;
}

template <class T>
eugene_status require_live(const T* handle) {
  if (is_live(handle)) return EUGENE_OK;
  return failed(fmt::format("this is not a {0}, or the {0} has been destroyed", kWhat<T>), EUGENE_USAGE);
}
template eugene_status require_live(const eugene_machine* handle);
template eugene_status require_live(const eugene_program* handle);
template eugene_status require_live(const eugene_launch* handle);

eugene_status require_at_rest(eugene_machine* machine) {
  if (const auto status = require_live(machine); status != EUGENE_OK) return status;
  if (!machine->adopt())
    return failed("a launch of the machine was under way when the process was forked", EUGENE_USAGE);
  if (!machine->runs) return EUGENE_OK;
  return failed("a launch of the machine is running, and must end first (a hook cannot use its own machine)",
                EUGENE_USAGE);
}

eugene_status require_no_steps(eugene_machine* machine) {
  if (const auto status = require_at_rest(machine); status != EUGENE_OK) return status;
  if (machine->stepped == nullptr) return EUGENE_OK;
  return failed("a launch of the machine is stopped, and must end first", EUGENE_USAGE);
}

eugene_status failed(std::string text, eugene_status status) {
  last_error() = std::move(text);
  return status;
}

eugene_status failed(const Diagnostic& problem, eugene_status status) {
  return failed(problem.hint.empty() ? problem.message : fmt::format("{} ({})", problem.message, problem.hint), status);
}

std::nullptr_t none(std::string text) {
  failed(std::move(text), EUGENE_WRONG);
  return nullptr;
}

std::nullptr_t none(const Diagnostic& problem) {
  failed(problem, EUGENE_WRONG);
  return nullptr;
}

}  // namespace eugene::capi

using namespace eugene;

launch::Machine& eugene_machine::get() {
  if (made == nullptr)
    made = std::make_unique<launch::Machine>(settings.device(), options_for(settings.check, nullptr, {}),
                                             settings.threads, &capi::g_slots);
  return *made;
}

bool eugene_machine::adopt() {
  if (generation == capi::fork_generation()) return true;
  if (runs || stepped != nullptr) return false;
  if (made != nullptr) made->begin_again(options_for(settings.check, nullptr, {}), settings.threads);
  for (auto& [kinds, each] : checked) abandon(each.executor);
  checked.clear();
  generation = capi::fork_generation();
  return true;
}

using capi::failed;
using capi::guarded;
using capi::last_error;
using capi::none;

namespace {

constexpr const char* kNoBuffer = "the machine has no such buffer";

}  // namespace

const char* eugene_version(void) { return EUGENE_VERSION; }
const char* eugene_error(void) { return last_error().c_str(); }

eugene_machine* eugene_machine_create(const char* gpu) {
  return guarded(static_cast<eugene_machine*>(nullptr), [&] {
    auto machine = std::make_unique<eugene_machine>();
    if (gpu != nullptr) machine->settings.gpu = gpu;
    if (gpu::find_device(machine->settings.gpu) != nullptr) return machine.release();
    std::string names;
    for (const gpu::Device& each : gpu::kDevices) names += fmt::format("{}{}", names.empty() ? "" : ", ", each.name);
    failed(fmt::format("unknown GPU '{}'; the GPUs are {}", gpu, names), EUGENE_USAGE);
    return static_cast<eugene_machine*>(nullptr);
  });
}

void eugene_machine_destroy(eugene_machine* machine) {
  if (machine == nullptr) return;
  guarded(EUGENE_WRONG, [&] {
    if (const auto status = capi::require_live(machine); status != EUGENE_OK) return status;
    const bool is_of_parent = machine->generation != capi::fork_generation();
    if (is_of_parent && !machine->adopt()) {  // the machine is leaked, but its handles become invalid
      for (const auto& each : machine->programs) capi::remove_handle(each.get());
      for (const auto& each : machine->launches) capi::remove_handle(each.get());
      capi::remove_handle(machine);
      return EUGENE_OK;
    }
    if (const auto status = capi::require_at_rest(machine); status != EUGENE_OK) return status;
    delete machine;
    return EUGENE_OK;
  });
}

const char* eugene_gpu(size_t number) {
  // The names are literals, so they end with a zero.
  return number < gpu::kDevices.size() ? gpu::kDevices[number].name.data() : nullptr;
}

eugene_status eugene_machine_set(eugene_machine* machine, const char* option, const char* value) {
  return guarded(EUGENE_WRONG, [&] {
    if (const auto status = capi::require_at_rest(machine); status != EUGENE_OK) return status;
    if (option == nullptr) return failed("the name of the option is null", EUGENE_USAGE);
    if (machine->made != nullptr || !machine->programs.empty())
      return failed("options must be set before the machine's first buffer and program", EUGENE_USAGE);
    const auto done = capi::set_option(machine->settings, option, value == nullptr ? "" : value);
    return done ? EUGENE_OK : failed(done.error(), EUGENE_USAGE);
  });
}

eugene_status eugene_option_at(size_t number, eugene_option* option, size_t bytes) {
  return guarded(EUGENE_WRONG, [&] {
    if (const auto status = capi::require_room(option, bytes, "eugene_option"); status != EUGENE_OK) return status;
    const settings::Setting* setting = capi::option_at(number);
    if (setting == nullptr) return failed(fmt::format("there is no option number {}", number), EUGENE_USAGE);
    // The texts are literals, so they end with a zero.
    *option = {.name = setting->name.data(),
               .value = setting->value.empty() ? "" : setting->value.data(),
               .help = setting->help.data()};
    return EUGENE_OK;
  });
}

eugene_buffer eugene_buffer_create(eugene_machine* machine, uint64_t bytes) {
  return guarded(eugene_buffer{0}, [&]() -> eugene_buffer {
    if (capi::require_at_rest(machine) != EUGENE_OK) return 0;
    const auto buffer = machine->get().allocate(bytes);
    if (buffer) return buffer->address;
    failed(buffer.error(), EUGENE_WRONG);
    return 0;
  });
}

eugene_status eugene_buffer_destroy(eugene_machine* machine, eugene_buffer buffer) {
  return guarded(EUGENE_WRONG, [&] {
    if (const auto status = capi::require_no_steps(machine); status != EUGENE_OK) return status;
    return machine->get().release({.address = buffer}) ? EUGENE_OK : failed(kNoBuffer, EUGENE_USAGE);
  });
}

void* eugene_buffer_data(eugene_machine* machine, eugene_buffer buffer) {
  return guarded(static_cast<void*>(nullptr), [&]() -> void* {
    if (capi::require_live(machine) != EUGENE_OK) return nullptr;
    const auto found = machine->get().find(buffer);
    if (!found) return none(kNoBuffer);
    return machine->get().contents(*found).data();
  });
}

uint64_t eugene_buffer_bytes(const eugene_machine* machine, eugene_buffer buffer) {
  return guarded(uint64_t{0}, [&]() -> uint64_t {
    if (capi::require_live(machine) != EUGENE_OK) return 0;
    const auto found = machine->made == nullptr ? std::nullopt : machine->made->find(buffer);
    if (found) return found->bytes;
    failed(kNoBuffer, EUGENE_USAGE);
    return 0;
  });
}
