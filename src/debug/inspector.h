// Describes the stopped group: its values, functions, memory and code, as text and as JSON.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "debug/command.h"
#include "debug/evaluate.h"
#include "debug/frames.h"
#include "debug/stopped_group.h"
#include "debug/variables.h"
#include "memory/view.h"

namespace eugene::debug {

class Inspector {
 public:
  explicit Inspector(StoppedGroup& group) : group_(&group), view_(group.dispatch.space) {}

  void forget_translations() { view_.invalidate(); }

  // Returns the text of a command's answer.
  std::string print(const Command& command) const;
  std::string set_value(const Command& command);
  std::string select_frame(std::size_t level);
  // Returns the variables of the function in focus: all, or only its parameters.
  std::string locals_text(bool only_parameters = false) const;
  std::string frames_text() const;
  std::string place_text() const;
  std::string code_text(std::uint64_t count) const;  // from the current instruction on
  std::string code_text(std::uint64_t count, std::uint64_t ip) const;
  std::string list_text(const std::string& where) const;
  std::string lanes_text() const;
  std::string threads_text() const;
  std::string examined_text(const Command& command) const;
  std::string info_text(const std::string& what) const;  // except breakpoints
  // Returns the JSON that `show WHAT` prints.
  std::string shown(const std::string& what) const;

  // The functions below return parts of these texts.
  // items_text() returns ", work-items FIRST to LAST" for a thread's channels, or an empty text if the work-items are
  // not known.
  std::string items_text(unsigned thread, std::uint32_t channels) const;
  std::string item_text(std::uint64_t group, unsigned thread, unsigned channel) const;
  std::string instruction_text(std::uint32_t ip) const;
  std::string source_text(std::uint32_t ip) const;

  Scope make_scope(unsigned thread, unsigned channel) const;
  // Whether the source has a variable `name` at instruction `ip`, or anywhere in the kernel if there is no `ip`.
  bool has_variable(std::string_view name, std::optional<std::uint32_t> ip) const;
  Result<Memory> bytes_of_variable(const Expression& expression) const;
  std::vector<StackFrame> frames() const;
  std::uint32_t index_of_focus() const;
  const std::vector<std::uint8_t>& depths() const;  // frames.h

 private:
  nlohmann::json shown_place() const;
  nlohmann::json shown_items() const;
  nlohmann::json shown_threads() const;
  nlohmann::json shown_frames() const;
  void add_line(nlohmann::json& shown, const SourceLine& line) const;
  nlohmann::json shown_columns() const;
  nlohmann::json shown_locals() const;
  nlohmann::json shown_parts(const std::string& expression) const;
  nlohmann::json shown_value(const std::string& expression) const;
  nlohmann::json shown_datum(const std::string& name, const std::string& expression, const Result<Datum>& datum,
                             const Channel& at) const;
  nlohmann::json shown_registers() const;
  nlohmann::json shown_files() const;
  nlohmann::json shown_state() const;
  nlohmann::json shown_memory(std::uint64_t address, std::uint64_t count) const;
  nlohmann::json shown_code(std::uint64_t ip, std::uint64_t before, std::uint64_t count) const;

  const Variables& variables() const;
  std::string memory_text(const Memory& memory) const;
  StackFrame frame() const;  // the frame in focus
  std::string find_name(const StackFrame& frame) const;
  std::string frame_text(const StackFrame& frame) const;
  Channel find_channel(unsigned thread, unsigned channel) const;
  Channel in_frame(unsigned channel) const;  // the channel's state in the thread and frame in focus
  Scope in_focus(unsigned channel) const;    // the scope of the same channel
  std::uint64_t resolved(std::uint64_t address) const;
  bool read_pointed(std::uint64_t address, std::span<std::byte> to) const;
  bool write_pointed(std::uint64_t address, std::span<const std::byte> from);
  std::string column_text(const Expression& expression, Format format) const;
  bool store_datum(const Datum& datum, Number value);
  void note_set(std::size_t byte, std::size_t bytes);  // registers of the thread in focus
  std::optional<Number> find_id(std::string_view function, unsigned dimension, unsigned thread, unsigned channel) const;

  StoppedGroup* group_;
  mutable memory::View view_;
  mutable std::optional<Variables> variables_;  // read at the first use
  mutable std::vector<std::uint8_t> depths_;    // by instruction; empty until the first use
};

}  // namespace eugene::debug
