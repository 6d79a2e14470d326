// Any bytes as calls of the C library: programs as text and as binaries, launches, steps, and questions about all of
// them, by numbers that may be too large. Calls that fail say why, and what calls return can be read.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "eugene.h"
#include "input.h"
#include "library_questions.h"

namespace {

using namespace eugene;

// Kinds of checks, as programs name them.
constexpr std::array<const char*, 8> kChecks{"memory", "race", "init", "sync,align", "float", "all", "", "no kind"};
// Options that write files, that compile (jit_fuzz does that), or that lengthen launches.
constexpr std::array<std::string_view, 7> kNotSet{"save-kernels", "jit",      "hot-after", "patience",
                                                  "jit-dump",     "perf-map", "timeout"};

void take_events(void* /*user*/, const eugene_event* events, size_t count, const void* registers) {
  require(count != 0 && count <= 4096);
  read(events, count * sizeof *events);
  if (registers != nullptr) read(registers, count * 32);
}

class Caller {
 public:
  explicit Caller(Input& input) : input_(input) {}
  ~Caller() { eugene_machine_destroy(machine_); }
  Caller(const Caller&) = delete;
  Caller& operator=(const Caller&) = delete;
  void call();

 private:
  // Mostly small.
  std::uint64_t number() {
    const auto small = input_.take<std::uint8_t>();
    return small < 0xF0 ? small : small < 0xF8 ? std::uint64_t{small} << 12 : input_.take<std::uint64_t>();
  }
  std::array<std::uint32_t, 3> sizes() {
    std::array<std::uint32_t, 3> all{};
    for (std::uint32_t& each : all) each = static_cast<std::uint32_t>(number());
    return all;
  }
  std::vector<std::byte> bytes(std::size_t max) {
    std::vector<std::byte> all(std::min<std::size_t>(input_.take<std::uint16_t>(), max));
    input_.fill(all);
    return all;
  }
  std::string text(std::size_t max) {
    const std::vector<std::byte> all = bytes(max);
    return {reinterpret_cast<const char*>(all.data()), all.size()};
  }
  // Returns null if there is none, and sometimes at random.
  template <class T>
  T* one_of(const std::vector<T*>& all) {
    const std::size_t number = input_.take<std::uint8_t>();
    return all.empty() || number == 0xFF ? nullptr : all[number % all.size()];
  }
  eugene_buffer buffer() {
    const std::size_t number = input_.take<std::uint8_t>();
    return buffers_.empty() || number >= 0xF0 ? this->number() : buffers_[number % buffers_.size()];
  }

  void create();
  void set();
  void use_buffers();
  void add(eugene_program* program);
  void set_argument();
  void set_launch();
  void go();
  void use_registers();

