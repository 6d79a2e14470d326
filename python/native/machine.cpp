#include "machine.h"

#include <algorithm>

#include "element_rules.h"
#include "failure.h"
#include "taken.h"

namespace py = pybind11;

namespace eugene::python {
namespace {

// Returns the value as text for the command line; nothing for a flag that is off.
std::optional<std::string> text_of(const py::handle& value) {
  if (value.is(py::bool_(true))) return "";
  if (value.is_none() || value.is(py::bool_(false))) return std::nullopt;
  return py::cast<std::string>(py::str(value));
}

std::size_t count_bytes(const std::vector<py::ssize_t>& shape, const py::dtype& type) {
  auto bytes = static_cast<std::size_t>(type.itemsize());
  if (std::ranges::find(shape, 0) != shape.end()) return 0;
  for (const py::ssize_t size : shape) {
    if (__builtin_mul_overflow(bytes, static_cast<std::size_t>(size), &bytes))
      throw py::value_error("an array of this shape does not fit in a machine's memory");
  }
  return bytes;
}

}  // namespace

std::optional<std::string> check_of(py::handle value) {
  if (value.is(py::bool_(true))) return "default";
  if (value.is_none() || value.is(py::bool_(false))) return std::nullopt;
  return taken<std::string>(value, "check must be True, False, or a string of kinds such as \"memory,race\"");
}

Machine::Machine(const std::string& gpu, const py::dict& options)
    : gpu_(gpu), machine_(eugene_machine_create(gpu.c_str())) {
  if (machine_ == nullptr) throw Failure{EUGENE_USAGE, eugene_error()};
  for (const auto& [name, value] : options) {
    std::string option = py::cast<std::string>(name);
    std::ranges::replace(option, '_', '-');
    if (option == "check") {
      check_ = check_of(value);
      if (check_) require(eugene_machine_set(get(), "check", check_->c_str()));
      continue;
    }
    if (const auto text = text_of(value)) require(eugene_machine_set(get(), option.c_str(), text->c_str()));
  }
}

thread_local const Machine* Machine::hooked_ = nullptr;

void Machine::refuse_in_hook(const Machine& machine) {
  if (hooked_ == &machine) throw Failure{EUGENE_USAGE, "a hook cannot use the machine whose launch waits for it"};
}

Machine::Turn::Turn(Machine& machine)
    : launches_((refuse_in_hook(machine), std::exchange(machine.old_launches_, {}))),
      buffers_(std::exchange(machine.old_buffers_, {})),
      lock_(machine.mutex_) {
  std::ranges::for_each(launches_, eugene_launch_destroy);
  for (const eugene_buffer each : buffers_) eugene_buffer_destroy(machine.get(), each);
}

Machine::Memory Machine::allocate(std::size_t bytes) {
  Memory memory{.bytes = bytes};
  {
    const Turn turn(*this);
    memory.buffer = eugene_buffer_create(get(), bytes);
    if (memory.buffer == 0) throw Failure{EUGENE_WRONG, eugene_error()};
    memory.data = static_cast<std::byte*>(eugene_buffer_data(get(), memory.buffer));
  }
  memory_.emplace(memory.data, memory);
  return memory;
}

void Machine::release(const Memory& memory) {
  memory_.erase(memory.data);
  old_buffers_.push_back(memory.buffer);
}

std::optional<Machine::Memory> Machine::find(const void* data) const {
  const auto* byte = static_cast<const std::byte*>(data);
  auto after = memory_.upper_bound(byte);
  if (after == memory_.begin()) return std::nullopt;
  const Memory& found = std::prev(after)->second;
  const bool is_inside = byte == found.data || byte < found.data + found.bytes;
  return is_inside ? std::optional(found) : std::nullopt;
}

py::array Machine::zeros(const std::vector<py::ssize_t>& shape, const py::dtype& type) {
  if (std::ranges::any_of(shape, [](py::ssize_t size) { return size < 0; }))
    throw py::value_error("negative dimensions are not allowed");
  if (!is_plain(type)) throw py::type_error("a GPU's memory cannot hold Python objects");
  struct Owned {
    std::shared_ptr<Machine> machine;
    Memory memory;
  };
  auto owned = std::make_unique<Owned>(shared_from_this(), allocate(count_bytes(shape, type)));
  const Memory memory = owned->memory;
  const py::capsule owner(owned.release(), [](void* pointer) {
    const std::unique_ptr<Owned> taken(static_cast<Owned*>(pointer));
    taken->machine->release(taken->memory);
  });
  py::array array(type, shape, memory.data, owner);
  // NumPy converts a text type without a length to texts of one character.
  if (static_cast<std::size_t>(array.nbytes()) > memory.bytes)
    throw py::type_error("elements of this type have no size");
  return array;
}

}  // namespace eugene::python
