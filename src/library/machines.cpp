// Machines and their memory, and why a call has failed.
#include <fmt/format.h>

#include <optional>

#include "gpu/device.h"
#include "handles.h"
#include "options.h"

namespace eugene::library {

std::string& last_error() {
  thread_local std::string text;
  return text;
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

}  // namespace eugene::library

using namespace eugene;
using library::failed;
using library::guarded;
using library::last_error;
using library::none;

const char* eugene_version(void) { return EUGENE_VERSION; }
const char* eugene_error(void) { return last_error().c_str(); }

eugene_machine* eugene_machine_create(const char* gpu) {
  return guarded(static_cast<eugene_machine*>(nullptr), [&] {
    auto machine = std::make_unique<eugene_machine>();
    if (gpu != nullptr) machine->settings.gpu = gpu;
    if (gpu::find_device(machine->settings.gpu) != nullptr) return machine.release();
    failed(fmt::format("there is no GPU {}", gpu), EUGENE_USAGE);
    return static_cast<eugene_machine*>(nullptr);
  });
}

void eugene_machine_destroy(eugene_machine* machine) { delete machine; }

const char* eugene_gpu(size_t number) {
  // The names are literals, which end with a zero.
  return number < gpu::kDevices.size() ? gpu::kDevices[number].name.data() : nullptr;
}

eugene_status eugene_machine_set(eugene_machine* machine, const char* option, const char* value) {
  return guarded(EUGENE_WRONG, [&] {
    if (machine == nullptr || option == nullptr) return failed("no machine or no option", EUGENE_USAGE);
    if (machine->made != nullptr || !machine->programs.empty())
      return failed("options are set before the machine's first buffer and program", EUGENE_USAGE);
    const auto done = library::set_option(machine->settings, option, value == nullptr ? "" : value);
    return done ? EUGENE_OK : failed(done.error(), EUGENE_USAGE);
  });
}

eugene_status eugene_option_at(size_t number, eugene_option* option, size_t bytes) {
  return guarded(EUGENE_WRONG, [&] {
    if (option == nullptr || bytes < sizeof(eugene_option)) return failed("too few bytes for an option", EUGENE_USAGE);
    const gpu::Setting* setting = library::option_at(number);
    if (setting == nullptr) return failed("there is no such option", EUGENE_USAGE);
    // Literals, which end with a zero.
    *option = {.name = setting->name.data(),
               .value = setting->value.empty() ? "" : setting->value.data(),
               .help = setting->help.data()};
    return EUGENE_OK;
  });
}

eugene_buffer eugene_buffer_create(eugene_machine* machine, uint64_t bytes) {
  return guarded(eugene_buffer{0}, [&]() -> eugene_buffer {
    if (machine == nullptr) {
      failed("no machine", EUGENE_USAGE);
      return 0;
    }
    const auto buffer = machine->get().allocate(bytes);
    if (buffer) return buffer->address;
    failed(buffer.error(), EUGENE_WRONG);
    return 0;
  });
}

eugene_status eugene_buffer_destroy(eugene_machine* machine, eugene_buffer buffer) {
  return guarded(EUGENE_WRONG, [&] {
    if (const auto status = library::require_no_steps(machine); status != EUGENE_OK) return status;
    return machine->get().release({.address = buffer}) ? EUGENE_OK : failed("there is no such buffer", EUGENE_USAGE);
  });
}

void* eugene_buffer_data(eugene_machine* machine, eugene_buffer buffer) {
  return guarded(static_cast<void*>(nullptr), [&]() -> void* {
    if (machine == nullptr) return none("no machine");
    const auto found = machine->get().find(buffer);
    if (!found) return none("there is no such buffer");
    return machine->get().contents(*found).data();
  });
}

uint64_t eugene_buffer_bytes(const eugene_machine* machine, eugene_buffer buffer) {
  const auto found = machine == nullptr || machine->made == nullptr ? std::nullopt : machine->made->find(buffer);
  return found ? found->bytes : 0;
}