  Input& input_;
  eugene_machine* machine_ = nullptr;
  std::vector<eugene_buffer> buffers_;
  std::vector<eugene_program*> programs_;
  std::vector<eugene_launch*> launches_;
};

void Caller::create() {
  eugene_machine_destroy(machine_);
  buffers_.clear();
  programs_.clear();
  launches_.clear();
  begin();
  machine_ = eugene_machine_create(eugene_gpu(input_.take<std::uint8_t>() % 10));
  require(succeeds(machine_ != nullptr));
  for (const auto& [name, value] : {std::pair("timeout", "0.05"), {"threads", "2"}, {"interpret", ""}})
    require(eugene_machine_set(machine_, name, value) == EUGENE_OK);
}

void Caller::set() {
  eugene_option option{};
  const std::string value = text(32);
  begin();
  if (!succeeds(eugene_option_at(input_.take<std::uint8_t>(), &option, sizeof option))) return;
  if (std::ranges::find(kNotSet, std::string_view(option.name)) != kNotSet.end()) return;
  // Starting many host threads takes long.
  const bool is_count = std::strcmp(option.name, "threads") == 0;
  begin();
  succeeds(eugene_machine_set(machine_, option.name, is_count ? value.substr(0, 1).c_str() : value.c_str()));
}

void Caller::use_buffers() {
  const auto how = input_.take<std::uint8_t>() % 4;
  begin();
  if (how == 0) {
    if (const eugene_buffer made = eugene_buffer_create(machine_, number()); succeeds(made != 0))
      buffers_.push_back(made);
    return;
  }
  const eugene_buffer one = buffer();
  if (how == 1) {
    if (succeeds(eugene_buffer_destroy(machine_, one))) std::erase(buffers_, one);
    return;
  }
  void* data = eugene_buffer_data(machine_, one);
  const std::uint64_t size = eugene_buffer_bytes(machine_, one);
  require(data != nullptr || size == 0);
  require((data != nullptr) == (std::ranges::find(buffers_, one) != buffers_.end()));  // null: not a buffer
  if (size == 0) return;
  read(data, size);
  input_.fill({static_cast<std::byte*>(data), std::min<std::size_t>(size, input_.take<std::uint8_t>())});
}

void Caller::add(eugene_program* program) {
  if (succeeds(program != nullptr)) programs_.push_back(program);
  ask(machine_);
}

void Caller::set_argument() {
  eugene_launch* launch = one_of(launches_);
  const std::uint64_t argument = number();
  begin();
  switch (input_.take<std::uint8_t>() % 3) {
    case 0: {
      const std::vector<std::byte> value = bytes(256);
      succeeds(eugene_launch_set_value(launch, argument, value.data(), value.size()));
      break;
    }
    case 1: succeeds(eugene_launch_set_buffer(launch, argument, buffer())); break;
    default: succeeds(eugene_launch_set_local(launch, argument, static_cast<std::uint32_t>(number())));
  }
}

void Caller::set_launch() {
  eugene_launch* launch = one_of(launches_);
  const auto how = input_.take<std::uint8_t>() % 8;
  const std::array<std::uint32_t, 3> items = sizes();
  begin();
  switch (how) {
    case 0: succeeds(eugene_launch_set_global(launch, input_.take<std::uint8_t>() % 5, items.data())); break;
    case 1: succeeds(eugene_launch_set_group(launch, items[0] == 0 ? nullptr : items.data())); break;
    case 2: succeeds(eugene_launch_set_offset(launch, items.data())); break;
    case 3: succeeds(eugene_launch_set_hook(launch, items[0], items[1] == 0 ? nullptr : take_events, nullptr)); break;
    case 4: succeeds(eugene_launch_set_registers(launch, items[0], items[1])); break;
    case 5: succeeds(eugene_launch_set_profile(launch, static_cast<int>(items[0]))); break;
    case 6: succeeds(eugene_launch_set_check(launch, kChecks[items[0] % kChecks.size()])); break;
    default: {
      const std::string directives = text(512);
      if (directives.contains("file")) return;  // would read files of the host
      succeeds(eugene_launch_add(launch, directives.c_str()));
    }
  }
}

void Caller::go() {
  eugene_launch* launch = one_of(launches_);
  const auto how = input_.take<std::uint8_t>() % 8;
  begin();
  switch (how) {
    case 0: succeeds(eugene_launch_start(launch)); break;
    case 1: succeeds(eugene_launch_continue(launch, EUGENE_NO_OFFSET)); break;
    case 2: succeeds(eugene_launch_continue(launch, static_cast<std::uint32_t>(number()))); break;
    case 3:
    case 4: succeeds(eugene_launch_step(launch, number())); break;
    case 5: succeeds(eugene_launch_interrupt(launch)); break;
    default: succeeds(eugene_launch_run(launch));
  }
  ask(launch, number());
}

void Caller::use_registers() {
  eugene_launch* launch = one_of(launches_);
  const auto how = input_.take<std::uint8_t>();
  std::uint64_t available = 0;
  begin();
  if (how >= 0xE0) {
    const void* data = eugene_launch_memory(launch, buffer(), &available);
    if (succeeds(data != nullptr)) read(data, available);
    return;
  }
  size_t size = 0;
  void* data = eugene_launch_registers(launch, static_cast<eugene_file>(how % 12), number(), &size);
  if (!succeeds(data != nullptr)) return;
  read(data, size);
  const std::size_t from = number() % size;
  if (how % 2 == 0) return;
  input_.fill({static_cast<std::byte*>(data) + from, std::min<std::size_t>(size - from, input_.take<std::uint8_t>())});
}

void Caller::call() {
  switch (input_.take<std::uint8_t>() % 16) {
    case 0: create(); break;
    case 1: set(); break;
    case 2: use_buffers(); break;
    case 3: {
      const std::vector<std::byte> binary = bytes(std::numeric_limits<std::uint16_t>::max());
      begin();
      add(eugene_program_load(machine_, binary.data(), binary.size()));
      break;
    }
    case 4: {
      const std::string source = text(std::numeric_limits<std::uint16_t>::max());
      if (source.contains("file")) return;  // would read files of the host
      begin();
      add(eugene_program_assemble(machine_, source.data(), source.size(), "fuzz"));
      break;
    }
    case 5: {
      const eugene_program* program = one_of(programs_);
      const std::uint64_t kernel = number();
      ask(program, kernel);
      const std::string name = text(16);
      size_t offset = 0, size = 0;
      begin();
      succeeds(eugene_variable_find(program, kernel, name.c_str(), &offset, &size));
      break;
    }
    case 6: {
      eugene_program* program = one_of(programs_);
      const std::uint64_t kernel = number();
      begin();
      if (eugene_launch* made = eugene_launch_create(program, kernel); succeeds(made != nullptr))
        launches_.push_back(made);
      break;
    }
    case 7: {
      eugene_launch* launch = one_of(launches_);
      eugene_launch_destroy(launch);
      std::erase(launches_, launch);
      break;
    }
    case 8: use_registers(); break;
    case 9:
    case 10: set_argument(); break;
    case 11:
    case 12: set_launch(); break;
    default: go();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr unsigned kMaxCalls = 64;
  Input input({reinterpret_cast<const std::byte*>(data), size});
  Caller caller(input);
  for (unsigned i = 0; i < kMaxCalls && !input.empty(); ++i) caller.call();
  return 0;
}
