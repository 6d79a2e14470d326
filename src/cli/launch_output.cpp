#include "launch_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <variant>

#include "binary/file.h"
#include "binary/npy.h"
#include "binary/typed_numbers.h"
#include "check/finding/from_report.h"
#include "check/finding/json.h"
#include "gpu/report.h"
#include "json_text.h"

namespace eugene::cli {

std::span<const std::byte> LaunchOutput::contents(const GivenArgument& given) const {
  const auto* buffer = std::get_if<launch::BufferArgument>(&given.value);
  return buffer == nullptr ? std::span<const std::byte>() : machine_->contents(*buffer);
}

std::string LaunchOutput::find_name(const GivenArgument& given) const {
  const std::string& name = kernel_->arguments[given.number].name;
  return name.empty() ? std::to_string(given.number) : name;
}

Result<void> LaunchOutput::parse_saves(const std::vector<std::string>& texts) {
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos)
      return fail(fmt::format(
          "--save {} is not an argument's name or number, =, and a file; write for example --save out=out.npy", text));
    const auto number = argument_number(text.substr(0, equals), *kernel_);
    if (!number) return forward_error(number);
    const auto given = std::ranges::find(given_, *number, &GivenArgument::number);
    if (given == given_.end() || contents(*given).empty())
      return fail(fmt::format("--save {}: argument {} is not a buffer", text, *number));
    saves_.emplace_back(*number, text.substr(equals + 1));
  }
  return {};
}

Result<void> LaunchOutput::save() const {
  for (const auto& [number, file] : saves_) {
    const GivenArgument& given = *std::ranges::find(given_, number, &GivenArgument::number);
    const auto bytes = contents(given);
    const bool is_array = std::filesystem::path(file).extension() == ".npy";
    const std::string type = binary::element_bytes(given.type) == 0 ? "<u1" : given.type;
    auto done = is_array ? binary::write_file(file, binary::write_npy(bytes, type)) : binary::write_file(file, bytes);
    if (!done) return done;
  }
  return {};
}

void LaunchOutput::print_text(std::uint64_t elements) const {
  fmt::print("{}", machine_->printed());
  for (const GivenArgument& given : given_) {
    const auto bytes = contents(given);
    const bool is_saved =
        std::ranges::find(saves_, given.number, [](const auto& each) { return each.first; }) != saves_.end();
    if (!given.is_written || is_saved || bytes.empty()) continue;
    const std::size_t count = bytes.size() / std::max<std::size_t>(binary::element_bytes(given.type), 1);
    fmt::print("{}: {}{}\n", find_name(given), binary::elements_text(bytes, given.type, elements),
               count > elements ? fmt::format(" ... ({} elements)", count) : "");
  }
}

void LaunchOutput::print_json(const std::string& device, const gpu::DispatchStats& stats,
                              std::uint64_t elements) const {
  nlohmann::ordered_json json{{"kernel", kernel_->name},
                              {"device", device},
                              {"groups", stats.groups},
                              {"threads", stats.threads},
                              {"instructions", stats.instructions},
                              {"lane_operations", stats.lane_operations},
                              {"time", std::chrono::duration<double>(stats.time).count()},
                              {"fault", nullptr}};
  if (stats.fault) {
    json["fault"] = gpu::format({.kernel = stats.fault});
    json["finding"] = check::to_json(check::describe(*stats.fault, 1));
  }
  json["output"] = machine_->printed();
  json["buffers"] = nlohmann::ordered_json::object();
  for (const GivenArgument& given : given_) {
    const auto bytes = contents(given);
    if (!given.is_written || bytes.empty()) continue;
    auto& buffer = json["buffers"][find_name(given)];
    buffer = {{"type", given.type}, {"bytes", bytes.size()}, {"elements", nlohmann::ordered_json::array()}};
    std::istringstream numbers(binary::elements_text(bytes, given.type, elements));
    for (std::string number; numbers >> number;) {
      auto value = nlohmann::ordered_json::parse(number, nullptr, /*allow_exceptions=*/false);
      buffer["elements"].push_back(value.is_discarded() ? nlohmann::ordered_json(number) : value);  // inf and nan
    }
  }
  fmt::print("{}\n", json_text(json));
}

}  // namespace eugene::cli
