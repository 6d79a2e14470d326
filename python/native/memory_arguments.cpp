#include "memory_arguments.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "element_rules.h"

namespace py = pybind11;

namespace eugene::python {
namespace {

// Larger copies are returned to the machine after each launch.
constexpr std::size_t kMaxKept = std::size_t{1} << 20;

bool is_contiguous(const py::array& array) { return (array.flags() & py::array::c_style) != 0; }

// Returns the copy as an array of the same shape.
py::array as_array(const py::array& array, const Machine::Memory& memory) {
  const std::vector<py::ssize_t> shape(array.shape(), array.shape() + array.ndim());
  return {array.dtype(), shape, memory.data, py::none()};
}

void check_elements(const ArgumentInfo& argument, const py::array& array) {
  const std::string why = refusal_of_memory(argument.number, array.dtype());
  if (!why.empty()) throw py::type_error(argument.label + (argument.type.empty() ? "" : " is " + argument.type) + why);
}

bool overlap(const py::array& a, const py::array& b) {
  if (!is_contiguous(a) || !is_contiguous(b))
    return py::cast<bool>(py::module_::import("numpy").attr("may_share_memory")(a, b));
  const auto first = reinterpret_cast<std::uintptr_t>(a.data()), second = reinterpret_cast<std::uintptr_t>(b.data());
  return first < second + b.nbytes() && second < first + a.nbytes();
}

}  // namespace

MemoryArguments::~MemoryArguments() {
  for (const Copy& each : copies_) machine_->release(each.memory);
  for (const Machine::Memory& each : idle_) machine_->release(each);
}

Machine::Memory MemoryArguments::allocate_memory(std::size_t bytes) {
  const auto found = std::ranges::find(idle_, bytes, &Machine::Memory::bytes);
  if (found == idle_.end()) return machine_->allocate(bytes);
  const Machine::Memory memory = *found;
  idle_.erase(found);
  return memory;
}

eugene_buffer MemoryArguments::add(const ArgumentInfo& argument, py::handle object) {
  if (object.is_none()) return 0;
  if (!py::isinstance<py::array>(object))
    throw py::type_error(argument.label + " is memory: pass an array of NumPy, or None");
  const auto array = py::reinterpret_borrow<py::array>(object);
  check_elements(argument, array);
  if (const auto place = machine_->find(array.data())) {
    if (array.data() == place->data && is_contiguous(array)) return place->buffer;
    throw py::value_error(argument.label + ": a part of a machine's array cannot be passed; pass a copy()");
  }
  const auto same = std::ranges::find_if(copies_, [&](const Copy& each) { return each.array.is(array); });
  if (same != copies_.end()) {
    same->is_written |= argument.kind != "constant" && array.writeable();
    return same->memory.buffer;
  }
  if (std::ranges::any_of(copies_, [&](const Copy& each) { return overlap(each.array, array); }))
    throw py::value_error(argument.label + ": two arrays share memory, and each would be copied");
  const Machine::Memory memory = allocate_memory(array.nbytes());
  copies_.push_back({array, memory, argument.kind != "constant" && array.writeable()});
  if (is_contiguous(array))
    std::memcpy(memory.data, array.data(), array.nbytes());
  else
    as_array(array, memory)[py::ellipsis()] = array;
  copied_ += array.nbytes();
  return memory.buffer;
}

void MemoryArguments::copy_back() {
  bool is_any_changed = false;
  for (Copy& each : copies_) {
    // A hook, or another Python thread, may have resized the array without checking for other references.
    const bool is_changed = static_cast<std::size_t>(each.array.nbytes()) != each.memory.bytes;
    is_any_changed |= is_changed;
    if (each.is_written && !is_changed) {
      if (is_contiguous(each.array))
        std::memcpy(each.array.mutable_data(), each.memory.data, each.array.nbytes());
      else
        each.array[py::ellipsis()] = as_array(each.array, each.memory);
      copied_ += each.array.nbytes();
    }
    if (each.memory.bytes <= kMaxKept)
      idle_.push_back(each.memory);
    else
      machine_->release(each.memory);
  }
  copies_.clear();
  if (is_any_changed) throw py::value_error("an array was resized while the kernel ran: nothing was copied back to it");
}

}  // namespace eugene::python
