#include "kernel.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "directives.h"
#include "ends_at_interrupt.h"
#include "failure.h"
#include "taken.h"

namespace py = pybind11;

namespace eugene::python {
namespace {

std::string make_label(std::size_t number, const std::string& name) {
  return "argument " + std::to_string(number) + (name.empty() ? "" : " (" + name + ")");
}

ArgumentInfo info_of(const eugene_program* program, std::size_t kernel, std::size_t number) {
  ArgumentInfo info{.name = eugene_argument_name(program, kernel, number),
                    .type = eugene_argument_type(program, kernel, number),
                    .kind = eugene_argument_kind(program, kernel, number),
                    .bytes = eugene_argument_bytes(program, kernel, number),
                    .number = {},
                    .label = {}};
  info.number = number_type(info.type);
  info.label = make_label(number, info.name);
  return info;
}

struct Sizes {
  unsigned dimensions = 0;
  std::array<std::uint32_t, 3> items{};
};

std::uint32_t read_size(py::handle value) {
  const std::size_t size = PyNumber_AsSsize_t(value.ptr(), PyExc_OverflowError);
  if (PyErr_Occurred() != nullptr) throw py::error_already_set();
  if (size > UINT32_MAX) throw py::value_error("a number of work-items must be from 0 to 2**32 - 1");
  return static_cast<std::uint32_t>(size);
}

// Parses a number, or a tuple of one to three numbers.
Sizes read_sizes(std::string_view what, py::handle value) {
  if (PyIndex_Check(value.ptr()) != 0) return {.dimensions = 1, .items = {read_size(value)}};
  const auto all = py::reinterpret_borrow<py::sequence>(value);
  if (!py::isinstance<py::sequence>(value) || all.empty() || all.size() > 3)
    throw py::value_error(std::string(what) + " must be a number, or a tuple of one to three numbers");
  Sizes sizes{.dimensions = static_cast<unsigned>(all.size())};
  for (unsigned i = 0; i < sizes.dimensions; ++i) sizes.items[i] = read_size(all[i]);
  return sizes;
}

}  // namespace

Program::Program(std::shared_ptr<Machine> machine, std::string_view binary) : machine_(std::move(machine)) {
  {
    const Machine::Turn turn(*machine_);
    program_ = eugene_program_load(machine_->get(), binary.data(), binary.size());
    if (program_ == nullptr) throw Failure{EUGENE_WRONG, eugene_error()};
  }
  find_kernels();
}

Program::Program(std::shared_ptr<Machine> machine, std::string_view text, const std::string& name)
    : machine_(std::move(machine)), is_text_(true) {
  std::string error;
  {
    const Machine::Turn turn(*machine_);
    program_ = eugene_program_assemble(machine_->get(), text.data(), text.size(), name.c_str());
    if (program_ == nullptr) error = eugene_error();
    warnings_ = diagnostics_of(machine_->get());
  }
  if (program_ == nullptr) raise_diagnostics(error, warnings_);
  find_kernels();
}

void Program::find_kernels() {
  for (std::size_t i = 0; i < eugene_kernel_count(program_); ++i) {
    names_.emplace_back(eugene_kernel_name(program_, i));
    kernels_.push_back(std::make_unique<Kernel>(*this, i));
  }
}

Program::~Program() = default;

Kernel* Program::find(std::string_view name) const {
  const auto found =
      std::ranges::find(kernels_, name, [](const auto& each) -> std::string_view { return each->name(); });
  return found == kernels_.end() ? nullptr : found->get();
}

Kernel::Kernel(const Program& program, std::size_t number)
    : program_(&program),
      number_(number),
      name_(eugene_kernel_name(program.get(), number)),
      simd_(eugene_kernel_simd(program.get(), number)) {
  const std::size_t count = eugene_argument_count(program.get(), number);
  for (std::size_t i = 0; i < count; ++i) arguments_.push_back(info_of(program.get(), number, i));
}

std::size_t Kernel::find_number(std::string_view name) const {
  const auto found = std::ranges::find(arguments_, name, &ArgumentInfo::name);
  if (found == arguments_.end() || name.empty())
    throw py::type_error(name_ + "() has no argument " + std::string(name));
  return static_cast<std::size_t>(found - arguments_.begin());
}

void Kernel::set(State& state, std::size_t number, py::handle value) const {
  const ArgumentInfo& argument = arguments_[number];
  if (argument.kind == "value") {
    const auto bytes = encode_value(argument, value);
    require(eugene_launch_set_value(state.launch, number, bytes.data(), bytes.size()));
  } else if (argument.kind == "local") {
    if (!py::isinstance<Local>(value))
      throw py::type_error(argument.label + " is local memory: pass eugene.local(bytes)");
    require(eugene_launch_set_local(state.launch, number, py::cast<Local>(value).bytes));
  } else if (argument.kind == "global" || argument.kind == "constant") {
    const eugene_buffer buffer = state.memory.add(argument, value);
    const Machine::Turn turn(*state.machine);
    require(eugene_launch_set_buffer(state.launch, number, buffer));
  } else {
    throw Failure{EUGENE_WRONG, argument.label + " has the kind " + argument.kind +
                                    ", which works only in its program: use eugene run"};
  }
}

bool Kernel::set_watched(State& state, std::string_view name, py::handle value) {
  if (name == "trace") {
    state.trace.kinds = read_kinds(value);
  } else if (name == "check") {
    if (!value.is_none()) state.check = check_of(value);
  } else if (name == "registers") {
    set_registers(state.trace, value);
  } else if (name == "profile") {
    state.is_profiled = taken<bool>(value, "profile must be True or False");
  } else if (name == "hook") {
    if (!value.is_none() && PyCallable_Check(value.ptr()) == 0)
      throw py::type_error("hook must be a function of events and registers");
    state.trace.hook = py::reinterpret_borrow<py::object>(value);
  } else {
    return false;
  }
  return true;
}

bool Kernel::set_option(State& state, std::string_view name, py::handle value) {
  if (name == "local_size" || name == "offset") {
    if (value.is_none()) return true;
    const auto function = name == "offset" ? eugene_launch_set_offset : eugene_launch_set_group;
    require(function(state.launch, read_sizes(name, value).items.data()));
    return true;
  }
  return name == "global_size" || set_watched(state, name, value);  // global_size is set before the others
}

void Kernel::set_all(State& state, const py::args& values, const py::kwargs& named) const {
  if (!named.contains("global_size")) throw py::type_error(name_ + "() needs global_size");
  const Sizes global = read_sizes("global_size", named["global_size"]);
  require(eugene_launch_set_global(state.launch, global.dimensions, global.items.data()));
  require(eugene_launch_set_group(state.launch, nullptr));
  require(eugene_launch_set_offset(state.launch, nullptr));
  if (values.size() > arguments_.size())
    throw py::type_error(name_ + "() has " + std::to_string(arguments_.size()) + " arguments, not " +
                         std::to_string(values.size()));
  for (std::size_t i = 0; i < values.size(); ++i) set(state, i, values[i]);
  std::size_t given = values.size();
  for (const auto& [key, value] : named) {
    const auto name = py::cast<std::string_view>(key);
    if (set_option(state, name, value)) continue;
    const std::size_t number = find_number(name);
    if (number < values.size()) throw py::type_error(name_ + "() has " + arguments_[number].label + " twice");
    set(state, number, value);
    ++given;
  }
  if (given == arguments_.size()) return;
  throw py::type_error(name_ + "() has " + std::to_string(arguments_.size()) + " arguments, but " +
                       std::to_string(given) + " were given");
}

std::vector<Instruction> Kernel::instructions() const {
  std::vector<Instruction> all;
  eugene_instruction each{};
  for (std::size_t i = 0; i < eugene_instruction_count(program_->get(), number_); ++i) {
    require(eugene_instruction_at(program_->get(), number_, i, &each, sizeof(each)));
    all.push_back({.text = each.text,
                   .opcode = each.opcode,
                   .message = each.message,
                   .file = each.file,
                   .line = each.line,
                   .offset = each.offset,
                   .bytes = each.bytes,
                   .block = each.block});
  }
  return all;
}

void Kernel::set_directives(State& state, const py::args& values, const py::kwargs& named) const {
  std::vector<std::string> directives;
  for (const py::handle each : values) directives.push_back(taken<std::string>(each, "a directive must be a string"));
  for (const auto& [key, value] : named) {
    const auto name = py::cast<std::string_view>(key);
    if (set_watched(state, name, value) || add_directives(*state.machine, name, value, directives)) continue;
    throw py::type_error(name_ + "() takes directives, set, surfaces, threads, groups and mask, not " +
                         std::string(name));
  }
  eugene_status status = EUGENE_OK;
  std::vector<Diagnostic> wrong;
  if (!directives.empty()) {
    const Machine::Turn turn(*state.machine);
    for (std::size_t i = 0; i < directives.size() && status == EUGENE_OK; ++i)
      status = eugene_launch_add(state.launch, directives[i].c_str());
    if (status == EUGENE_WRONG) wrong = diagnostics_of(state.machine->get());
  }
  if (status == EUGENE_WRONG) raise_diagnostics(eugene_error(), wrong);
  require(status);
}

std::shared_ptr<LaunchState> Kernel::state_for(const py::args& values, const py::kwargs& named) {
  std::shared_ptr<State> state;
  if (idle_.empty()) {
    state = std::make_shared<State>(program_->machine(), program_->get(), number_);
  } else {
    state = std::move(idle_.back());
    idle_.pop_back();
  }
  state->trace = {};
  state->check = state->machine->check();
  state->is_profiled = false;
  if (program_->is_text())
    set_directives(*state, values, named);
  else
    set_all(*state, values, named);
  return state;
}

std::shared_ptr<Run> Kernel::launch(const py::args& values, const py::kwargs& named) {
  std::shared_ptr<State> state = state_for(values, named);
  auto run = std::make_shared<Run>();
  state->apply(run->trace);
  eugene_status status = EUGENE_OK;
  std::string error;
  {
    const EndsAtInterrupt ends(state->launch);
    const Machine::Turn turn(*state->machine);
    const Machine::Running running(*state->machine, state->launch);
    status = EndsAtInterrupt::has_come() ? EUGENE_STOPPED : eugene_launch_run(state->launch);
    if (status != EUGENE_OK) error = eugene_error();
  }
  if (status == EUGENE_STOPPED) raise_interrupt();
  run->end(state, status, error);  // if end() throws, the next launch starts with a new state
  if (program_->is_text())
    run->state = std::move(state);  // the state holds the registers and memory
  else
    idle_.push_back(std::move(state));
  return run;
}

std::unique_ptr<Steps> Kernel::start(const py::args& values, const py::kwargs& named) {
  return std::make_unique<Steps>(state_for(values, named));
}

}  // namespace eugene::python
