#include "live_handles.h"

#include <pthread.h>

#include <mutex>
#include <optional>
#include <unordered_map>

namespace eugene::capi {
namespace {

enum class Kind : std::uint8_t { machine, program, launch };

// The C library has no object that owns all machines, so the table belongs to the process. It is never destroyed,
// because programs may use handles in functions of atexit().
struct Table {
  std::mutex mutex;
  std::unordered_map<const void*, Kind> kinds;
};

std::atomic<unsigned> g_forks = 0;

Table& table() {
  static Table& made = *[] {
    // Another thread may hold the lock at a fork, and the child does not have that thread.
    ::pthread_atfork([] { table().mutex.lock(); }, [] { table().mutex.unlock(); },
                     [] {
                       table().mutex.unlock();
                       ++g_forks;
                     });
    return new Table;
  }();
  return made;
}

void add(const void* handle, Kind kind) {
  const std::scoped_lock lock(table().mutex);
  table().kinds[handle] = kind;
}

bool has(const void* handle, Kind kind) {
  const auto found = table().kinds.find(handle);
  return found != table().kinds.end() && found->second == kind;
}

bool is_live_kind(const void* handle, Kind kind) {
  if (handle == nullptr) return false;
  const std::scoped_lock lock(table().mutex);
  return has(handle, kind);
}

}  // namespace

void add_handle(const eugene_machine* machine) { add(machine, Kind::machine); }
void add_handle(const eugene_program* program) { add(program, Kind::program); }
void add_handle(const eugene_launch* launch) { add(launch, Kind::launch); }

void remove_handle(const void* handle) {
  const std::scoped_lock lock(table().mutex);
  table().kinds.erase(handle);
}

bool is_live(const eugene_machine* machine) { return is_live_kind(machine, Kind::machine); }
bool is_live(const eugene_program* program) { return is_live_kind(program, Kind::program); }
bool is_live(const eugene_launch* launch) { return is_live_kind(launch, Kind::launch); }

bool is_maybe_live(const eugene_launch* launch) {
  if (launch == nullptr) return false;
  const std::unique_lock lock(table().mutex, std::try_to_lock);
  return !lock || has(launch, Kind::launch);
}

unsigned fork_generation() { return g_forks.load(std::memory_order_relaxed); }

}  // namespace eugene::capi
