#include "visa.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "commands.h"
#include "input.h"
#include "json_text.h"
#include "script/outline.h"
#include "text_options.h"
#include "visa/binary.h"
#include "visa/check/rule.h"
#include "visa/form.h"
#include "visa/parse.h"
#include "visa/print.h"

namespace eugene::cli {
namespace {

using Mix = std::vector<std::pair<std::string, std::size_t>>;

std::string_view view_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Returns the count of each mnemonic, most frequent first. Labels and source lines are not instructions.
Mix visa_mix(const visa::Kernel& kernel) {
  std::map<std::string, std::size_t> counts;
  for (const visa::Instruction& i : kernel.instructions) {
    const visa::Form& form = visa::forms()[i.form];
    if (visa::table_row(form.page).is(visa::kPlace | visa::kSourceLine)) continue;
    ++counts[std::string(form.mnemonic)];
  }
  Mix mix(counts.begin(), counts.end());
  std::ranges::stable_sort(mix, std::greater{}, [](const auto& entry) { return entry.second; });
  return mix;
}

std::size_t total(const Mix& mix) {
  std::size_t sum = 0;
  for (const auto& [mnemonic, count] : mix) sum += count;
  return sum;
}

void print_visa_kernel(const visa::Kernel& kernel) {
  const Mix mix = visa_mix(kernel);
  const visa::Variables& v = kernel.variables;
  fmt::print("\n{} {}\n", kernel.is_function ? "function" : "kernel", kernel.name);
  const auto line = [](std::string_view name, const std::string& value) { fmt::print("  {:<18} {}\n", name, value); };
  line("variables", fmt::format("{} general, {} address, {} predicate, {} sampler, {} surface", v.generals.size(),
                                v.addresses.size(), v.predicates.size(), v.samplers.size(), v.surfaces.size()));
  if (!kernel.inputs.empty()) line("inputs", std::to_string(kernel.inputs.size()));
  for (const visa::NativeCode& code : kernel.native)
    line("native code", fmt::format("{} bytes for platform {}", code.size, code.platform));
  std::string counts = std::to_string(total(mix));
  for (std::size_t n = 0; n < mix.size(); ++n)
    counts += fmt::format("{} {} {}", n == 0 ? ":" : ",", mix[n].first, mix[n].second);
  line("instructions", counts);
}

nlohmann::ordered_json make_json(const visa::Kernel& kernel) {
  const Mix mix = visa_mix(kernel);
  nlohmann::ordered_json json{{"name", kernel.name},
                              {"function", kernel.is_function},
                              {"variables", kernel.variables.generals.size()},
                              {"inputs", kernel.inputs.size()},
                              {"instructions", total(mix)},
                              {"mix", nlohmann::ordered_json::object()},
                              {"native", nlohmann::ordered_json::array()}};
  for (const auto& [mnemonic, count] : mix) json["mix"][mnemonic] = count;
  for (const visa::NativeCode& code : kernel.native)
    json["native"].push_back({{"platform", code.platform}, {"offset", code.offset}, {"size", code.size}});
  return json;
}

// Returns the module in `bytes`. Reports problems, and returns nothing if there are any.
std::optional<visa::Module> read_or_report(std::span<const std::byte> bytes, const std::string& file) {
  auto module = read_visa(bytes, file);
  if (module) return std::move(*module);
  report_all(module.error(), visa::is_visa_binary(bytes) ? std::string_view{} : view_text(bytes));
  return std::nullopt;
}

}  // namespace

bool is_visa(std::span<const std::byte> bytes) {
  return visa::is_visa_binary(bytes) || (is_text(view_text(bytes)) && visa::is_visa_text(view_text(bytes)));
}

std::expected<visa::Module, Diagnostics> read_visa(std::span<const std::byte> bytes, const std::string& file) {
  if (!visa::is_visa_binary(bytes)) return visa::parse(view_text(bytes), file);
  auto module = visa::read(bytes);
  if (module) return std::move(*module);
  module.error().where.file = file;
  return std::unexpected(Diagnostics{module.error()});
}

int assemble_visa(std::span<const std::byte> bytes, const std::string& file, const std::string& output) {
  const auto module = read_or_report(bytes, file);
  if (!module) return kProblems;
  auto object = visa::write(*module);
  if (!object) {
    object.error().where.file = file;
    report(object.error(), view_text(bytes));
    return kProblems;
  }
  if (output == "-" && isatty(STDOUT_FILENO) != 0) {
    report(error_at({}, "refusing to write a binary to a terminal", {}, {}, "use -o FILE"));
    return kUsage;
  }
  return write_output(output, view_text(*object)) ? kClean : kUsage;
}

int disassemble_visa(std::span<const std::byte> bytes, const std::string& file, const std::string& output) {
  const auto module = read_or_report(bytes, file);
  if (!module) return kProblems;
  return write_output(output, visa::print(*module)) ? kClean : kUsage;
}

CheckReport check_visa(std::span<const std::byte> bytes, const std::string& file,
                       std::optional<std::uint16_t> platforms) {
  CheckReport result{.file = file, .gen = "visa"};
  const bool is_binary = visa::is_visa_binary(bytes);
  if (!platforms && !is_binary) platforms = visa::platform_named(script::find_setting(view_text(bytes), "platform"));
  // The cases of a file for `eugene exec` share text, so a finding in that text is reported once.
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::string, std::string>> reported;
  const auto add = [&](Diagnostic problem) {
    const Location& where = problem.where;
    const bool is_new =
        where.line == 0 || reported.emplace(where.line, where.column, problem.rule, problem.message).second;
    if (is_new) result.findings.push_back({.diagnostic = std::move(problem)});
  };
  const auto check = [&](const std::expected<visa::Module, Diagnostics>& module) {
    if (!module) {
      for (const Diagnostic& problem : module.error()) add(problem);
      return;
    }
    for (const visa::Kernel& kernel : module->kernels) result.instructions += total(visa_mix(kernel));
    for (Diagnostic& problem : visa::check(*module, platforms.value_or(visa::kAll))) {
      problem.where.file = file;
      add(std::move(problem));
    }
  };
  if (is_binary) {
    check(read_visa(bytes, file));
    return result;
  }
  auto cases = script::split_cases(view_text(bytes));
  if (!cases) {
    cases.error().where.file = file;
    add(std::move(cases.error()));
    return result;
  }
  for (const script::CaseText& one : *cases) {
    result.cases += one.is_file ? 0 : 1;
    check(visa::parse(one.source, file));
  }
  return result;
}

int list_visa(std::span<const std::byte> bytes, const std::string& file, bool as_json) {
  const auto module = read_or_report(bytes, file);
  if (!module) return kProblems;
  const std::string version = fmt::format("{}.{}", module->version.major, module->version.minor);
  if (!as_json) {
    const std::size_t count = module->kernels.size();
    fmt::print("{}: vISA {}, {} kernel{}\n", file, version, count, count == 1 ? "" : "s");
    for (const visa::Kernel& kernel : module->kernels) print_visa_kernel(kernel);
    return kClean;
  }
  nlohmann::ordered_json json{{"file", file}, {"visa", version}, {"kernels", nlohmann::ordered_json::array()}};
  for (const visa::Kernel& kernel : module->kernels) json["kernels"].push_back(make_json(kernel));
  fmt::print("{}\n", json_text(json));
  return kClean;
}

}  // namespace eugene::cli
