#include "check/finding/sarif.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "check/finding/json_parts.h"
#include "check/finding/rule.h"
#include "check/finding/text.h"

namespace eugene::check {
namespace {

using Json = nlohmann::json;

// Returns a path as a URI reference: escapes characters that are not allowed there (RFC 3986 section 2.1).
std::string make_uri(const std::string& path) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (const char each : path) {
    if (kPlain.find(each) != std::string_view::npos) {
      uri += each;
    } else {
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(each));
    }
  }
  return uri;
}

// Returns MemoryBounds for "memory.bounds": names have no dots (3.49.7).
std::string find_name(std::string_view id) {
  std::string name;
  bool begins = true;
  for (const char each : id) {
    if (each != '.') name += begins ? static_cast<char>(std::toupper(static_cast<unsigned char>(each))) : each;
    begins = each == '.';
  }
  return name;
}

Json rule_json(const Rule& rule) {
  const std::string_view kind = rule.id.substr(0, rule.id.find('.'));
  const std::string suppression = fmt::format(
      "A comment at the end of the source line, `// eugene: ignore {0}`, or a file for --suppressions with the line "
      "`kind: {0}` hides it.",
      rule.id);
  return {
      {"id", rule.id},
      {"name", find_name(rule.id)},
      {"shortDescription", {{"text", rule.title}}},
      {"fullDescription", {{"text", rule.description}}},
      {"help",
       {{"text", fmt::format("{}\n\nWhat to do: {}\n\n{}\n", rule.description, rule.advice, suppression)},
        {"markdown", fmt::format("## {}\n\n{}\n\n### What to do\n\n{}\n\n### If it is no mistake\n\n{}\n", rule.title,
                                 rule.description, rule.advice, suppression)}}},
      {"defaultConfiguration", {{"level", "error"}}},
      {"properties", {{"tags", {"gpu", "opencl", kind}}, {"precision", "very-high"}, {"problem.severity", "error"}}}};
}

// Returns the length of UTF-8 text in UTF-16 units, in which columns are counted (3.14.17).
std::size_t utf16_units(std::string_view text) {
  std::size_t units = 0;
  for (const char each : text) {
    const auto byte = static_cast<unsigned char>(each);
    if ((byte & 0xC0) != 0x80) units += byte >= 0xF0 ? 2 : 1;
  }
  return units;
}

// Returns the region of a site: all of the line if the compiler gave no column.
Json make_region(const Site& site) {
  const std::uint32_t line = site.source->line;
  const std::uint32_t column = std::max(site.source->column, 1U);
  const std::size_t width = site.source->column == 0 ? std::max<std::size_t>(utf16_units(site.text), 1) : 1;
  Json region{{"startLine", line}, {"startColumn", column}, {"endLine", line}, {"endColumn", column + width}};
  if (!site.text.empty()) region["snippet"] = {{"text", site.text}};
  return region;
}

Json make_location(const Site& site) {
  return {{"physicalLocation",
           {{"artifactLocation", {{"uri", make_uri(site.source->file)}}}, {"region", make_region(site)}}}};
}

// Returns the location of a finding without a source line.
Json location_of_program(const std::string& program) {
  const Json region{{"startLine", 1}, {"startColumn", 1}, {"endLine", 1}, {"endColumn", 2}};
  return {{"physicalLocation", {{"artifactLocation", {{"uri", make_uri(program)}}}, {"region", region}}}};
}

// Escapes brackets, which are for links to related locations (3.11.6).
std::string plain(std::string_view text) {
  std::string result;
  for (const char each : text) {
    if (each == '[' || each == ']' || each == '\\') result += '\\';
    result += each;
  }
  return result;
}

std::string describe_message(const Site& site) {
  const std::string file = std::filesystem::path(site.source->file).filename().string();
  std::string text = site.access.empty() ? std::string() : site.access + " at ";
  text += fmt::format("{}:{}", file, site.source->line);
  if (site.item) text += ", " + item_text(*site.item);
  return text;
}

