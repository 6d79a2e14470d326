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
    if (machine->made != nullptr)
      return failed("options are set before the machine's first buffer and program", EUGENE_USAGE);
    const auto done = library::set_option(machine->settings, option, value == nullptr ? "" : value);
    return done ? EUGENE_OK : failed(done.error(), EUGENE_USAGE);
  });
}

eugene_buffer eugene_buffer_create(eugene_machine* machine, uint64_t bytes) {
  return guarded(eugene_buffer{0}, [&]() -> eugene_buffer {
    const auto buffer = machine->get().allocate(bytes);
    if (buffer) return buffer->address;
    failed(buffer.error(), EUGENE_WRONG);
    return 0;
  });
}

eugene_status eugene_buffer_destroy(eugene_machine* machine, eugene_buffer buffer) {
  return guarded(EUGENE_WRONG, [&] {
    return machine->get().release({.address = buffer}) ? EUGENE_OK : failed("there is no such buffer", EUGENE_USAGE);
  });
}

void* eugene_buffer_data(eugene_machine* machine, eugene_buffer buffer) {
  return guarded(static_cast<void*>(nullptr), [&]() -> void* {
    const auto found = machine->get().find(buffer);
    if (!found) return none("there is no such buffer");
    return machine->get().contents(*found).data();
  });
}

uint64_t eugene_buffer_bytes(const eugene_machine* machine, eugene_buffer buffer) {
  const auto found = machine->made == nullptr ? std::nullopt : machine->made->find(buffer);
  return found ? found->bytes : 0;
}
