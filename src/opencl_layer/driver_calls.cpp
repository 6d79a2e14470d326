#include "driver_calls.h"

#include <elf.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>
#include <unordered_map>

#include "connections.h"
#include "gpu_memory.h"
#include "turns.h"

namespace eugene::opencl_layer {
namespace {

constexpr std::string_view kDriver = "libigdrcl.so";
constexpr int kFaulted = 3;  // exit status of `eugene` where the GPU program could not be executed

const serve::ChannelState* server_channel = nullptr;  // set once, before the driver's calls come here

// By socket. Never destroyed: the driver may still send when the program exits.
struct Connections {
  std::mutex mutex;
  std::unordered_map<int, std::shared_ptr<Turns>> turns;
};

Connections& connections() {
  static auto& all = *std::make_unique<Connections>().release();
  return all;
}

// The turns of a socket, from the first call on.
std::shared_ptr<Turns> turns_of(int socket) {
  Connections& all = connections();
  const std::scoped_lock lock(all.mutex);
  std::shared_ptr<Turns>& turns = all.turns[socket];
  if (turns == nullptr) {
    turns = std::make_shared<Turns>([socket]() -> std::unique_ptr<GpuMemory> {
      const auto port = port_to_server(socket);
      return port ? GpuMemory::open(*server_channel, *port) : nullptr;
    });
  }
  return turns;
}

// Nothing that the driver could be told would make it return to the program.
[[noreturn]] void end_program() {
  (void)std::fflush(stdout);
  constexpr std::string_view kText = "eugene: lost the connection to the GPU server; exiting\n";
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, kText.data(), kText.size());
  std::_Exit(kFaulted);
}

// Fills `bytes`.
void receive_all(int socket, std::span<std::byte> bytes, int flags) {
  while (!bytes.empty()) {
    const ssize_t count = ::recv(socket, bytes.data(), bytes.size(), flags);
    if (count > 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(count));
    } else if (count == 0 || errno != EINTR) {
      end_program();
    }
  }
}

// Memory of the program that a kernel could reach may be read-only: constants, or files that it has mapped. Nothing can
// have changed there, so what comes for such a page is dropped.
void store(void* to, std::span<const std::byte> bytes) {
  if (std::memcmp(to, bytes.data(), bytes.size()) == 0) return;
  const iovec local{const_cast<std::byte*>(bytes.data()), bytes.size()};
  const iovec remote{to, bytes.size()};
  if (::process_vm_writev(::getpid(), &local, 1, &remote, 1, 0) >= 0 || errno == EFAULT) return;
  std::memcpy(to, bytes.data(), bytes.size());  // the call is not allowed here
}

// The part of `size` bytes that lies in the page at `to`: the next one may be writable.
ssize_t receive_part(int socket, void* to, size_t size, int flags) {
  std::array<std::byte, SentPages::kPage> page;
  const size_t part = std::min(size, page.size() - reinterpret_cast<std::uintptr_t>(to) % page.size());
  const ssize_t count = ::recv(socket, page.data(), part, flags);
  if (count > 0) store(to, std::span(page).first(static_cast<std::size_t>(count)));
  return count;
}

ssize_t guarded_recv(int socket, void* data, size_t size, int flags) {
  if (size == 0) return 0;
  const std::shared_ptr<Turns> shared = turns_of(socket);
  Turns& turns = *shared;
  if (const std::span<const std::byte> part = turns.local_answer(size); !part.empty()) {
    if (!turns.is_page_part_next()) {
      std::memcpy(data, part.data(), part.size());  // what comes before the page, which the driver keeps to itself
    } else if (part.size() != SentPages::kPage || !turns.is_known(part.first<SentPages::kPage>(), data)) {
      store(data, part);
    }
    turns.received(part.size());
    return static_cast<ssize_t>(part.size());
  }
  if (size == SentPages::kPage && turns.is_page_next()) {
    std::array<std::byte, SentPages::kPage> page;
    receive_all(socket, page, flags);
    if (!turns.is_known(page, data)) store(data, page);
    turns.received(size);
    return static_cast<ssize_t>(size);
  }
  while (true) {
    ssize_t count = ::recv(socket, data, size, flags);
    if (count < 0 && errno == EFAULT) count = receive_part(socket, data, size, flags);
    if (count > 0) turns.received(static_cast<std::size_t>(count));
    if (count > 0) return count;
    if (count == 0 || errno != EINTR) end_program();
  }
}

void send_all(int socket, std::span<const std::byte> bytes, int flags) {
  while (!bytes.empty()) {
    const ssize_t count = ::send(socket, bytes.data(), bytes.size(), flags | MSG_NOSIGNAL);
    if (count > 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(count));
    } else if (count == 0 || errno != EINTR) {
      end_program();
    }
  }
}