// Returns a hash that is the same from run to run, even if lines are added before the finding, so that tools recognise
// the finding.
std::string make_fingerprint(const Finding& finding) {
  std::uint64_t hash = 0xCBF2'9CE4'8422'2325;  // FNV-1a
  const auto add = [&](std::string_view text) {
    for (const char each : text) hash = (hash ^ static_cast<unsigned char>(each)) * 0x0000'0100'0000'01B3;
    hash = hash * 0x0000'0100'0000'01B3;
  };
  add(finding.id);
  add(finding.kernel);
  if (finding.sites.empty()) add(finding.what);
  for (const Site& site : finding.sites)
    add(site.text.empty() && !site.source ? fmt::format("{:#x}", site.instruction) : site.text);
  return fmt::format("{:016x}", hash);
}

// Adds the places of a result: tools show the result at the first place, and its message links to the others.
void add_locations(Json& result, std::string& message, const Finding& finding, const SarifRun& run) {
  Json locations = Json::array(), related = Json::array();
  std::vector<Site> sites = finding.sites;
  for (const Finding& each : finding.others) sites.insert(sites.end(), each.sites.begin(), each.sites.end());
  for (const Site& site : sites) {
    if (!site.source) continue;
    Json location = make_location(site);
    if (locations.empty()) {
      locations.push_back(std::move(location));
      continue;
    }
    location["id"] = related.size() + 1;
    location["message"] = {{"text", describe_message(site)}};
    message += fmt::format("{}[{}]({})",
                           related.empty()       ? " The other side: "
                           : related.size() == 1 ? "; also "
                                                 : ", ",
                           plain(describe_message(site)), related.size() + 1);
    related.push_back(std::move(location));
  }
  if (!related.empty()) message += '.';
  if (locations.empty() && !run.program.empty()) locations.push_back(location_of_program(run.program));
  if (!locations.empty() && !finding.kernel.empty())
    locations[0]["logicalLocations"] = Json::array({{{"name", finding.kernel}, {"kind", "function"}}});
  result["locations"] = std::move(locations);
  if (!related.empty()) result["relatedLocations"] = std::move(related);
}

Json make_result(const Finding& finding, const SarifRun& run, bool is_suppressed) {
  std::string message = plain(finding.what);
  if (!finding.memory.empty()) message += "; " + plain(finding.memory);
  message += '.';
  Json result{{"ruleId", finding.id},
              {"level", "error"},
              {"occurrenceCount", std::max<std::uint64_t>(finding.all(), 1)},
              {"partialFingerprints", {{"finding/v1", make_fingerprint(finding)}}}};
  const std::vector<Rule> rules = all_rules();
  const auto rule = std::ranges::find(rules, finding.id, &Rule::id);
  if (rule != rules.end()) result["ruleIndex"] = rule - rules.begin();
  add_locations(result, message, finding, run);
  if (!finding.reference.empty()) message += fmt::format(" See {}.", plain(finding.reference));
  if (!finding.hint.empty()) message += fmt::format(" Hint: {}.", plain(finding.hint));
  result["message"] = {{"text", message}};
  if (is_suppressed) result["suppressions"] = Json::array({{{"kind", "external"}}});
  return result;
}

}  // namespace

std::string to_sarif(const std::vector<Finding>& findings, const std::vector<Finding>& suppressed,
                     const std::vector<KernelFidelity>& fidelity, const SarifRun& run) {
  Json results = Json::array();
  for (const Finding& each : findings) results.push_back(make_result(each, run, false));
  for (const Finding& each : suppressed) results.push_back(make_result(each, run, true));
  // All rules, whatever was found, because rules belong to the tool.
  Json rules = Json::array();
  for (const Rule& each : all_rules()) rules.push_back(rule_json(each));
  const Json driver{{"name", "Eugene"}, {"version", run.version}, {"rules", rules}};
  Json one{{"tool", {{"driver", driver}}}, {"columnKind", "utf16CodeUnits"}, {"results", results}};
  if (!fidelity.empty()) one["properties"] = {{"fidelity", fidelity_json(fidelity)}};
  return text_of_json({{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                       {"version", "2.1.0"},
                       {"runs", Json::array({one})}});
}

}  // namespace eugene::check
