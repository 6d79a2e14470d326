// DWARF that no compiler writes: small tables and entries that expand to gigabytes, refer to themselves, or refer to
// nothing. Reading must take little time and memory.
#include <dwarf.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "binary/debug_data.h"
#include "binary/debug_variables.h"
#include "support/elf_file.h"

namespace eugene::binary {
namespace {

using testing_support::ElfFile;
using testing_support::leb;
using testing_support::raw;

std::uint64_t largest_memory() {
  rusage use{};
  ::getrusage(RUSAGE_SELF, &use);
  return static_cast<std::uint64_t>(use.ru_maxrss) << 10;
}

std::string with_length(const std::string& contents) {
  return raw(static_cast<std::uint32_t>(contents.size())) + contents;
}

// An abbreviation: number, tag, whether it has children, and pairs of attributes and forms.
std::string abbreviation(unsigned number, unsigned tag, bool has_children, const std::vector<unsigned>& attributes) {
  std::string text = leb(number) + leb(tag) + static_cast<char>(has_children);
  for (const unsigned each : attributes) text += leb(each);
  return text + leb(0) + leb(0);
}

// Unit 1 has a table of lines; 2 is a function, 3 a variable by an offset of a list, 4 by an expression; 5 a block with
// ranges, 6 one without; 7 to 11 are types.
std::string abbreviations() {
  return abbreviation(1, DW_TAG_compile_unit, true, {DW_AT_stmt_list, DW_FORM_sec_offset, DW_AT_name, DW_FORM_string}) +
         abbreviation(2, DW_TAG_subprogram, true,
                      {DW_AT_name, DW_FORM_string, DW_AT_low_pc, DW_FORM_addr, DW_AT_high_pc, DW_FORM_data4}) +
         abbreviation(3, DW_TAG_variable, false,
                      {DW_AT_name, DW_FORM_strp, DW_AT_type, DW_FORM_ref4, DW_AT_location, DW_FORM_sec_offset}) +
         abbreviation(4, DW_TAG_variable, false,
                      {DW_AT_name, DW_FORM_strp, DW_AT_type, DW_FORM_ref4, DW_AT_location, DW_FORM_exprloc}) +
         abbreviation(5, DW_TAG_lexical_block, true, {DW_AT_ranges, DW_FORM_sec_offset}) +
         abbreviation(6, DW_TAG_lexical_block, true, {}) +
         abbreviation(7, DW_TAG_typedef, false, {DW_AT_name, DW_FORM_string, DW_AT_type, DW_FORM_ref4}) +
         abbreviation(8, DW_TAG_structure_type, true, {DW_AT_name, DW_FORM_string, DW_AT_byte_size, DW_FORM_data8}) +
         abbreviation(9, DW_TAG_member, false, {DW_AT_name, DW_FORM_string, DW_AT_type, DW_FORM_ref4}) +
         abbreviation(10, DW_TAG_array_type, true, {DW_AT_type, DW_FORM_ref4}) +
         abbreviation(11, DW_TAG_subrange_type, false, {DW_AT_count, DW_FORM_data8}) +
         abbreviation(12, DW_TAG_variable, false, {DW_AT_abstract_origin, DW_FORM_ref4}) +
         abbreviation(13, DW_TAG_subprogram, true,
                      {DW_AT_name, DW_FORM_string, DW_AT_low_pc, DW_FORM_addr, DW_AT_high_pc, DW_FORM_data4,
                       DW_AT_sibling, DW_FORM_ref4}) +
         '\0';
}

constexpr std::uint32_t kHeader = 11;  // bytes before the first entry of a unit

// .debug_info of one unit with these entries; offsets in it count from its beginning.
std::string unit_of(const std::string& entries, std::uint16_t version = 4) {
  return with_length(raw(version) + raw(std::uint32_t{0}) + '\x08' + leb(1) + raw(std::uint32_t{0}) +
                     std::string("u\0", 2) + entries + '\0');
}
constexpr std::uint32_t kFirst = kHeader + 1 + 4 + 2;  // offset of the first entry that unit_of() gets

std::string function(const std::string& entries) {
  return leb(2) + std::string("f\0", 2) + raw(std::uint64_t{0}) + raw(std::uint32_t{0x1000}) + entries + '\0';
}
constexpr std::uint32_t kInFunction = kFirst + 1 + 2 + 8 + 4;
std::string variable(std::uint32_t name, std::uint32_t type, std::uint32_t list) {
  return leb(3) + raw(name) + raw(type) + raw(list);
}

std::string repeated(const std::string& text, std::size_t count) {
  std::string all;
  all.reserve(text.size() * count);
  for (std::size_t i = 0; i != count; ++i) all += text;
  return all;
}

// .debug_line of version 4, of one table; `program` follows its header.
std::string lines_of(const std::string& directories, const std::string& files, const std::string& program,
                     int line_range = 14, int opcode_base = 13, int least = 1) {
  std::string header{static_cast<char>(least),      '\x01', '\x01', '\xFB', static_cast<char>(line_range),
                     static_cast<char>(opcode_base)};
  header += std::string("\0\1\1\1\1\0\0\0\1\0\0\1", 12) + directories + '\0' + files + '\0';
  return with_length(raw(std::uint16_t{4}) + with_length(header) + program);
}
std::string file(const std::string& name, std::uint64_t directory = 0) {
  return name + '\0' + leb(directory) + leb(0) + leb(0);
}
const std::string kSetAddress = std::string("\0\x09\x02", 3) + raw(std::uint64_t{0});

class DwarfAttack : public testing::Test {
 protected:
  DwarfAttack() : memory_(largest_memory()), begin_(std::chrono::steady_clock::now()) {}
  ~DwarfAttack() override {
    EXPECT_LT(std::chrono::steady_clock::now() - begin_, std::chrono::seconds(20));
    EXPECT_LT(largest_memory() - memory_, std::uint64_t{1} << 30);
  }

