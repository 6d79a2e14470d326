#include "accesses/parquet_writer.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <zstd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <system_error>

#include "accesses/parquet.h"
#include "base/hex.h"
#include "profile/device_json.h"

namespace eugene::accesses {
namespace {

using namespace parquet;

constexpr int kLevel = 1;  // compression level of Zstandard

std::vector<ThriftStruct> schema() {
  std::vector<ThriftStruct> all;
  all.push_back(ThriftStruct().text(4, "trace").number32(5, kColumns.size() + 1));
  for (const ColumnInfo& each : kColumns) {
    const bool is_named = each.is_named();
    ThriftStruct column;
    column.number32(1, is_named ? kByteArray : kInt64).number32(3, kRequired).text(4, each.name);
    if (is_named) column.number32(6, kUtf8);
    all.push_back(column);
  }
  all.push_back(ThriftStruct().number32(3, kOptional).text(4, kListColumn).number32(5, 1).number32(6, kListOf));
  all.push_back(ThriftStruct().number32(3, kRepeated).text(4, "list").number32(5, 1));
  all.push_back(ThriftStruct().number32(1, kInt64).number32(3, kRequired).text(4, "element"));
  return all;
}

std::string plain(std::span<const std::string_view> names) {
  std::string bytes;
  for (const std::string_view each : names) {
    const auto size = static_cast<std::uint32_t>(each.size());
    bytes.append(reinterpret_cast<const char*>(&size), sizeof(size));
    bytes += each;
  }
  return bytes;
}

}  // namespace

Result<std::unique_ptr<ParquetWriter>> ParquetWriter::create(const std::string& path) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0)
    return eugene::fail(fmt::format("cannot write to {}: {}", path, std::generic_category().message(errno)));
  std::unique_ptr<ParquetWriter> writer(new ParquetWriter(file, path));
  if (auto begun = writer->put(kMagic, 0); !begun) return forward_error(begun);
  return writer;
}

ParquetWriter::ParquetWriter(int file, std::string path)
    : file_(file), path_(std::move(path)), packer_(ZSTD_createCCtx()), end_(kMagic.size()) {}

ParquetWriter::~ParquetWriter() {
  ZSTD_freeCCtx(packer_);
  ::close(file_);
}

Result<void> ParquetWriter::put(std::string_view bytes, std::uint64_t offset) {
  while (!bytes.empty()) {
    const ssize_t done = ::pwrite(file_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0)
      return eugene::fail(fmt::format("cannot write to {}: {}", path_, std::generic_category().message(errno)));
    bytes.remove_prefix(static_cast<std::size_t>(done));
    offset += static_cast<std::uint64_t>(done);
  }
  return {};
}

std::int64_t ParquetWriter::put_page(std::int64_t type, std::int64_t encoding, std::size_t values,
                                     std::string_view body) {
  const auto offset = static_cast<std::int64_t>(end_ + out_.size());
  packed_.resize(std::max(packed_.size(), ZSTD_compressBound(body.size())));
  const std::string_view packed(
      packed_.data(), ZSTD_compressCCtx(packer_, packed_.data(), packed_.size(), body.data(), body.size(), kLevel));
  ThriftStruct head;
  head.number32(1, type)
      .number32(2, static_cast<std::int64_t>(body.size()))
      .number32(3, static_cast<std::int64_t>(packed.size()));
  const auto count = static_cast<std::int64_t>(values);
  if (type == kDictionaryPage)
    head.structure(7, ThriftStruct().number32(1, count).number32(2, encoding));
  else
    head.structure(5, ThriftStruct().number32(1, count).number32(2, encoding).number32(3, kRle).number32(4, kRle));
  const std::string bytes = head.bytes();
  unpacked_ += static_cast<std::int64_t>(bytes.size() + body.size());
  out_ += bytes;
  out_ += packed;
  return offset;
}

