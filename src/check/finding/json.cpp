#include "check/finding/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <nlohmann/json.hpp>

#include "base/json_problem.h"
#include "check/finding/json_parts.h"

namespace eugene::check {
namespace {

using Json = nlohmann::json;

Json as_json(const WorkItem& item) {
  Json json{{"group", item.group}, {"thread", item.thread}, {"channel", item.channel}};
  if (item.stage != Stage::compute) json["stage"] = stage_name(item.stage);
  if (item.global) json["global"] = *item.global;
  if (item.local) json["local"] = *item.local;
  if (item.index) json["index"] = *item.index;
  return json;
}

WorkItem item_from(const Json& json) {
  WorkItem item{.stage = parse_stage(json.value("stage", std::string())),
                .group = json.at("group").get<Item>(),
                .global = {},
                .local = {},
                .thread = json.at("thread"),
                .channel = json.at("channel")};
  if (json.contains("global")) item.global = json.at("global").get<Item>();
  if (json.contains("local")) item.local = json.at("local").get<Item>();
  if (json.contains("index")) item.index = json.at("index").get<std::uint32_t>();
  return item;
}

Json as_json(const Site& site) {
  Json json{
      {"access", site.access}, {"text", site.text}, {"instruction", site.instruction}, {"assembly", site.assembly}};
  if (site.source)
    json["source"] = {{"file", site.source->file}, {"line", site.source->line}, {"column", site.source->column}};
  if (site.item) json["item"] = as_json(*site.item);
  return json;
}

Site site_from(const Json& json) {
  Site site{.access = json.at("access"),
            .source = {},
            .text = json.at("text"),
            .instruction = json.at("instruction"),
            .assembly = json.at("assembly"),
            .item = {}};
  if (json.contains("source")) {
    const Json& source = json.at("source");
    site.source = SourceLine{.file = source.at("file"), .line = source.at("line"), .column = source.at("column")};
  }
  if (json.contains("item")) site.item = item_from(json.at("item"));
  return site;
}

Json plain_json(const Finding& finding) {
  Json sites = Json::array();
  for (const Site& each : finding.sites) sites.push_back(as_json(each));
  return {
      {"id", finding.id},         {"what", finding.what},          {"sites", sites},       {"memory", finding.memory},
      {"kernel", finding.kernel}, {"launch", finding.launch},      {"hint", finding.hint}, {"count", finding.count},
      {"total", finding.all()},   {"reference", finding.reference}};
}

Finding plain_from(const Json& json) {
  Finding finding{.id = json.at("id"),
                  .what = json.at("what"),
                  .sites = {},
                  .memory = json.at("memory"),
                  .kernel = json.at("kernel"),
                  .launch = json.at("launch"),
                  .reference = json.at("reference"),
                  .hint = json.at("hint"),
                  .count = json.at("count"),
                  .total = json.value("total", std::uint64_t{0})};
  for (const Json& each : json.at("sites")) finding.sites.push_back(site_from(each));
  return finding;
}

Finding finding_from(const Json& json) {
  Finding finding = plain_from(json);
  if (!json.contains("others")) return finding;
  for (const Json& each : json.at("others")) finding.others.push_back(plain_from(each));
  return finding;
}

Json make_array(const std::vector<Finding>& findings) {
  Json array = Json::array();
  for (const Finding& each : findings) array.push_back(to_json(each));
  return array;
}

Json as_json(const ClassCounts& counts) {
  Json json = Json::object();
  for (std::size_t i = 0; i != counts.size(); ++i) json[std::string(kFidelityClasses[i])] = counts[i];
  return json;
}

ClassCounts counts_from(const Json& json) {
  ClassCounts counts{};
  for (std::size_t i = 0; i != counts.size(); ++i) counts[i] = json.at(std::string(kFidelityClasses[i]));
  return counts;
}

Json as_json(const KernelFidelity& kernel) {
  Json items = Json::array();
  for (const FidelityItem& each : kernel.inexact)
    items.push_back({{"class", kFidelityClasses[each.fidelity]},
                     {"name", each.name},
                     {"reference", each.reference},
                     {"count", each.count}});
  return {{"kernel", kernel.kernel},
          {"launches", kernel.launches},
          {"instructions", as_json(kernel.instructions)},
          {"messages", as_json(kernel.messages)},
          {"inexact", items}};
}

KernelFidelity fidelity_from(const Json& json) {
  KernelFidelity kernel{.kernel = json.at("kernel"),
                        .launches = json.at("launches"),
                        .instructions = counts_from(json.at("instructions")),
                        .messages = counts_from(json.at("messages")),
                        .inexact = {}};
  for (const Json& each : json.at("inexact")) {
    const auto* const at = std::ranges::find(kFidelityClasses, each.at("class").get<std::string>());
    if (at == kFidelityClasses.end()) continue;
    kernel.inexact.push_back({.fidelity = static_cast<std::size_t>(at - kFidelityClasses.begin()),
                              .name = each.at("name"),
                              .reference = each.at("reference"),
                              .count = each.at("count")});
  }
  return kernel;
}

}  // namespace

Json fidelity_json(const std::vector<KernelFidelity>& fidelity) {
  Json array = Json::array();
  for (const KernelFidelity& each : fidelity) array.push_back(as_json(each));
  return array;
}

std::string text_of_json(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

Json to_json(const Finding& finding) {
  Json json = plain_json(finding);
  for (const Finding& each : finding.others) json["others"].push_back(plain_json(each));
  return json;
}

std::string to_json(const std::vector<Finding>& findings, const std::vector<Finding>& suppressed,
                    const std::vector<KernelFidelity>& fidelity) {
  Json json{{"schema", kSchema}, {"findings", make_array(findings)}, {"suppressed", make_array(suppressed)}};
  if (!fidelity.empty()) json["fidelity"] = fidelity_json(fidelity);
  return text_of_json(json);
}

Result<std::vector<KernelFidelity>> fidelity_from_json(std::string_view text) {
  try {
    const Json json = Json::parse(text);
    std::vector<KernelFidelity> all;
    if (!json.contains("fidelity")) return all;
    for (const Json& each : json.at("fidelity")) all.push_back(fidelity_from(each));
    return all;
  } catch (const std::exception& error) {  // thrown by the library
    return fail(fmt::format("fidelity: {}", json_problem(error)));
  }
}

Result<std::vector<Finding>> from_json(std::string_view text) {
  try {
    const Json json = Json::parse(text);
    if (json.at("schema") != kSchema) return fail("findings: another format");
    std::vector<Finding> all;
    for (const char* list : {"findings", "suppressed"}) {
      for (const Json& each : json.at(list)) all.push_back(finding_from(each));
    }
    return all;
  } catch (const std::exception& error) {  // thrown by the library
    return fail(fmt::format("findings: {}", json_problem(error)));
  }
}

}  // namespace eugene::check
