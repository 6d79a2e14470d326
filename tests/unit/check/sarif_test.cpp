// Findings as SARIF 2.1.0: what its schema requires (sections 3.13, 3.14, 3.18, 3.19, 3.27 to 3.30, 3.49), and what
// GitHub's page "SARIF support for code scanning" requires and uses.
#include "check/finding/sarif.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "check/finding/rule.h"

namespace eugene::check {
namespace {

using Json = nlohmann::json;

Finding race() {
  const Site first{.access = "write",
                   .source = SourceLine{.file = "dir/a b.cl", .line = 4, .column = 3},
                   .text = "o[i] = 1;",
                   .item = WorkItem{.group = {}, .global = Item{1, 0, 0}, .local = {}}};
  Site second = first;
  second.access = "read";
  second.source = SourceLine{.file = "/src/b.cl", .line = 7};
  return {.id = "race.global",
          .what = "two work-items of [one] launch",
          .sites = {first, second},
          .memory = "argument 0 `o`",
          .kernel = "fill",
          .launch = 2,
          .reference = "OpenCL C 3.0 6.15",
          .hint = "use atomics",
          .count = 5};
}

Json run_of(const std::vector<Finding>& findings, const std::vector<Finding>& suppressed = {}) {
  const auto log = Json::parse(to_sarif(findings, suppressed, {}, {"1.2", "sub/app"}));
  EXPECT_EQ(log.at("version"), "2.1.0");
  EXPECT_EQ(log.at("$schema"), "https://json.schemastore.org/sarif-2.1.0.json");
  EXPECT_EQ(log.at("runs").size(), 1U);
  return log["runs"][0];
}

void expect_region(const Json& location) {
  const auto& region = location.at("physicalLocation").at("region");
  for (const char* member : {"startLine", "startColumn", "endLine", "endColumn"})
    EXPECT_GE(region.at(member).get<int>(), 1) << member;
  EXPECT_GT(region["endColumn"], region["startColumn"]);
}

// A report lists all rules of the tool, also rules without a finding.
TEST(Sarif, HasEveryRuleWithItsTexts) {
  for (const Json& run : {run_of({}), run_of({race()})}) {
    const auto& driver = run.at("tool").at("driver");
    EXPECT_EQ(driver.at("name"), "Eugene");
    EXPECT_EQ(driver.at("version"), "1.2");
    ASSERT_EQ(driver.at("rules").size(), all_rules().size());
    std::set<std::string> names;
    for (const auto& rule : driver["rules"]) {
      EXPECT_NE(find_rule(rule.at("id").get<std::string>()), nullptr);
      for (const char* member : {"shortDescription", "fullDescription", "help"}) {
        const auto text = rule.at(member).at("text").get<std::string>();
        EXPECT_FALSE(text.empty());
        EXPECT_LE(text.size(), 1024U);
      }
      EXPECT_NE(rule["help"].at("markdown").get<std::string>().find("### What to do"), std::string::npos);
      EXPECT_EQ(rule.at("defaultConfiguration").at("level"), "error");
      EXPECT_EQ(rule.at("properties").at("problem.severity"), "error");
      EXPECT_TRUE(names.insert(rule.at("name").get<std::string>()).second);
    }
  }
}

TEST(Sarif, ResultsNameTheirRuleAndPlaces) {
  const Json run = run_of({race()}, {race()});
  ASSERT_EQ(run.at("results").size(), 2U);
  const auto& result = run["results"][0];
  EXPECT_EQ(result.at("ruleId"), "race.global");
  EXPECT_EQ(run["tool"]["driver"]["rules"].at(result.at("ruleIndex").get<std::size_t>()).at("id"), "race.global");
  EXPECT_EQ(result.at("level"), "error");
  EXPECT_EQ(result.at("occurrenceCount"), 5);
  ASSERT_EQ(result.at("locations").size(), 1U);
  const auto& place = result["locations"][0];
  expect_region(place);
  EXPECT_EQ(place.at("physicalLocation").at("artifactLocation").at("uri"), "dir/a%20b.cl");
  EXPECT_EQ(place["physicalLocation"]["region"].at("startLine"), 4);
  EXPECT_EQ(place["physicalLocation"]["region"].at("startColumn"), 3);
  EXPECT_EQ(place["physicalLocation"]["region"].at("snippet").at("text"), "o[i] = 1;");
  EXPECT_EQ(place.at("logicalLocations")[0].at("name"), "fill");
  ASSERT_EQ(result.at("relatedLocations").size(), 1U);
  const auto& other = result["relatedLocations"][0];
  expect_region(other);
  EXPECT_EQ(other.at("id"), 1);
  EXPECT_EQ(other.at("physicalLocation").at("artifactLocation").at("uri"), "file:///src/b.cl");
  EXPECT_EQ(other.at("physicalLocation").at("region").at("endColumn"), 10) << "without a column, all of the line";
  // The message leads to the other side, and has the hint. Other brackets are escaped (3.11.6).
  EXPECT_EQ(
      result.at("message").at("text"),
      "two work-items of \\[one\\] launch; argument 0 `o`. The other side: [read at b.cl:7, global id (1,0,0)](1). "
      "See OpenCL C 3.0 6.15. Hint: use atomics.");
  EXPECT_FALSE(result.contains("suppressions"));
  EXPECT_EQ(run["results"][1].at("suppressions")[0].at("kind"), "external");
}

// Characters of two and four bytes are one unit and two.
TEST(Sarif, ColumnsAreUnitsOfUtf16) {
  Finding finding = race();
  finding.sites[0].source->column = 0;
  finding.sites[0].text = "o[i] = 1; // \u00e9 \U0001F600";
  const Json run = run_of({finding});
  EXPECT_EQ(run["results"][0]["locations"][0]["physicalLocation"]["region"].at("endColumn"), 1 + 13 + 1 + 1 + 2);
}

// A result without a place is not shown: then it is at the program.
TEST(Sarif, WithoutALineTheProgramIsThePlace) {
  Finding finding = race();
  for (Site& each : finding.sites) each.source.reset();
  const Finding call{.id = "api.overlap", .what = "a call", .sites = {}};
  const Json run = run_of({finding, call});
  for (const auto& result : run.at("results")) {
    ASSERT_EQ(result.at("locations").size(), 1U);
    expect_region(result["locations"][0]);
    EXPECT_EQ(result["locations"][0]["physicalLocation"].at("artifactLocation").at("uri"), "sub/app");
  }
  EXPECT_EQ(run["results"][0]["locations"][0].at("logicalLocations")[0].at("kind"), "function");
  EXPECT_FALSE(run["results"][1]["locations"][0].contains("logicalLocations"));
}

// Lines that are added before it do not make it another finding.
TEST(Sarif, FingerprintsOutliveOtherLines) {
  const auto fingerprint = [](const Finding& finding) {
    return run_of({finding})["results"][0].at("partialFingerprints").at("finding/v1").get<std::string>();
  };
  Finding moved = race();
  moved.sites[0].source->line = 90;
  moved.launch = 7;
  EXPECT_EQ(fingerprint(moved), fingerprint(race()));
  moved.sites[0].text = "o[i] = 2;";
  EXPECT_NE(fingerprint(moved), fingerprint(race()));
}

TEST(Rules, AreExplainedByIdAndKind) {
  const std::string one = rules_text("race.local");
  EXPECT_TRUE(one.starts_with("race.local (found by eugene run --check): Race in local memory\n")) << one;
  EXPECT_NE(one.find("to do: "), std::string::npos);
  const std::string all = rules_text("race");
  EXPECT_NE(all.find(one), std::string::npos);
  EXPECT_NE(all.find("race.kernels"), std::string::npos);
  EXPECT_EQ(rules_text("rac"), "");
  EXPECT_EQ(find_rule("race"), nullptr);
}

}  // namespace
}  // namespace eugene::check