ssize_t guarded_send(int socket, const void* data, size_t size, int flags) {
  if (size == 0) return 0;
  const std::shared_ptr<Turns> turns = turns_of(socket);
  turns->begin();
  const Turns::Due due = turns->put({static_cast<const std::byte*>(data), size});
  if (!due.bytes.empty()) {
    send_all(socket, due.bytes, flags);
    std::array<std::byte, 64> answer;
    receive_all(socket, std::span(answer).first(due.answer), 0);
    turns->sent(due);
  }
  return static_cast<ssize_t>(size);
}

// The number may be that of another connection next.
int guarded_close(int descriptor) {
  {
    Connections& all = connections();
    const std::scoped_lock lock(all.mutex);
    all.turns.erase(descriptor);
  }
  return ::close(descriptor);
}

// The loader counts addresses as integers.
// NOLINTBEGIN(performance-no-int-to-ptr)

// What the loader has noted of a library, from its dynamic section.
struct Imports {
  const ElfW(Sym) * symbols = nullptr;
  const char* names = nullptr;
  std::span<const ElfW(Rela)> calls;
  std::span<const ElfW(Rela)> others;
};

Imports read_imports(const ElfW(Dyn) * entry) {
  Imports imports;
  const ElfW(Rela)* calls = nullptr;
  const ElfW(Rela)* others = nullptr;
  std::size_t call_bytes = 0;
  std::size_t other_bytes = 0;
  for (; entry->d_tag != DT_NULL; ++entry) {
    switch (entry->d_tag) {
      case DT_SYMTAB: imports.symbols = reinterpret_cast<const ElfW(Sym)*>(entry->d_un.d_ptr); break;
      case DT_STRTAB: imports.names = reinterpret_cast<const char*>(entry->d_un.d_ptr); break;
      case DT_JMPREL: calls = reinterpret_cast<const ElfW(Rela)*>(entry->d_un.d_ptr); break;
      case DT_PLTRELSZ: call_bytes = entry->d_un.d_val; break;
      case DT_RELA: others = reinterpret_cast<const ElfW(Rela)*>(entry->d_un.d_ptr); break;
      case DT_RELASZ: other_bytes = entry->d_un.d_val; break;
      default: break;
    }
  }
  if (calls != nullptr) imports.calls = {calls, call_bytes / sizeof(ElfW(Rela))};
  if (others != nullptr) imports.others = {others, other_bytes / sizeof(ElfW(Rela))};
  return imports;
}

// Writes a slot of the global offset table, which the loader may have made read-only.
void set_slot(std::uintptr_t slot, const void* function, bool read_only) {
  const auto page_bytes = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  void* page = reinterpret_cast<void*>(slot & ~(page_bytes - 1));
  if (read_only && ::mprotect(page, page_bytes, PROT_READ | PROT_WRITE) != 0) return;
  std::memcpy(reinterpret_cast<void*>(slot), &function, sizeof function);
  if (read_only) ::mprotect(page, page_bytes, PROT_READ);
}

int guard_library(dl_phdr_info* library, std::size_t, void*) {
  if (!std::string_view(library->dlpi_name).ends_with(kDriver)) return 0;
  Imports imports;
  std::uintptr_t read_only = 0;
  std::uintptr_t read_only_end = 0;
  for (const ElfW(Phdr) & header : std::span(library->dlpi_phdr, library->dlpi_phnum)) {
    const std::uintptr_t begin = library->dlpi_addr + header.p_vaddr;
    if (header.p_type == PT_DYNAMIC) imports = read_imports(reinterpret_cast<const ElfW(Dyn)*>(begin));
    if (header.p_type == PT_GNU_RELRO) {
      read_only = begin;
      read_only_end = begin + header.p_memsz;
    }
  }
  if (imports.symbols == nullptr || imports.names == nullptr) return 1;
  for (const auto& relocations : {imports.calls, imports.others}) {
    for (const ElfW(Rela) & relocation : relocations) {
      const auto type = ELF64_R_TYPE(relocation.r_info);
      if (type != R_X86_64_JUMP_SLOT && type != R_X86_64_GLOB_DAT) continue;
      const std::string_view name = imports.names + imports.symbols[ELF64_R_SYM(relocation.r_info)].st_name;
      const std::uintptr_t slot = library->dlpi_addr + relocation.r_offset;
      const bool protect = slot >= read_only && slot < read_only_end;
      if (name == "recv") set_slot(slot, reinterpret_cast<const void*>(&guarded_recv), protect);
      if (name == "send") set_slot(slot, reinterpret_cast<const void*>(&guarded_send), protect);
      if (name == "close") set_slot(slot, reinterpret_cast<const void*>(&guarded_close), protect);
    }
  }
  return 1;
}

// NOLINTEND(performance-no-int-to-ptr)

}  // namespace

void guard_driver_calls(const serve::ChannelState& channel) {
  server_channel = &channel;
  ::dl_iterate_phdr(&guard_library, nullptr);
}

}  // namespace eugene::opencl_layer