  struct Read {
    SourceLines lines;
    SourceVariables variables;
  };
  static Read read(const ElfFile& file) {
    const std::vector<std::byte> bytes = file.bytes();
    const auto elf = std::make_shared<const std::vector<std::byte>>(bytes);
    return {.lines = read_source_lines(bytes),
            .variables = read_source_variables(DebugFile{.elf = elf, .begin = 0, .end = 0x1000})};
  }
  static Read read(const std::string& info, const std::string& lines = {}) {
    return read(ElfFile()
                    .add(".debug_info", info)
                    .add(".debug_abbrev", abbreviations())
                    .add(".debug_line", lines)
                    .add(".debug_str", std::string("v\0", 2)));
  }
  // Reads a table of lines. There are no entries that refer to it.
  static SourceLines lines(const std::string& table) { return read(unit_of({}), table).lines; }

 private:
  std::uint64_t memory_;
  std::chrono::steady_clock::time_point begin_;
};

// --- first that the tests' own data is read at all ---

TEST_F(DwarfAttack, DataThatIsRightIsRead) {
  const auto read =
      this->read(unit_of(function(leb(4) + raw(std::uint32_t{0}) + raw(std::uint32_t{0}) + leb(1) + '\x30')),
                 lines_of({}, file("a.cl"), kSetAddress + "\x21\x21"));
  ASSERT_EQ(read.lines.rows.size(), 2U);
  EXPECT_EQ(read.lines.files, std::vector<std::string>{"a.cl"});
  ASSERT_EQ(read.variables.variables.size(), 1U);
  EXPECT_EQ(read.variables.variables[0].name, "v");
  EXPECT_EQ(read.variables.variables[0].locations.size(), 1U);
}

// --- tables of lines ---

TEST_F(DwarfAttack, ALongDirectoryOfManyFiles) {
  const std::string directory = std::string(std::size_t{1} << 20, 'd') + '\0';
  EXPECT_TRUE(lines(lines_of(directory, repeated(file("f", 1), 200'000), kSetAddress + "\x14")).rows.empty());
}

TEST_F(DwarfAttack, ALongDirectoryOfManyFilesInAnotherSection) {
  std::string header{'\x01', '\x01', '\x01', '\xFB', '\x0E', '\x0D'};
  header += std::string("\0\1\1\1\1\0\0\0\1\0\0\1", 12);
  header += '\x01' + leb(DW_LNCT_path) + leb(DW_FORM_line_strp) + leb(1) + raw(std::uint32_t{0});
  header +=
      '\x01' + leb(DW_LNCT_path) + leb(DW_FORM_line_strp) + leb(200'000) + repeated(raw(std::uint32_t{0}), 200'000);
  const std::string table =
      with_length(raw(std::uint16_t{5}) + std::string("\x08\0", 2) + with_length(header) + kSetAddress + "\x14");
  const auto all = read(ElfFile()
                            .add(".debug_info", unit_of({}))
                            .add(".debug_abbrev", abbreviations())
                            .add(".debug_line", table)
                            .add(".debug_line_str", std::string(std::size_t{1} << 20, 'd') + '\0'));
  EXPECT_TRUE(all.lines.rows.empty());
}

TEST_F(DwarfAttack, ARowOfEachByte) {
  EXPECT_TRUE(lines(lines_of({}, file("f"), kSetAddress + std::string(std::size_t{30} << 20, '\x21'))).rows.empty());
  const std::size_t many = std::size_t{1} << 20;
  EXPECT_GT(lines(lines_of({}, file("f"), kSetAddress + std::string(many, '\x21'))).rows.size(), many / 2);
}

TEST_F(DwarfAttack, ManyFilesOneAfterTheOther) {
  std::string files, program = kSetAddress;
  for (unsigned i = 0; i != 60'000; ++i) {
    files += file("f" + std::to_string(i));
    program += '\x04' + leb(i + 1) + '\x21';  // the next file, and one instruction further
  }
  EXPECT_EQ(lines(lines_of({}, files, program + "\x21" + std::string("\0\x01\x01", 3))).files.size(), 60'000U);
}

TEST_F(DwarfAttack, TablesThatDivideByZero) {
  for (const int range : {0, 1, 255})
    for (const int base : {0, 1, 255})
      for (const int least : {0, 255})
        (void)lines(lines_of({}, file("f"), kSetAddress + std::string(1000, '\x80'), range, base, least));
}

TEST_F(DwarfAttack, FilesAndDirectoriesThatThereAreNone) {
  for (const std::uint64_t number : {std::uint64_t{2}, std::uint64_t{1} << 31, ~std::uint64_t{0}}) {
    (void)lines(lines_of({}, file("f", number), kSetAddress + '\x04' + leb(number) + "\x14"));
    (void)lines(lines_of(
        {}, file("f"), kSetAddress + '\x03' + leb(number) + '\x05' + leb(number) + '\x02' + leb(number) + "\x14\x14"));
  }
}

TEST_F(DwarfAttack, LengthsThatAreNone) {
  const std::string right = lines_of({}, file("f"), kSetAddress + "\x14");
  for (const std::uint32_t length : {0U, 1U, 10U, 0x7FFF'FFFFU, 0xFFFF'FFEFU, 0xFFFF'FFF0U, 0xFFFF'FFFFU}) {
    (void)lines(raw(length) + right.substr(4));
    (void)lines(right.substr(0, 6) + raw(length) + right.substr(10));
    (void)lines(raw(0xFFFF'FFFFU) + raw(std::uint64_t{length} << 32) + right.substr(4));
    (void)read(raw(length) + unit_of(function({})).substr(4), right);
    (void)read(unit_of(function({})) + raw(length), right);
  }
}

// --- sections ---

TEST_F(DwarfAttack, ASectionThatUnpacksToGigabytes) {
  Elf64_Chdr header{
      .ch_type = ELFCOMPRESS_ZLIB, .ch_reserved = 0, .ch_size = std::uint64_t{100} << 30, .ch_addralign = 1};
  const std::string packed = raw(header) + std::string(1000, '\x78');
  for (const char* name : {".debug_info", ".debug_line", ".debug_str", ".debug_abbrev"})
    EXPECT_TRUE(read(ElfFile().add(name, packed, SHF_COMPRESSED).add(".debug_abbrev", abbreviations()))
                    .variables.variables.empty());
  std::string old = "ZLIB";
  for (int shift = 56; shift >= 0; shift -= 8) old += static_cast<char>(std::uint64_t{100} << 30 >> shift);
  EXPECT_TRUE(read(ElfFile().add(".zdebug_info", old + std::string(1000, '\x78'))).variables.variables.empty());
}

// --- entries ---

TEST_F(DwarfAttack, ManyVariablesWithOneLongListOfLocations) {
  std::string list;
  for (std::uint64_t i = 0; i != 20'000; ++i)
    list += raw(std::uint64_t{1}) + raw(std::uint64_t{2}) + raw(std::uint16_t{1000}) + std::string(1000, '\x30');
  const auto all = read(ElfFile()
                            .add(".debug_info", unit_of(function(repeated(variable(0, 0, 0), 60'000))))
                            .add(".debug_abbrev", abbreviations())
                            .add(".debug_str", std::string("v\0", 2))
                            .add(".debug_loc", list));
  EXPECT_EQ(all.variables.variables.size(), 60'000U);
}

TEST_F(DwarfAttack, ManyVariablesWithOneLongListThatSaysNothing) {
  std::string list;
  for (std::uint64_t i = 0; i != 200'000; ++i) list += raw(~std::uint64_t{0}) + raw(i);
  (void)read(ElfFile()
                 .add(".debug_info", unit_of(function(repeated(variable(0, 0, 0), 60'000))))
                 .add(".debug_abbrev", abbreviations())
                 .add(".debug_str", std::string("v\0", 2))
                 .add(".debug_loc", list));
}

TEST_F(DwarfAttack, ManyVariablesInABlockOfManyRanges) {
  std::string ranges;
  for (std::uint64_t i = 0; i != 200'000; ++i) ranges += raw(i % 0x800 + 1) + raw(i % 0x800 + 2);
  const std::string block = leb(5) + raw(std::uint32_t{0}) + repeated(variable(0, 0, 0), 60'000) + '\0';
  (void)read(ElfFile()
                 .add(".debug_info", unit_of(function(block + block)))
                 .add(".debug_abbrev", abbreviations())
                 .add(".debug_str", std::string("v\0", 2))
                 .add(".debug_ranges", ranges + std::string(16, '\0')));
}

TEST_F(DwarfAttack, ManyVariablesOfOneLongName) {
  const auto all = read(ElfFile()
                            .add(".debug_info", unit_of(function(repeated(variable(0, 0, 0), 60'000))))
                            .add(".debug_abbrev", abbreviations())
                            .add(".debug_str", std::string(std::size_t{4} << 20, 'n') + '\0'));
  EXPECT_TRUE(all.variables.variables.empty());
}

TEST_F(DwarfAttack, BlocksInBlocks) {
  (void)read(unit_of(function(std::string(200'000, '\x06') + std::string(200'000, '\0'))));
}

// Each leads to itself, or to one that does.
TEST_F(DwarfAttack, TypesOfThemselves) {
  const std::uint32_t first = kInFunction;
  const std::string of_first = variable(0, first, 0), name("t\0", 2);
  const std::string itself = leb(7) + name + raw(first);
  const std::string each_other = leb(7) + name + raw(first + 7) + leb(7) + name + raw(first);
  const std::string structure =
      leb(8) + name + raw(~std::uint64_t{0}) + repeated(leb(9) + name + raw(first), 1000) + '\0';
  const std::string array =
      leb(10) + raw(first) + leb(11) + raw(~std::uint64_t{0} / 2) + leb(11) + raw(std::uint64_t{1} << 62) + '\0';
  const std::string origin = leb(12) + raw(first), origins = leb(12) + raw(first + 5) + leb(12) + raw(first);
  for (const std::string& each : {itself, each_other, structure, array, origin, origins})
    (void)read(unit_of(function(each + of_first)));
}

// Each structure has two members of the next one's type: that would be 2^40 structures if each were read anew.
TEST_F(DwarfAttack, TypesThatDouble) {
  const std::string name("s\0", 2);
  const std::string member = leb(9) + name;
  const std::size_t bytes = 1 + 2 + 8 + 2 * (member.size() + 4) + 1;
  std::string all;
  for (std::uint32_t i = 0; i != 40; ++i) {
    const std::uint32_t next = kInFunction + static_cast<std::uint32_t>((i + 1) * bytes);
    all += leb(8) + name + raw(std::uint64_t{8}) + member + raw(next) + member + raw(next) + '\0';
  }
  all += leb(7) + name + raw(kInFunction);
  (void)read(unit_of(function(all + variable(0, kInFunction, 0))));
}

TEST_F(DwarfAttack, PlacesThatThereAreNone) {
  for (const std::uint32_t place : {1U, kHeader, kFirst, kInFunction + 1, 0x7FFF'FFFFU, 0xFFFF'FFFFU}) {
    (void)read(unit_of(function(variable(0, place, place))));
    (void)read(unit_of(function(variable(place, 0, place))));
    (void)read(unit_of(function(leb(12) + raw(place))));
    (void)read(unit_of(function(leb(5) + raw(place) + variable(0, 0, 0) + '\0')));
    // A sibling, backwards among them.
    (void)read(
        unit_of(leb(13) + std::string("f\0", 2) + raw(std::uint64_t{0}) + raw(std::uint32_t{16}) + raw(place) + '\0'));
  }
}

TEST_F(DwarfAttack, NumbersWithoutAnEnd) {
  (void)read(unit_of(std::string(100'000, '\x80')));
  (void)read(unit_of(function(leb(4) + raw(std::uint32_t{0}) + raw(std::uint32_t{0}) + std::string(20, '\xFF'))));
  (void)lines(lines_of({}, file("f"), kSetAddress + '\x02' + std::string(100'000, '\xFF')));
  (void)read(ElfFile().add(".debug_info", unit_of(function({}))).add(".debug_abbrev", std::string(100'000, '\xFF')));
  (void)read(ElfFile().add(".debug_info", unit_of(function({}))).add(".debug_abbrev", abbreviations().substr(0, 40)));
}

TEST_F(DwarfAttack, VersionsThatThereAreNone) {
  for (const int version : {0, 1, 2, 3, 5, 6, 999})
    (void)read(unit_of(function(variable(0, 0, 0)), static_cast<std::uint16_t>(version)));
}

// The end of each part of a file that is right.
TEST_F(DwarfAttack, EndsInTheMiddle) {
  const std::string info = unit_of(function(variable(0, 0, 0) + leb(5) + raw(std::uint32_t{0}) + '\0'));
  const std::string table = lines_of(std::string("d\0", 2), file("f", 1), kSetAddress + "\x14\x14");
  for (std::size_t i = 0; i < info.size(); ++i) (void)read(info.substr(0, i), table);
  for (std::size_t i = 0; i < table.size(); ++i) (void)read(info, table.substr(0, i));
}

}  // namespace
}  // namespace eugene::binary
