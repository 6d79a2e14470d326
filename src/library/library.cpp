// The functions of eugene.h: handles around a launch::Machine, its programs and launches. No exception leaves them.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <vector>

#include "eugene.h"
#include "gpu/device.h"
#include "gpu/report.h"
#include "launch/machine.h"
#include "load/device_binary.h"
#include "options.h"

namespace {

using namespace eugene;

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

std::nullptr_t none(const auto& why, eugene_status status) {
  failed(why, status);
  return nullptr;
}

}  // namespace

struct eugene_program {
  eugene_machine* machine;
  std::unique_ptr<load::DeviceBinary> binary;  // its address is in `loaded`
  launch::LoadedProgram loaded;

  const load::DeviceKernel* kernel(size_t number) const {
    return number < binary->kernels.size() ? &binary->kernels[number] : nullptr;
  }
  const load::Argument* argument(size_t number, size_t argument) const {
    const load::DeviceKernel* of = kernel(number);
    return of != nullptr && argument < of->arguments.size() ? &of->arguments[argument] : nullptr;
  }
};

struct eugene_launch {
  eugene_program* program;
  size_t kernel;
  launch::Launch launch;
  gpu::DispatchStats stats;
};

struct eugene_machine {
  gpu::Settings settings;
  std::unique_ptr<launch::Machine> made;  // with the first thing that needs it
  std::vector<std::unique_ptr<eugene_program>> programs;
  std::vector<std::unique_ptr<eugene_launch>> launches;

  launch::Machine& get() {
    if (made == nullptr)
      made = std::make_unique<launch::Machine>(settings.device(), settings.executor(nullptr), settings.threads);
    return *made;
  }
};

namespace {

// What `function` gives, or `otherwise` if it throws: there is no memory, or no thread can be started.
template <class Function, class Value>
Value guarded(Value otherwise, Function function) noexcept {
  try {
    return function();
  } catch (const std::exception& problem) {
    last_error() = problem.what();
    return otherwise;
  }
}

launch::ArgumentValue* argument_of(eugene_launch* launch, size_t number) {
  if (launch == nullptr || number >= launch->launch.arguments.size()) return nullptr;
  return &launch->launch.arguments[number];
}

eugene_status set(eugene_launch* launch, size_t number, launch::ArgumentValue value) {
  launch::ArgumentValue* argument = argument_of(launch, number);
  if (argument == nullptr) return failed(fmt::format("the kernel has no argument {}", number), EUGENE_USAGE);
  *argument = std::move(value);
  return EUGENE_OK;
}

const char* text_or_null(const load::Argument* argument, std::string load::Argument::*text) {
  return argument == nullptr ? nullptr : (argument->*text).c_str();
}

}  // namespace

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
    if (!found) return none("there is no such buffer", EUGENE_USAGE);
    return machine->get().contents(*found).data();
  });
}

uint64_t eugene_buffer_bytes(const eugene_machine* machine, eugene_buffer buffer) {
  const auto found = machine->made == nullptr ? std::nullopt : machine->made->find(buffer);
  return found ? found->bytes : 0;
}

eugene_program* eugene_program_load(eugene_machine* machine, const void* binary, size_t bytes) {
  return guarded(static_cast<eugene_program*>(nullptr), [&]() -> eugene_program* {
    if (machine == nullptr || binary == nullptr) return none("no machine or no binary", EUGENE_USAGE);
    auto binaries = load::load_device_binaries({static_cast<const std::byte*>(binary), bytes});
    if (!binaries) return none(binaries.error(), EUGENE_WRONG);
    if (binaries->empty()) return none("there is no program in it", EUGENE_WRONG);
    const auto mine = std::ranges::find(*binaries, machine->settings.device().machine, &load::DeviceBinary::machine);
    auto program = std::make_unique<eugene_program>();
    program->machine = machine;
    program->binary =
        std::make_unique<load::DeviceBinary>(std::move(mine == binaries->end() ? binaries->front() : *mine));
    auto loaded = machine->get().load(*program->binary);
    if (!loaded) return none(loaded.error(), EUGENE_WRONG);
    program->loaded = *std::move(loaded);
    return machine->programs.emplace_back(std::move(program)).get();
  });
}

size_t eugene_kernel_count(const eugene_program* program) { return program->binary->kernels.size(); }

size_t eugene_kernel_find(const eugene_program* program, const char* name) {
  const auto& kernels = program->binary->kernels;
  const auto found = std::ranges::find(kernels, std::string_view(name), &load::DeviceKernel::name);
  if (found != kernels.end()) return static_cast<size_t>(found - kernels.begin());
  return guarded(EUGENE_NONE, [&] {
    failed(fmt::format("the program has no kernel {}", name), EUGENE_USAGE);
    return EUGENE_NONE;
  });
}

const char* eugene_kernel_name(const eugene_program* program, size_t kernel) {
  const load::DeviceKernel* found = program->kernel(kernel);
  return found == nullptr ? nullptr : found->name.c_str();
}

unsigned eugene_kernel_simd(const eugene_program* program, size_t kernel) {
  const load::DeviceKernel* found = program->kernel(kernel);
  return found == nullptr ? 0 : found->simd;
}

size_t eugene_argument_count(const eugene_program* program, size_t kernel) {
  const load::DeviceKernel* found = program->kernel(kernel);
  return found == nullptr ? 0 : found->arguments.size();
}

