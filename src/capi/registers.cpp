// Registers and memory of launches that are stopped or have ended.
#include <array>
#include <cstddef>
#include <iterator>

#include "handles.h"

using namespace eugene;
using capi::failed;
using capi::guarded;
using capi::none;

namespace {

struct FileRow {
  eugene_file file;
  std::size_t offset;  // offset in eu::Thread
  std::size_t bytes;
};
constexpr std::array kFiles{
    FileRow{EUGENE_GRF, offsetof(eu::Thread, grf), sizeof(eu::Thread::grf)},
    FileRow{EUGENE_FLAGS, offsetof(eu::Thread, flag), sizeof(eu::Thread::flag)},
    FileRow{EUGENE_ADDRESS, offsetof(eu::Thread, address), sizeof(eu::Thread::address)},
    FileRow{EUGENE_IP, offsetof(eu::Thread, ip), sizeof(eu::Thread::ip)},
    FileRow{EUGENE_ACC, offsetof(eu::Thread, acc), sizeof(eu::Thread::acc)},
    FileRow{EUGENE_CONTROL, offsetof(eu::Thread, control), sizeof(eu::Thread::control)},
    FileRow{EUGENE_STATE, offsetof(eu::Thread, state), sizeof(eu::Thread::state)},
    FileRow{EUGENE_MRF, offsetof(eu::Thread, mrf), sizeof(eu::Thread::mrf)},
};
static_assert(sizeof(eu::Accumulator) == 96, "as eugene.h says");

// A thread, and the local memory of its group.
struct FoundThread {
  eu::ThreadBlock* threads = nullptr;  // null: no such thread
  unsigned index = 0;
  std::span<std::byte> local;
};

FoundThread find_thread(eugene_launch& launch, std::size_t thread) {
  if (launch.stepper.place() != nullptr) {
    const capi::StoppedGroup& group = launch.stepper.group();
    if (thread >= group.count) return {};
    return {.threads = group.threads, .index = static_cast<unsigned>(thread), .local = group.local};
  }
  for (capi::KeptGroup& each : launch.text.groups) {
    if (thread < each.threads.size())
      return {.threads = &each.threads, .index = static_cast<unsigned>(thread), .local = each.local};
    thread -= each.threads.size();
  }
  return {};
}

std::span<std::byte> find_bytes(const FoundThread& found, eugene_file file) {
  if (file == EUGENE_LOCAL) return found.local;
  const std::span<std::byte> all = found.threads->bytes(found.index);
  if (file == EUGENE_VARIABLES) return all.subspan(sizeof(eu::Thread));
  for (const FileRow& row : kFiles) {
    if (row.file == file) return all.subspan(row.offset, row.bytes);
  }
  return {};
}

}  // namespace

void* eugene_launch_registers(eugene_launch* launch, eugene_file file, size_t thread, size_t* bytes) {
  return guarded(static_cast<void*>(nullptr), [&]() -> void* {
    if (bytes != nullptr) *bytes = 0;
    if (capi::require_live(launch) != EUGENE_OK) return nullptr;
    if (launch->program->machine->runs) return none("a launch of the machine is running");
    const FoundThread found = find_thread(*launch, thread);
    if (found.threads == nullptr) return none("the launch is not stopped, or there is no such thread");
    const std::span<std::byte> all = find_bytes(found, file);
    const bool is_mrf_of_others = file == EUGENE_MRF && !launch->program->binary->gen->has_message_registers();
    if (all.empty() || is_mrf_of_others) return none("the thread has no registers of this kind");
    if (bytes != nullptr) *bytes = all.size();
    return all.data();
  });
}

eugene_status eugene_variable_find(const eugene_program* program, size_t kernel, const char* name, size_t* offset,
                                   size_t* bytes) {
  return guarded(EUGENE_WRONG, [&] {
    if (const auto status = capi::require_live(program); status != EUGENE_OK) return status;
    if (program->kernel(kernel) == nullptr || name == nullptr)
      return failed("there is no kernel with this number, or the name is null", EUGENE_USAGE);
    if (program->text == nullptr) return failed("the program is not vISA", EUGENE_USAGE);
    const script::Variables& variables = program->text->kernels()[kernel].program.variables;
    const auto found = variables.find(std::string_view(name));
    // Variables before the first variable's row are registers of the thread.
    if (found == variables.end() || found->second.byte < capi::kRegisters * eu::kGrfBytes)
      return failed(std::string("the kernel has no variable ") + name, EUGENE_USAGE);
    if (offset != nullptr) *offset = found->second.byte - capi::kRegisters * eu::kGrfBytes;
    if (bytes != nullptr) *bytes = found->second.bytes;
    return EUGENE_OK;
  });
}

void* eugene_launch_memory(eugene_launch* launch, uint64_t address, uint64_t* bytes) {
  return guarded(static_cast<void*>(nullptr), [&]() -> void* {
    if (bytes != nullptr) *bytes = 0;
    if (capi::require_live(launch) != EUGENE_OK) return nullptr;
    std::span<std::byte> found = launch->text.memory->from(address);
    if (found.empty()) found = launch->program->machine->get().contents_from(address);
    if (found.empty()) return none("there is no memory at that address");
    if (bytes != nullptr) *bytes = found.size();
    return found.data();
  });
}
