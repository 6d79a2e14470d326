// Arbitrary bytes as an ELF file with DWARF, behind a line with an expression that a user asks for. The kernel's
// variables have types, places and values in a thread, or a reason why not. The line begins with the instruction and
// the channel.
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "binary/debug_variables.h"
#include "debug/evaluate.h"
#include "debug/expression.h"
#include "debug/variables.h"
#include "eu/thread.h"

using namespace eugene;
using namespace eugene::debug;

namespace {

// Memory in which every other page is there.
bool read_memory(std::uint64_t address, std::span<std::byte> to) {
  constexpr unsigned kPageBits = 12;
  if ((address >> kPageBits & 1) != 0) return false;
  for (std::byte& each : to) each = static_cast<std::byte>(address++ * 7);
  return true;
}

void use(const Variables& variables, const Datum& datum, const Channel& channel) {
  (void)variables.text(datum, channel);
  if (const auto number = variables.number(datum, channel)) (void)variables.encoded(datum.type, *number);
  for (const auto& [name, part] : variables.parts(datum, channel)) {
    (void)variables.member(datum, name);
    (void)variables.bytes(part, channel);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::string_view line = input.substr(0, input.find('\n'));
  if (line.size() < 2 || line.size() == input.size()) return 0;
  const auto file = std::as_bytes(std::span(input.substr(line.size() + 1)));
  std::array<std::byte, std::size_t{eu::kGrfCount} * eu::kGrfBytes> registers{};
  for (std::size_t i = 0; i != registers.size(); ++i) registers[i] = static_cast<std::byte>(i * 5);

  const Variables variables(binary::read_source_variables(
      binary::DebugFile{.elf = std::make_shared<const std::vector<std::byte>>(file.begin(), file.end())}));
  const Channel channel{.ip = static_cast<std::uint32_t>(data[0]) * 8,
                        .facts = {.registers = registers, .channel = data[1] % 32U, .read = read_memory},
                        .local_bytes = 1024};
  for (const SourceVariable* each : variables.at(channel)) {
    (void)variables.type_name(each->type);
    if (const auto datum = variables.value(*each, channel)) use(variables, *datum, channel);
  }
  const auto expression = parse_expression(line.substr(2));
  if (!expression) return 0;
  const Scope scope{.variables = &variables, .channel = channel, .registers = [](const Elements& elements) {
                      return std::optional<Number>(elements.number);
                    }};
  if (const auto value = evaluate(*expression, scope)) (void)to_text(*value, scope);
  return 0;
}
