#include "accesses/parquet_reader.h"

#include <zstd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <nlohmann/json.hpp>

#include "accesses/parquet.h"
#include "base/hex.h"
#include "profile/device_json.h"

namespace eugene::accesses {
namespace {

using namespace parquet;

constexpr std::size_t kMaxThreads = 4096;                 // max threads of a group
constexpr std::size_t kTail = sizeof(std::uint32_t) + 4;  // the footer's size, and the magic

std::uint32_t read_size(std::string_view bytes) {
  std::uint32_t size = 0;
  std::memcpy(&size, bytes.data(), sizeof(size));
  return size;
}

bool has_own_columns(const ThriftValue& schema) {
  const std::size_t count = kColumns.size();
  if (schema.items.size() != count + 4 || schema.items[count + 1][4].text != kListColumn) return false;
  for (std::size_t i = 0; i < count; ++i) {
    if (schema.items[i + 1][4].text != kColumns[i].name) return false;
  }
  return true;
}

std::optional<std::vector<std::int64_t>> read_levels(ByteReader& from, std::size_t count, unsigned width) {
  const std::string_view size = from.take(sizeof(std::uint32_t));
  return from.ok() ? read_runs(from.take(read_size(size)), count, width) : std::nullopt;
}

// No encoding takes more than 10 bytes for a value and its levels.
constexpr std::size_t bytes_for(std::size_t values) { return values * 10 + 256; }

// Returns nothing unless `bytes` has exactly `count` names.
std::optional<std::vector<std::string>> read_names(std::string_view bytes, std::size_t count) {
  std::vector<std::string> names;
  ByteReader from(bytes);
  while (from.left() != 0) {
    const std::string_view size = from.take(sizeof(std::uint32_t));
    if (!from.ok()) return std::nullopt;
    names.emplace_back(from.take(read_size(size)));
    if (!from.ok()) return std::nullopt;
  }
  return names.size() == count ? std::optional(std::move(names)) : std::nullopt;
}

constexpr unsigned kMaxBanks = 1024;  // of an L3

}  // namespace

Result<ParquetReader> ParquetReader::open(std::string_view file) {
  const auto none = [] { return fail("this is not a trace that `--trace` has written"); };
  if (file.size() < kMagic.size() + kTail || !file.starts_with(kMagic) || !file.ends_with(kMagic)) return none();
  const std::size_t size = read_size(file.substr(file.size() - kTail));
  if (size > file.size() - kTail - kMagic.size()) return none();
  ByteReader from(file.substr(file.size() - kTail - size, size));
  ParquetReader reader;
  reader.file_ = file;
  const auto footer =
      read_thrift(from, {.field = 4, .take = [&reader](const ThriftValue& group) { return reader.take_group(group); }});
  if (!footer || !has_own_columns((*footer)[2])) return none();
  if (auto read = reader.take_about(*footer); !read) return forward_error(read);
  return reader;
}

bool ParquetReader::take_group(const ThriftValue& value) {
  RowGroup group;
  const auto size = static_cast<std::int64_t>(file_.size());
  if (value[3].number < 0 || value[3].number > static_cast<std::int64_t>(kGroupRows)) return false;
  group.rows = static_cast<std::size_t>(value[3].number);
  for (const ThriftValue& each : value[1].items) {
    const ThriftValue& about = each[3];
    const std::int64_t page = about[9].number, dictionary = about[11].number, bytes = about[7].number;
    const std::int64_t begin = dictionary > 0 ? dictionary : page;
    if (begin < 0 || bytes < 0 || begin > size || bytes > size - begin || about[4].number != kZstd) return false;
    if (about[5].number < 0 || about[5].number > static_cast<std::int64_t>(kGroupLevels)) return false;
    group.columns.push_back({.begin = static_cast<std::size_t>(begin),
                             .bytes = static_cast<std::size_t>(bytes),
                             .values = static_cast<std::size_t>(about[5].number)});
  }
  rows_ += group.rows;
  groups_.push_back(std::move(group));
  return groups_.back().columns.size() == kColumns.size() + 1;
}

Result<void> ParquetReader::take_about(const ThriftValue& footer) {
  const auto malformed = [] { return fail("the trace's description of its launches is malformed"); };
  for (const ThriftValue& each : footer[5].items) {
    if (each[1].text != kAbout) continue;
    const auto json = nlohmann::json::parse(each[2].text, nullptr, /*allow_exceptions=*/false);
    try {
      std::vector<std::shared_ptr<const KernelCode>> codes;
      for (const auto& code : json.at("code")) {
        auto bytes = from_hex(code.at("bytes").get<std::string>());
        if (!bytes) return malformed();
        codes.push_back(std::make_shared<const KernelCode>(code.at("gen").get<std::string>(), std::move(*bytes)));
      }
      for (const auto& run : json.at("launches")) {
        launches_.push_back({.first = run.at("first").get<std::uint64_t>(),
                             .kernel = run.at("kernel").get<std::string>(),
                             .device = run.at("device").get<std::string>(),
                             .model = profile::device_from_json(run.at("machine"))});
        LaunchRun& last = launches_.back();
        if (last.model.l3_banks > kMaxBanks) return malformed();
        if (run.contains("code")) {
          const auto number = run.at("code").get<std::size_t>();
          if (number >= codes.size()) return malformed();
          last.code = codes[number];
        }
      }
      return {};
    } catch (const nlohmann::json::exception&) {
      return malformed();
    }
  }
  return fail("the trace has no description of its launches");
}

std::optional<ParquetReader::Page> ParquetReader::read_page(ByteReader& from, std::size_t max_bytes) {
  const auto head = read_thrift(from);
  if (!head) return std::nullopt;
  const std::int64_t size = (*head)[2].number, packed = (*head)[3].number;
  Page page{.is_data = (*head)[1].number == kDataPage, .values = 0, .body = {}};
  const std::int64_t values = (*head)[page.is_data ? 5 : 7][1].number;
  if (size < 0 || packed < 0 || values < 0 || static_cast<std::size_t>(size) > max_bytes ||
      static_cast<std::size_t>(packed) > from.left())
    return std::nullopt;
  page.values = static_cast<std::size_t>(values);
  const std::string_view bytes = from.take(static_cast<std::size_t>(packed));
  page.body.resize(static_cast<std::size_t>(size));
  const std::size_t done = ZSTD_decompress(page.body.data(), page.body.size(), bytes.data(), bytes.size());
  return ZSTD_isError(done) == 0 && done == page.body.size() ? std::optional(std::move(page)) : std::nullopt;
}

std::optional<std::vector<std::int64_t>> ParquetReader::read_column(std::string_view pages, std::size_t rows,
                                                                    const ColumnInfo& info,
                                                                    std::vector<std::string>& names) {
  ByteReader from(pages);
  auto page = read_page(from, std::max(bytes_for(rows), kMaxNamesBytes));
  if (page && !page->is_data) {
    if (info.has_own_names) {
      auto read = read_names(page->body, page->values);
      if (!read) return std::nullopt;
      names = std::move(*read);
    }
    page = read_page(from, bytes_for(rows));
  }
  if (!page || !page->is_data || page->values != rows) return std::nullopt;
  if (!info.is_named()) return read_deltas(page->body, rows);
  if (page->body.empty()) return std::nullopt;
  const unsigned bits = static_cast<std::uint8_t>(page->body[0]);
  if (info.has_own_names ? bits == 0 || bits > kMaxNameBits : bits != kNameBits) return std::nullopt;
  auto values = read_runs(std::string_view(page->body).substr(1), rows, bits);
  const auto is_name = [&](std::int64_t value) { return static_cast<std::size_t>(value) < names.size(); };
  if (info.has_own_names && values && !std::ranges::all_of(*values, is_name)) return std::nullopt;
  return values;
}

bool ParquetReader::read_list(std::string_view pages, std::size_t values, Rows& rows) {
  ByteReader from(pages);
  const auto page = read_page(from, bytes_for(values));
  if (!page || page->values != values) return false;
  ByteReader body(page->body);
  const auto repetition = read_levels(body, values, 1);
  const auto definition = repetition ? read_levels(body, values, 2) : std::nullopt;
  if (!definition) return false;
  const auto listed = static_cast<std::size_t>(std::ranges::count(*definition, 2));
  auto deltas = read_deltas(body.take(body.left()), listed);
  if (!deltas) return false;
  rows.listed = std::move(*deltas);
  // Checks that each list has as many addresses as its row has lanes.
  std::size_t row = 0;
  for (std::size_t i = 0; i < values; ++row) {
    if (row >= rows.size() || (*repetition)[i] != 0) return false;
    const bool has_list = (*definition)[i] == 2;
    std::size_t length = 1;
    while (i + length < values && (*repetition)[i + length] == 1 && (*definition)[i + length] == 2) ++length;
    if (has_list && rows[accesses::Column::lanes][row] != static_cast<std::int64_t>(length)) return false;
    if (has_list) rows.with_list.push_back(static_cast<std::uint32_t>(row));
    i += length;
  }
  return row == rows.size();
}

Result<Rows> ParquetReader::read(std::size_t number) const {
  const auto malformed = [] { return fail("the trace is malformed"); };
  const RowGroup& group = groups_[number];
  Rows rows;
  for (std::size_t i = 0; i < kColumns.size(); ++i) {
    const Column& column = group.columns[i];
    auto values = read_column(file_.substr(column.begin, column.bytes), group.rows, kColumns[i], rows.names[i]);
    if (!values) return malformed();
    rows.columns[i] = std::move(*values);
  }
  const auto is_below = [](std::int64_t value, std::size_t limit) {
    return value >= 0 && value < static_cast<std::int64_t>(limit);
  };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!is_below(rows[accesses::Column::kind][i], kKindNames.size()) ||
        !is_below(rows[accesses::Column::path][i], kPathNames.size()) ||
        !is_below(rows[accesses::Column::lanes][i], kMaxLanes + 1) ||
        !is_below(rows[accesses::Column::thread][i], kMaxThreads) ||
        !is_below(rows[accesses::Column::bytes][i], kMaxBytes) ||
        !is_below(rows[accesses::Column::lanes][i] * rows[accesses::Column::bytes][i], kMaxBytes + 1))
      return malformed();
    // Checks that accesses have a path. Only rows of instructions have none.
    if (static_cast<Kind>(rows[accesses::Column::kind][i]) != Kind::instruction &&
        static_cast<Path>(rows[accesses::Column::path][i]) == Path::none)
      return malformed();
  }
  const Column& list = group.columns.back();
  if (!read_list(file_.substr(list.begin, list.bytes), list.values, rows)) return malformed();
  return rows;
}

}  // namespace eugene::accesses
