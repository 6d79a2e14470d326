#include "thread_registers.h"

#include <cstring>
#include <string>
#include <utility>

#include "failure.h"

namespace py = pybind11;

namespace eugene::python {
namespace {

constexpr std::size_t kRegisterBytes = 32, kAccumulatorBytes = 96;

// Makes an array for a register file, with a row for each register if there are several. The array cannot be resized,
// since it does not own its memory.
py::array make_array(eugene_file file, std::size_t bytes) {
  const auto of = [&](const char* type, const std::vector<py::ssize_t>& shape) {
    auto* memory = new std::byte[bytes]();
    const py::capsule owner(memory, [](void* pointer) { delete[] static_cast<std::byte*>(pointer); });
    return py::array(py::dtype(type), shape, memory, owner);
  };
  const auto rows = [&](std::size_t row) {
    return of("u4", {static_cast<py::ssize_t>(bytes / row), static_cast<py::ssize_t>(row / sizeof(std::uint32_t))});
  };
  switch (file) {
    case EUGENE_GRF:
    case EUGENE_MRF:
    case EUGENE_VARIABLES: return rows(kRegisterBytes);
    case EUGENE_ACC: return rows(kAccumulatorBytes);
    case EUGENE_ADDRESS: return of("u2", {static_cast<py::ssize_t>(bytes / sizeof(std::uint16_t))});
    case EUGENE_LOCAL: return of("u1", {static_cast<py::ssize_t>(bytes)});
    default: return of("u4", {static_cast<py::ssize_t>(bytes / sizeof(std::uint32_t))});
  }
}

}  // namespace

ThreadRegisters::ThreadRegisters(const std::shared_ptr<LaunchState>& state, std::size_t number)
    : machine_(state->machine), state_(state), program_(state->program), kernel_(state->kernel), number_(number) {
  std::array<std::size_t, kFiles> bytes{};
  {
    const Machine::Turn turn(*machine_);
    for (std::size_t i = 0; i < kFiles; ++i)
      eugene_launch_registers(state->launch, static_cast<eugene_file>(i), number_, &bytes[i]);
    if (bytes[EUGENE_GRF] == 0) throw Failure{EUGENE_USAGE, eugene_error()};
  }
  for (std::size_t i = 0; i < kFiles; ++i) arrays_[i] = make_array(static_cast<eugene_file>(i), bytes[i]);
  load();
}

bool ThreadRegisters::load() {
  const auto state = state_.lock();
  if (state == nullptr) return false;
  std::array<std::pair<void*, std::size_t>, kFiles> copies;  // the addresses, to be used without Python's lock
  for (std::size_t i = 0; i < kFiles; ++i) copies[i] = {arrays_[i].mutable_data(), arrays_[i].nbytes()};
  const Machine::Turn turn(*machine_);
  for (std::size_t i = 0; i < kFiles; ++i) {
    std::size_t bytes = 0;
    const void* from = eugene_launch_registers(state->launch, static_cast<eugene_file>(i), number_, &bytes);
    if (bytes != copies[i].second) return false;
    if (from == nullptr) continue;
    std::memcpy(copies[i].first, from, bytes);
    const auto* first = static_cast<const std::byte*>(from);
    loaded_[i].assign(first, first + bytes);
  }
  return true;
}

void ThreadRegisters::store() {
  const auto state = state_.lock();
  if (state == nullptr) return;
  std::array<std::pair<const void*, std::size_t>, kFiles> copies;
  for (std::size_t i = 0; i < kFiles; ++i) copies[i] = {arrays_[i].data(), arrays_[i].nbytes()};
  const auto is_written = [&](std::size_t i) {
    return copies[i].second != 0 && std::memcmp(copies[i].first, loaded_[i].data(), copies[i].second) != 0;
  };
  const Machine::Turn turn(*machine_);
  for (std::size_t i = 0; i < kFiles; ++i) {
    if (!is_written(i)) continue;
    std::size_t bytes = 0;
    void* to = eugene_launch_registers(state->launch, static_cast<eugene_file>(i), number_, &bytes);
    if (to != nullptr && bytes == copies[i].second) std::memcpy(to, copies[i].first, bytes);
  }
}

py::array ThreadRegisters::variable(const std::string& name) const {
  std::size_t offset = 0, bytes = 0;
  require(eugene_variable_find(program_, kernel_, name.c_str(), &offset, &bytes));
  const py::object all = arrays_[EUGENE_VARIABLES].attr("reshape")(-1).attr("view")("u1");
  return all[py::slice(static_cast<py::ssize_t>(offset), static_cast<py::ssize_t>(offset + bytes), 1)];
}

}  // namespace eugene::python