const char* eugene_argument_name(const eugene_program* program, size_t kernel, size_t argument) {
  return text_or_null(program->argument(kernel, argument), &load::Argument::name);
}

const char* eugene_argument_type(const eugene_program* program, size_t kernel, size_t argument) {
  return text_or_null(program->argument(kernel, argument), &load::Argument::type);
}

const char* eugene_argument_kind(const eugene_program* program, size_t kernel, size_t argument) {
  const load::Argument* found = program->argument(kernel, argument);
  return found == nullptr ? nullptr : load::name_of(found->kind).data();  // literals, which end with a zero
}

size_t eugene_argument_bytes(const eugene_program* program, size_t kernel, size_t argument) {
  const load::Argument* found = program->argument(kernel, argument);
  return found == nullptr ? 0 : found->size;
}

eugene_launch* eugene_launch_create(eugene_program* program, size_t kernel) {
  return guarded(static_cast<eugene_launch*>(nullptr), [&]() -> eugene_launch* {
    const load::DeviceKernel* found = program == nullptr ? nullptr : program->kernel(kernel);
    if (found == nullptr) return none("there is no such kernel", EUGENE_USAGE);
    auto launch = std::make_unique<eugene_launch>(program, kernel);
    launch->launch.arguments.resize(found->arguments.size());
    return program->machine->launches.emplace_back(std::move(launch)).get();
  });
}

void eugene_launch_destroy(eugene_launch* launch) {
  if (launch == nullptr) return;
  std::erase_if(launch->program->machine->launches, [&](const auto& each) { return each.get() == launch; });
}

eugene_status eugene_launch_set_value(eugene_launch* launch, size_t argument, const void* value, size_t bytes) {
  return guarded(EUGENE_WRONG, [&] {
    const auto* first = static_cast<const std::byte*>(value);
    return set(launch, argument, launch::ValueArgument{{first, first + (value == nullptr ? 0 : bytes)}});
  });
}

eugene_status eugene_launch_set_buffer(eugene_launch* launch, size_t argument, eugene_buffer buffer) {
  return guarded(EUGENE_WRONG, [&] {
    if (launch == nullptr) return failed("no launch", EUGENE_USAGE);
    const auto found =
        buffer == 0 ? std::optional(launch::BufferArgument{}) : launch->program->machine->get().find(buffer);
    return found ? set(launch, argument, *found) : failed("there is no such buffer", EUGENE_USAGE);
  });
}

eugene_status eugene_launch_set_local(eugene_launch* launch, size_t argument, uint32_t bytes) {
  return guarded(EUGENE_WRONG, [&] { return set(launch, argument, launch::LocalArgument{bytes}); });
}

eugene_status eugene_launch_set_global(eugene_launch* launch, unsigned dimensions, const uint32_t* items) {
  return guarded(EUGENE_WRONG, [&] {
    if (launch == nullptr || items == nullptr || dimensions == 0 || dimensions > 3)
      return failed("a launch has one to three dimensions", EUGENE_USAGE);
    launch->launch.dimensions = dimensions;
    launch->launch.global = {1, 1, 1};
    std::copy_n(items, dimensions, launch->launch.global.begin());
    return EUGENE_OK;
  });
}

eugene_status eugene_launch_set_group(eugene_launch* launch, const uint32_t* items) {
  return guarded(EUGENE_WRONG, [&] {
    if (launch == nullptr) return failed("no launch", EUGENE_USAGE);
    launch->launch.local = {};
    if (items == nullptr) return EUGENE_OK;
    launch->launch.local = {1, 1, 1};
    std::copy_n(items, launch->launch.dimensions, launch->launch.local.begin());
    return EUGENE_OK;
  });
}

eugene_status eugene_launch_set_offset(eugene_launch* launch, const uint32_t* items) {
  return guarded(EUGENE_WRONG, [&] {
    if (launch == nullptr) return failed("no launch", EUGENE_USAGE);
    launch->launch.offset = {};
    if (items != nullptr) std::copy_n(items, launch->launch.dimensions, launch->launch.offset.begin());
    return EUGENE_OK;
  });
}

eugene_status eugene_launch_run(eugene_launch* launch) {
  return guarded(EUGENE_WRONG, [&] {
    if (launch == nullptr) return failed("no launch", EUGENE_USAGE);
    auto stats = launch->program->machine->get().launch(launch->program->loaded, launch->kernel, launch->launch);
    if (!stats) return failed(stats.error(), EUGENE_WRONG);
    launch->stats = *std::move(stats);
    return launch->stats.fault ? failed(gpu::format({.kernel = launch->stats.fault}), EUGENE_FAULTED) : EUGENE_OK;
  });
}

eugene_status eugene_launch_statistics(const eugene_launch* launch, eugene_statistics* statistics, size_t bytes) {
  return guarded(EUGENE_WRONG, [&] {
    if (launch == nullptr || statistics == nullptr || bytes < sizeof(eugene_statistics))
      return failed("no launch, or too few bytes for its statistics", EUGENE_USAGE);
    *statistics = {.groups = launch->stats.groups,
                   .threads = launch->stats.threads,
                   .instructions = launch->stats.instructions,
                   .lane_operations = launch->stats.lane_operations,
                   .seconds = std::chrono::duration<double>(launch->stats.time).count()};
    return EUGENE_OK;
  });
}
