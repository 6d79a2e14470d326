// eugene doctor: which drivers this machine has, what each GPU runs with them, and what is missing.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "commands.h"
#include "gpu/device.h"
#include "health.h"
#include "json_text.h"

namespace eugene::cli {
namespace {

using Json = nlohmann::ordered_json;

void print_component(const Component& each) {
  const std::string place = each.path.empty() ? "not installed" : each.path.string();
  const std::string package = each.package + (each.version.empty() ? "" : " " + each.version);
  fmt::print("  {:<10} {:<6} {:<17} {}  ({}){}\n", kApiNames[static_cast<std::size_t>(each.api)],
             each.is_loader ? "loader" : "driver", each.name, place, package,
             each.remark.empty() || each.path.empty() ? "" : "; " + each.remark);
}

void print_gpus(const Health& health) {
  fmt::print("\n  {:<14}", "--gpu");
  for (const std::string_view api : kApiNames) fmt::print("{:<17}", api);
  fmt::print("\n");
  for (const gpu::Device& device : gpu::kDevices) {
    fmt::print("  {:<14}", device.name);
    for (std::size_t i = 0; i < kApiNames.size(); ++i) {
      const std::string names = drivers_for(health, static_cast<Api>(i), device.name);
      fmt::print("{:<17}", names.empty() ? "-" : names);
    }
    fmt::print("{}\n", &device == &gpu::kUsersDevice ? "the default" : "");
  }
  fmt::print(
      "  On bxt and glk, Intel's OpenCL driver has 32-bit pointers and no shared virtual memory, so skl is the "
      "default.\n"
      "  i965 processes video on bxt, glk, kbl and snb (LIBVA_DRIVER_NAME=i965); on skl it offers no video "
      "processing.\n"
      "  On tgl and the GPUs after it, nothing is drawn.\n");
}

void print_text(const Health& health) {
  fmt::print("eugene {}\n\ndrivers and their loaders:\n", EUGENE_VERSION);
  for (const Component& each : health.components) print_component(each);
  print_gpus(health);
  fmt::print("\nplaces:\n");
  for (const WritablePlace& each : health.places) {
    fmt::print("  {:<17} {}{}\n", each.what, each.path.empty() ? "none" : each.path,
               each.trouble.empty() ? "" : fmt::format(": cannot be written: {}", each.trouble));
    if (each.what == "compiled kernels" && !each.trouble.empty())
      fmt::print(
          "  {:<17} kernels are compiled again in every run; set EUGENE_CACHE to a directory that can be written\n",
          "");
  }
  fmt::print("\nhost:\n  {:<17} {}, {} processors\n", "processor", health.host_cpu,
             std::thread::hardware_concurrency());
  fmt::print("  {:<17} {}\n", "kernels",
             health.can_compile ? "interpreted, and compiled when they are hot" : "interpreted only");
  fmt::print("  {:<17} {}; Eugene does not need it: programs see Eugene's device files\n", "/dev/dri",
             health.has_dri ? "there" : "not there");
  if (health.missing.empty()) {
    fmt::print("\nnothing is missing\n");
    return;
  }
  fmt::print("\nmissing:\n");
  for (const std::string& each : health.missing) fmt::print("  {}\n", each);
  if (!health.packages.empty()) fmt::print("  to install: apt-get install {}\n", fmt::join(health.packages, " "));
}

Json make_json(const Component& each) {
  return {{"api", kApiNames[static_cast<std::size_t>(each.api)]},
          {"kind", each.is_loader ? "loader" : "driver"},
          {"name", each.name},
          {"path", each.path.string()},
          {"found", each.is_found},
          {"package", each.package},
          {"version", each.version}};
}

void print_json(const Health& health) {
  Json json{{"version", EUGENE_VERSION}, {"default_gpu", gpu::kUsersDevice.name}, {"components", Json::array()}};
  for (const Component& each : health.components) json["components"].push_back(make_json(each));
  for (const gpu::Device& device : gpu::kDevices) {
    for (std::size_t i = 0; i < kApiNames.size(); ++i)
      json["gpus"][std::string(device.name)][std::string(kApiNames[i])] =
          drivers_for(health, static_cast<Api>(i), device.name);
  }
  json["places"] = Json::array();
  for (const WritablePlace& each : health.places)
    json["places"].push_back({{"what", each.what}, {"path", each.path}, {"trouble", each.trouble}});
  json["host_cpu"] = health.host_cpu;
  json["compiles"] = health.can_compile;
  json["dev_dri"] = health.has_dri;
  json["missing"] = health.missing;
  json["packages"] = health.packages;
  fmt::print("{}\n", json_text(json));
}

}  // namespace

void add_doctor(CLI::App& app, int& exit_code) {
  const auto as_json = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand(
      "doctor", "Print which drivers are installed, what each GPU runs with them, and what is missing");
  command->add_flag("--json", *as_json, "Print JSON");
  command->footer(
      "Exit status: 0 nothing is missing; 1 something is missing: a loader, every driver of an API, a library of "
      "Eugene's,\n"
      "or a directory for temporary files. Examples:\n"
      "  eugene doctor\n"
      "  eugene doctor --json | jq -r '.packages[]'");
  command->callback([as_json, &exit_code] {
    const Health health = examine();
    *as_json ? print_json(health) : print_text(health);
    exit_code = health.missing.empty() ? kClean : kProblems;
  });
}

}  // namespace eugene::cli