ThriftStruct ParquetWriter::write_column(Column column) {
  const ColumnInfo& info = kColumns[static_cast<std::size_t>(column)];
  const std::size_t rows = encoder_.rows();
  const bool is_named = info.is_named();
  std::int64_t dictionary = 0;
  const auto begin = static_cast<std::int64_t>(end_ + out_.size());
  unpacked_ = 0;
  body_.clear();
  if (is_named) {
    const std::vector<std::string_view> own =
        info.has_own_names ? encoder_.list_names(column) : std::vector<std::string_view>();
    const std::span<const std::string_view> names = info.has_own_names ? own : info.names;
    dictionary = put_page(kDictionaryPage, kPlain, names.size(), plain(names));
  }
  encoder_.end_column(column, body_);
  const std::int64_t encoding = is_named ? kRleDictionary : kDelta;
  const std::int64_t page = put_page(kDataPage, encoding, rows, body_);
  ThriftStruct about;
  about.number32(1, is_named ? kByteArray : kInt64)
      .numbers32(2, is_named ? std::vector<std::int64_t>{kPlain, kRle, kRleDictionary}
                             : std::vector<std::int64_t>{kRle, kDelta})
      .texts(3, {info.name})
      .number32(4, kZstd)
      .number64(5, static_cast<std::int64_t>(rows))
      .number64(6, unpacked_)
      .number64(7, static_cast<std::int64_t>(end_ + out_.size()) - begin)
      .number64(9, page);
  if (dictionary != 0) about.number64(11, dictionary);
  return ThriftStruct().number64(2, begin).structure(3, about);
}

ThriftStruct ParquetWriter::write_list() {
  unpacked_ = 0;
  body_.clear();
  const std::size_t levels = encoder_.end_lists(body_);
  const std::int64_t page = put_page(kDataPage, kDelta, levels, body_);
  ThriftStruct about;
  about.number32(1, kInt64)
      .numbers32(2, {kRle, kDelta})
      .texts(3, {kListColumn, "list", "element"})
      .number32(4, kZstd)
      .number64(5, static_cast<std::int64_t>(levels))
      .number64(6, unpacked_)
      .number64(7, static_cast<std::int64_t>(end_ + out_.size()) - page)
      .number64(9, page);
  return ThriftStruct().number64(2, page).structure(3, about);
}

Result<void> ParquetWriter::write(const GroupRecords& groups) {
  for (std::size_t at = 0; at < groups.records.size();) {
    at = encoder_.add(groups, at);
    if (!encoder_.is_full()) break;
    if (auto done = end_rows(); !done) return done;
  }
  return {};
}

Result<void> ParquetWriter::end_rows() {
  const auto count = static_cast<std::int64_t>(encoder_.rows());
  if (count == 0) return {};
  out_.clear();
  std::int64_t unpacked = 0;
  std::vector<ThriftStruct> columns;
  for (std::size_t i = 0; i < kColumns.size(); ++i) {
    columns.push_back(write_column(static_cast<Column>(i)));
    unpacked += unpacked_;
  }
  columns.push_back(write_list());
  unpacked += unpacked_;
  groups_.push_back(ThriftStruct().list(1, columns).number64(2, unpacked).number64(3, count));
  if (auto done = put(out_, end_); !done) return done;
  end_ += out_.size();
  rows_ += count;
  return {};
}

std::string ParquetWriter::about() const {
  nlohmann::ordered_json json{
      {"trace", 3}, {"launches", nlohmann::ordered_json::array()}, {"code", nlohmann::ordered_json::array()}};
  std::map<const KernelCode*, std::size_t> numbers;
  for (const LaunchRun& each : runs_) {
    nlohmann::ordered_json run{{"first", each.first},
                               {"kernel", each.kernel},
                               {"device", each.device},
                               {"machine", profile::device_to_json(each.model)}};
    if (each.code != nullptr) {
      const auto [number, is_new] = numbers.emplace(each.code.get(), numbers.size());
      if (is_new) json["code"].push_back({{"gen", each.code->gen}, {"bytes", to_hex(each.code->bytes)}});
      run["code"] = number->second;
    }
    json["launches"].push_back(std::move(run));
  }
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

Result<void> ParquetWriter::write_footer() {
  std::string footer = ThriftStruct()
                           .number32(1, 2)
                           .list(2, schema())
                           .number64(3, rows_)
                           .list(4, groups_)
                           .list(5, {ThriftStruct().text(1, kAbout).text(2, about())})
                           .text(6, "eugene")
                           .bytes();
  const auto size = static_cast<std::uint32_t>(footer.size());
  footer.append(reinterpret_cast<const char*>(&size), sizeof(size));
  footer += kMagic;
  if (::ftruncate(file_, static_cast<off_t>(end_)) != 0)
    return eugene::fail(fmt::format("cannot write to {}: {}", path_, std::generic_category().message(errno)));
  return put(footer, end_);
}

}  // namespace eugene::accesses
