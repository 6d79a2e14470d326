#include "options.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <variant>

#include "base/host_cpu.h"
#include "base/number.h"

namespace eugene::capi {
namespace {

template <class Number>
bool read(std::string_view text, const settings::Setting& setting, Number& number) {
  const auto value = parse_number<Number>(text);
  // Also false for NaN.
  const bool is_allowed =
      value && *value >= Number{} && (setting.max == 0 || static_cast<double>(*value) <= setting.max);
  if (is_allowed) number = *value;
  return is_allowed;
}

// Parses the value into the member of the setting. Returns false if the value is not valid.
struct Reader {
  const settings::Setting& setting;
  std::string_view text;

  bool operator()(bool& member) const {
    member = true;
    return text.empty();
  }
  bool operator()(unsigned& member) const { return read(text, setting, member); }
  bool operator()(std::uint64_t& member) const { return read(text, setting, member); }
  bool operator()(double& member) const { return read(text, setting, member); }
  bool operator()(std::optional<std::uint64_t>& member) const { return read(text, setting, member.emplace()); }
  bool operator()(std::string& member) const {
    const std::string value(text);
    if (setting.text == settings::Setting::Text::gpu && gpu::find_device(text) == nullptr) return false;
    if (setting.text == settings::Setting::Text::host_cpu && !refusal_of_host_cpu(value).empty()) return false;
    member = value;
    return true;
  }
  bool operator()(Fill& member) const { return take(parse_fill(text), member); }
  bool operator()(Shuffle& member) const { return take(parse_shuffle(text), member); }
  bool operator()(check::Kinds& member) const { return take(check::read_kinds(std::string(text)), member); }
  bool operator()(settings::VisaUse&) const { return false; }

 private:
  template <class Value>
  static bool take(const std::optional<Value>& value, Value& member) {
    if (value) member = *value;
    return value.has_value();
  }
};

// The library has no options that only matter for a program started by a subcommand: options of single subcommands, and
// --visa.
bool is_option(const settings::Setting& setting) {
  return setting.commands == settings::kEverySubcommand &&
         !std::holds_alternative<settings::Setting::In<settings::VisaUse>>(setting.member);
}

}  // namespace

const settings::Setting* option_at(std::size_t number) {
  for (const settings::Setting& each : settings::kSettings) {
    if (is_option(each) && number-- == 0) return &each;
  }
  return nullptr;
}

Result<void> set_option(settings::Settings& settings, std::string_view name, std::string_view value) {
  const settings::Setting* setting = settings::find_setting(name);
  if (setting == nullptr || !is_option(*setting)) return fail(fmt::format("unknown option '{}'", name));
  const bool done = std::visit([&](auto member) { return Reader{*setting, value}(settings.*member); }, setting->member);
  if (!done) return fail(fmt::format("\"{}\" is not a value of option {}", value, name));
  return {};
}

}  // namespace eugene::capi
