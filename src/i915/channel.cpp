#include "i915/channel.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <variant>

#include "base/hex.h"
#include "base/json_problem.h"
#include "base/whole_file.h"
#include "settings/settings_table.h"

namespace eugene::i915 {
namespace {

using Json = nlohmann::json;

Json as_json(const gpu::TierCounts& counts) {
  return {
      {"threads", counts.threads}, {"instructions", counts.instructions}, {"lane_operations", counts.lane_operations}};
}

gpu::TierCounts counts_from(const Json& json) {
  return {json.at("threads"), json.at("instructions"), json.at("lane_operations")};
}

Json as_json(const gpu::KernelStats& kernel) {
  return {{"name", kernel.name},
          {"code", to_hex(kernel.code)},
          {"stage", stage_name(kernel.stage)},
          {"dispatches", kernel.dispatches},
          {"interpreted", as_json(kernel.interpreted)},
          {"compiled", as_json(kernel.compiled)},
          {"time", kernel.time.count()},
          {"preemptions", kernel.preemptions},
          {"is_compiled", kernel.is_compiled},
          {"from_cache", kernel.from_cache},
          {"compile_time", kernel.compile_time.count()},
          {"host_bytes", kernel.host_bytes},
          {"refusal", kernel.refusal}};
}

gpu::KernelStats kernel_from(const Json& json) {
  return {.name = json.at("name"),
          .code = from_hex(json.at("code").get<std::string>()).value(),
          .stage = parse_stage(json.at("stage").get<std::string>()),
          .dispatches = json.at("dispatches"),
          .interpreted = counts_from(json.at("interpreted")),
          .compiled = counts_from(json.at("compiled")),
          .time = std::chrono::nanoseconds(json.at("time").get<std::int64_t>()),
          .preemptions = json.at("preemptions"),
          .is_compiled = json.at("is_compiled"),
          .from_cache = json.at("from_cache"),
          .compile_time = std::chrono::nanoseconds(json.at("compile_time").get<std::int64_t>()),
          .host_bytes = json.at("host_bytes"),
          .refusal = json.at("refusal")};
}

Json as_json(const gpu::ShaderStats& shader) {
  return {{"name", shader.name},
          {"threads", shader.threads},
          {"instructions", shader.instructions},
          {"time", shader.time.count()}};
}

gpu::ShaderStats shader_from(const Json& json) {
  return {.kernel = nullptr,
          .name = json.at("name"),
          .threads = json.at("threads"),
          .instructions = json.at("instructions"),
          .time = std::chrono::nanoseconds(json.at("time").get<std::int64_t>())};
}

Json as_json(const gpu::DrawStats& draw) {
  Json json{{"number", draw.number},
            {"vertex", as_json(draw.vertex)},
            {"pixel", as_json(draw.pixel)},
            {"time", draw.time.count()},
            {"skipped", draw.skipped}};
  for (const gpu::NamedStatistic& each : gpu::kPipelineStatistics) json[each.name] = draw.counts.*each.member;
  return json;
}

gpu::DrawStats draw_from(const Json& json) {
  gpu::DrawStats draw{.number = json.at("number"),
                      .counts = {},
                      .vertex = shader_from(json.at("vertex")),
                      .pixel = shader_from(json.at("pixel")),
                      .time = std::chrono::nanoseconds(json.at("time").get<std::int64_t>()),
                      .skipped = json.at("skipped")};
  for (const gpu::NamedStatistic& each : gpu::kPipelineStatistics) draw.counts.*each.member = json.at(each.name);
  return draw;
}

Json as_json(const gpu::DrawSummary& draws) {
  Json longest = Json::array();
  for (const gpu::DrawStats& each : draws.longest) longest.push_back(as_json(each));
  return {{"draws", draws.draws}, {"all", as_json(draws.all)}, {"longest", longest}, {"skipped", draws.skipped}};
}

gpu::DrawSummary draws_from(const Json& json) {
  gpu::DrawSummary draws;
  draws.draws = json.at("draws");
  draws.all = draw_from(json.at("all"));
  for (const Json& each : json.at("longest")) draws.longest.push_back(draw_from(each));
  json.at("skipped").get_to(draws.skipped);
  return draws;
}

std::string dump(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n"; }

// Writes a setting under its name. An optional setting without a value is omitted.
template <class T>
void put(Json& json, const std::string& name, const T& value) {
  json[name] = value;
}
void put(Json& json, const std::string& name, const std::optional<std::uint64_t>& value) {
  if (value) json[name] = *value;
}
void put(Json& json, const std::string& name, settings::VisaUse value) {
  json[name] = settings::kVisaUses.at(static_cast<std::size_t>(value));
}

// Writes kinds as bits: their names are known to the code that checks, which most programs do without.
void put(Json& json, const std::string& name, const check::Kinds& value) { json[name] = value.bits(); }
void put(Json& json, const std::string& name, const Fill& value) { json[name] = to_text(value); }
void put(Json& json, const std::string& name, const Shuffle& value) { json[name] = to_text(value); }

template <class T>
void take(const Json& json, const std::string& name, T& value) {
  json.at(name).get_to(value);
}
void take(const Json& json, const std::string& name, std::optional<std::uint64_t>& value) {
  if (json.contains(name)) value = json.at(name).get<std::uint64_t>();
}
void take(const Json& json, const std::string& name, settings::VisaUse& value) {
  const auto text = json.at(name).get<std::string>();
  const auto* const found = std::ranges::find(settings::kVisaUses, text);
  if (found == settings::kVisaUses.end()) throw std::invalid_argument(fmt::format("{} cannot be {}", name, text));
  value = static_cast<settings::VisaUse>(found - settings::kVisaUses.begin());
}

// Not a user's setting: the command knows whether it prints the counts.
constexpr const char* kExactCounts = "exact-counts";

// Reads the text under `name` and sets `value` to read(text). Throws if the result is empty.
template <class T, class Read>
void take_text(const Json& json, const std::string& name, T& value, Read read) {
  const auto text = json.at(name).get<std::string>();
  const std::optional<T> is = read(text);
  if (!is) throw std::invalid_argument(fmt::format("{} cannot be {}", name, text));
  value = *is;
}
void take(const Json& json, const std::string& name, check::Kinds& value) {
  value = check::Kinds::from_bits(json.at(name).get<unsigned>());
}
void take(const Json& json, const std::string& name, Fill& value) { take_text(json, name, value, parse_fill); }
void take(const Json& json, const std::string& name, Shuffle& value) { take_text(json, name, value, parse_shuffle); }

void add(gpu::KernelStats& all, const gpu::KernelStats& more) {
  all.dispatches += more.dispatches;
  all.interpreted += more.interpreted;
  all.compiled += more.compiled;
  all.time += more.time;
  all.preemptions += more.preemptions;
  all.is_compiled = all.is_compiled || more.is_compiled;
  all.from_cache = more.from_cache;
  all.compile_time += more.compile_time;
  all.host_bytes = std::max(all.host_bytes, more.host_bytes);
  if (all.name.empty()) all.name = more.name;
  if (all.refusal.empty()) all.refusal = more.refusal;
}

void add(Stats& all, Stats more) {
  all.work += more.work;
  all.draws += std::move(more.draws);
  all.calls += more.calls;
  all.requests += more.requests;
  all.queues += more.queues;
  all.contexts += more.contexts;
  all.video += more.video;
  all.has_opencl = all.has_opencl || more.has_opencl;
  all.other_devices.merge(more.other_devices);
  for (gpu::KernelStats& kernel : more.kernels) {
    const auto known = std::ranges::find(all.kernels, kernel.code, &gpu::KernelStats::code);
    if (known == all.kernels.end()) {
      all.kernels.push_back(std::move(kernel));
    } else {
      add(*known, kernel);
    }
  }
}

}  // namespace

std::string settings_to_json(const settings::Settings& settings) {
  Json json = Json::object();
  for (const settings::Setting& setting : settings::kSettings) {
    std::visit([&](auto member) { put(json, std::string(setting.name), settings.*member); }, setting.member);
  }
  put(json, kExactCounts, settings.exact_counts);
  return dump(json);
}

Result<settings::Settings> settings_from_json(std::string_view text) {
  try {
    const Json json = Json::parse(text);
    settings::Settings settings;
    for (const settings::Setting& setting : settings::kSettings) {
      std::visit([&](auto member) { take(json, std::string(setting.name), settings.*member); }, setting.member);
    }
    take(json, kExactCounts, settings.exact_counts);
    return settings;
  } catch (const std::exception& error) {  // thrown by the JSON library or by take()
    return fail(fmt::format("settings: {}", json_problem(error)));
  }
}

std::string stats_to_json(const Stats& stats) {
  Json kernels = Json::array();
  for (const gpu::KernelStats& kernel : stats.kernels) kernels.push_back(as_json(kernel));
  const gpu::WorkStats& work = stats.work;
  return dump({{"dispatches", work.dispatches},
               {"groups", work.groups},
               {"threads", work.threads},
               {"instructions", work.instructions},
               {"lane_operations", work.lane_operations},
               {"time", work.time.count()},
               {"failures", work.failures},
               {"visa", work.visa},
               {"differences", work.differences},
               {"preemptions", work.preemptions},
               {"kernels", kernels},
               {"draws", as_json(stats.draws)},
               {"calls", stats.calls},
               {"requests", stats.requests},
               {"queues", stats.queues},
               {"contexts", stats.contexts},
               {"video", stats.video},
               {"has_opencl", stats.has_opencl},
               {"other_devices", stats.other_devices}});
}

Result<Stats> stats_from_json(std::string_view text) {
  try {
    const Json json = Json::parse(text);
    Stats stats{.work = {.dispatches = json.at("dispatches"),
                         .groups = json.at("groups"),
                         .threads = json.at("threads"),
                         .instructions = json.at("instructions"),
                         .lane_operations = json.at("lane_operations"),
                         .time = std::chrono::nanoseconds(json.at("time").get<std::int64_t>()),
                         .failures = json.at("failures"),
                         .visa = json.at("visa"),
                         .differences = json.at("differences"),
                         .preemptions = json.at("preemptions")},
                .kernels = {},
                .draws = draws_from(json.at("draws")),
                .calls = json.at("calls"),
                .requests = json.at("requests"),
                .queues = json.at("queues"),
                .contexts = json.at("contexts"),
                .video = json.at("video"),
                .has_opencl = json.at("has_opencl"),
                .other_devices = json.at("other_devices")};
    for (const Json& kernel : json.at("kernels")) stats.kernels.push_back(kernel_from(kernel));
    return stats;
  } catch (const std::exception& error) {  // thrown by the JSON library or by optional::value()
    return fail(fmt::format("statistics: {}", json_problem(error)));
  }
}

std::vector<std::string> read_files(const std::filesystem::path& directory, const char* prefix) {
  std::vector<std::string> texts;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(directory, error)) {
    if (!entry.path().filename().string().starts_with(prefix)) continue;
    // Reads only regular files: the program may have put anything in the directory.
    if (auto text = read_regular_file(entry.path())) texts.push_back(*std::move(text));
  }
  return texts;
}

Stats read_stats(const std::filesystem::path& directory) {
  Stats all;
  for (const std::string& text : read_files(directory, kStatsPrefix)) {
    if (Result<Stats> stats = stats_from_json(text)) add(all, std::move(*stats));
  }
  return all;
}

}  // namespace eugene::i915
