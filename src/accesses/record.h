// A trace of threads: a record for each message that accesses memory, for each instruction, or for both.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/source_lines.h"
#include "isa/program.h"
#include "profile/cache_model.h"
#include "profile/device_model.h"

namespace eugene::accesses {

enum class Kind : std::uint8_t { read, write, atomic, instruction };
inline constexpr std::array<std::string_view, 4> kKindNames{"read", "write", "atomic", "instruction"};

// The path of an access: an L3 client, or shared local memory.
enum class Path : std::uint8_t { data, read_only, urb, local, none };
inline constexpr std::array<std::string_view, 5> kPathNames{"data", "read_only", "urb", "local", "none"};

constexpr Path find_path(profile::L3Client client) { return static_cast<Path>(client); }
// Returns the L3 client of a path through the L3.
constexpr profile::L3Client find_client(Path path) { return static_cast<profile::L3Client>(path); }
static_assert(find_path(profile::L3Client::data) == Path::data && find_path(profile::L3Client::urb) == Path::urb &&
              find_path(profile::L3Client::read_only) == Path::read_only);

// The stride of a record whose addresses are listed, because they have no constant stride.
inline constexpr std::int64_t kListed = std::numeric_limits<std::int64_t>::min();

struct Record {
  std::uint64_t executed = 0;  // instructions that the thread has executed before
  std::uint64_t address = 0;   // first address; in shared local memory an offset
  std::int64_t stride = 0;     // difference of consecutive addresses, or kListed
  std::uint32_t ip = 0;        // byte offset in the kernel
  std::uint32_t mask = 0;      // channels that access the addresses, in order; 0: the thread as a whole
  std::uint32_t phase = 0;     // number of barriers at which the thread has arrived before
  std::uint32_t bytes = 0;     // bytes accessed at each address
  std::uint16_t lanes = 0;     // number of addresses
  Kind kind = Kind::read;
  Path path = Path::data;
  bool operator==(const Record&) const = default;
};

// The records of a thread, in order.
struct ThreadRecords {
  std::vector<Record> records;
  std::vector<std::uint64_t> listed;  // addresses of the records with kListed, concatenated
};

// Debug data of a kernel.
struct KernelFacts {
  std::string name;                          // empty: unknown
  SourceLines lines;                         // empty: unknown
  std::map<unsigned, std::string> surfaces;  // names of arguments, by index in the binding table
};

// The places of a kernel's instructions in its source.
struct CodePlaces {
  static constexpr std::uint32_t kUnit = 8;  // bytes of the smallest instruction
  struct Instruction {
    std::uint32_t source = 0;   // source file, as an index in `sources`
    std::uint32_t line = 0;     // 0: unknown
    std::int32_t surface = -1;  // binding table index of its message; -1: none
  };
  std::string kernel;
  std::vector<std::string> sources{""};
  std::vector<Instruction> instructions;  // by offset in the code, divided by kUnit

  const Instruction& at(std::uint32_t ip) const {
    static constexpr Instruction kUnknown;
    return ip / kUnit < instructions.size() ? instructions[ip / kUnit] : kUnknown;
  }
};
CodePlaces make_places(const isa::Program& program, const KernelFacts& facts);

// Places of a launch: instructions, and buffers in memory.
struct LaunchPlaces {
  struct Buffer {
    std::uint64_t begin = 0, end = 0;  // addresses
    std::int32_t surface = -1;         // index in the binding table
    std::string name;
  };
  std::shared_ptr<const CodePlaces> code;
  std::vector<Buffer> buffers;
};

// The records of consecutive groups of a launch, by group and thread.
struct GroupRecords {
  struct Thread {
    std::uint64_t group = 0;
    std::uint32_t number = 0;
    std::uint32_t records = 0;
  };
  std::uint64_t launch = 0;
  std::uint64_t begin = 0;  // groups [begin, end)
  std::uint64_t end = 0;
  std::vector<Record> records;
  std::vector<std::uint64_t> listed;
  std::vector<Thread> threads;                           // threads with records
  std::shared_ptr<const LaunchPlaces> places = nullptr;  // of the launch; null: unknown

  bool is_empty() const { return begin == end; }
  // Keeps the capacity of the vectors.
  void clear() {
    begin = end = 0;
    records.clear();
    listed.clear();
    threads.clear();
    places = nullptr;
  }
};

// The columns of a file, except the column of listed addresses. accesses/parquet.h has their names.
enum class Column : std::uint8_t {
  launch,
  group,
  thread,
  executed,
  phase,
  ip,
  kind,
  path,
  mask,
  lanes,
  bytes,
  address,
  stride,
  surface,
  buffer,
  base,
  kernel,
  source,
  line
};
inline constexpr std::size_t kColumnCount = static_cast<std::size_t>(Column::line) + 1;

// Rows of a file, column by column.
struct Rows {
  std::array<std::vector<std::int64_t>, kColumnCount> columns;
  std::array<std::vector<std::string>, kColumnCount>
      names;                             // by column with names in the file: values are indices into these names
  std::vector<std::uint32_t> with_list;  // indices of the rows with listed addresses
  std::vector<std::int64_t> listed;      // listed addresses: one for each lane of each row with a list

  std::size_t size() const { return columns[0].size(); }
  std::vector<std::int64_t>& operator[](Column column) { return columns[static_cast<std::size_t>(column)]; }
  const std::vector<std::int64_t>& operator[](Column column) const { return columns[static_cast<std::size_t>(column)]; }
};

// Visits rows in order: while (cursor.next()) ... Keeps track of the current row's addresses in `listed`.
class RowCursor {
 public:
  explicit RowCursor(const Rows& rows) : rows_(&rows) {}

  bool next() {
    if (has_list_) list_ += static_cast<std::size_t>((*this)[Column::lanes]);
    index_ = has_begun_ ? index_ + 1 : 0;
    has_begun_ = true;
    if (index_ >= rows_->size()) return false;
    has_list_ = lists_ < rows_->with_list.size() && rows_->with_list[lists_] == index_;
    if (has_list_) ++lists_;
    return true;
  }
  // Values of the current row:
  std::int64_t operator[](Column column) const { return (*rows_)[column][index_]; }
  bool has_list() const { return has_list_; }
  std::uint64_t address(std::size_t lane) const {
    return has_list_ ? static_cast<std::uint64_t>(rows_->listed[list_ + lane])
                     : static_cast<std::uint64_t>((*this)[Column::address]) +
                           lane * static_cast<std::uint64_t>((*this)[Column::stride]);
  }

 private:
  const Rows* rows_;
  std::size_t index_ = 0;
  std::size_t lists_ = 0;  // number of lists so far
  std::size_t list_ = 0;   // index in `listed` of the addresses of this row, or of the next row with a list
  bool has_begun_ = false;
  bool has_list_ = false;
};

struct KernelCode {
  std::string gen;  // isa::Gen::name
  std::vector<std::byte> bytes;
  bool operator==(const KernelCode&) const = default;
};

// A run of consecutive launches with the same properties: from launch `first` to the `first` of the next run.
struct LaunchRun {
  std::uint64_t first = 0;
  std::string kernel;                      // empty: unknown
  std::string device;                      // the GPU's full name
  profile::DeviceModel model;              // model of the device, as in a profile
  std::shared_ptr<const KernelCode> code;  // null: unknown. Launches of the same code share it
  bool operator==(const LaunchRun&) const = default;
};
// Returns the run of launch `number`; an empty run if there is none.
const LaunchRun& find_run(std::span<const LaunchRun> launches, std::uint64_t number);

}  // namespace eugene::accesses
