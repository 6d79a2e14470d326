// The columns of traces, and the numbers of the Apache Parquet format (parquet-format, parquet.thrift) that they use.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "trace/record.h"

namespace eugene::trace::parquet {

inline constexpr std::string_view kMagic = "PAR1";
inline constexpr std::string_view kAbout = "eugene";  // the key of what the file says of itself

enum Type : std::int64_t { kInt64 = 2, kByteArray = 6 };
enum Repetition : std::int64_t { kRequired = 0, kOptional = 1, kRepeated = 2 };
enum Converted : std::int64_t { kUtf8 = 0, kListOf = 3 };
enum Encoding : std::int64_t { kPlain = 0, kRle = 3, kDelta = 5, kRleDictionary = 8 };
enum Codec : std::int64_t { kZstd = 6 };
enum Page : std::int64_t { kDataPage = 0, kDictionaryPage = 2 };

// Bounds of what is written, and so of what is read: rows of a row group, and addresses and rows without a list.
inline constexpr std::size_t kGroupRows = 122'880;  // as many as DuckDB itself writes
inline constexpr std::size_t kGroupLevels = std::size_t{1} << 23;
inline constexpr std::size_t kMostLanes = 4096;                  // of a row
inline constexpr std::size_t kMostBytes = std::size_t{1} << 20;  // of all its lanes

inline constexpr unsigned kNameBits = 3;      // of a number of a dictionary: at most 8 names
inline constexpr unsigned kMaxNameBits = 20;  // of names that the file has
inline constexpr std::size_t kMaxNamesBytes = std::size_t{1} << 24;

struct ColumnInfo {
  std::string_view name;
  std::span<const std::string_view> names = {};  // that its values are numbers of; empty: they are numbers
  bool has_own_names = false;                    // or numbers of names that the file has
  constexpr bool is_named() const { return has_own_names || !names.empty(); }
};
// By Column.
inline constexpr std::array<ColumnInfo, kColumnCount> kColumns{{{.name = "launch"},
                                                                {.name = "group"},
                                                                {.name = "thread"},
                                                                {.name = "executed"},
                                                                {.name = "phase"},
                                                                {.name = "ip"},
                                                                {.name = "kind", .names = kKindNames},
                                                                {.name = "path", .names = kPathNames},
                                                                {.name = "mask"},
                                                                {.name = "lanes"},
                                                                {.name = "bytes"},
                                                                {.name = "address"},
                                                                {.name = "stride"},
                                                                {.name = "surface"},
                                                                {.name = "buffer", .has_own_names = true},
                                                                {.name = "base"},
                                                                {.name = "kernel", .has_own_names = true},
                                                                {.name = "source", .has_own_names = true},
                                                                {.name = "line"}}};
inline constexpr std::string_view kListColumn = "addresses";

}  // namespace eugene::trace::parquet
