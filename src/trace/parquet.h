// Numbers of the Apache Parquet format (parquet-format, parquet.thrift) that traces use.
#pragma once

#include <cstdint>
#include <string_view>

namespace eugene::trace::parquet {

inline constexpr std::string_view kMagic = "PAR1";
inline constexpr std::string_view kAbout = "eugene";  // the key of what the file says of itself

enum Type : std::int64_t { kInt64 = 2, kByteArray = 6 };
enum Repetition : std::int64_t { kRequired = 0, kOptional = 1, kRepeated = 2 };
enum Converted : std::int64_t { kUtf8 = 0, kListOf = 3 };
enum Encoding : std::int64_t { kPlain = 0, kRle = 3, kDelta = 5, kRleDictionary = 8 };
enum Codec : std::int64_t { kZstd = 6 };
enum Page : std::int64_t { kDataPage = 0, kDictionaryPage = 2 };

inline constexpr unsigned kNameBits = 3;  // of a number of a dictionary: at most 8 names

}  // namespace eugene::trace::parquet
