// The special-value tables of SNB PRM vol4 part2 4.3 and chapter 8, entry by entry, as the document prints them.
//
// Operands A are the rows, B the columns. An entry is a class of values, or
//   A, B, -A, -B   the operand itself
//   *, **          one of the classes in the table's notes
//   T, F, T/F      of comparisons; T/F depends on the values
//   .              undefined in the document
#pragma once

#include <map>
#include <string>
#include <vector>

namespace eugene::test {

struct SpecialTable {
  const char* name;
  std::vector<const char*> columns;
  std::vector<std::pair<const char*, const char*>> rows;  // class of A, entries
  std::map<std::string, std::vector<std::string>> notes;
};

inline const std::vector<const char*> kIeeeClasses = {"-inf", "-fin", "-den", "-0", "+0",
                                                      "+den", "+fin", "+inf", "nan"};
inline const std::vector<const char*> kAltClasses = {"-fmax", "-fin", "-den", "-0", "+0", "+den", "+fin", "+fmax"};

inline const SpecialTable kAddIeee = {"Table 8-1",
                                      kIeeeClasses,
                                      {{"-inf", "-inf -inf -inf -inf -inf -inf -inf nan nan"},
                                       {"-fin", "-inf * A A A A ** +inf nan"},
                                       {"-den", "-inf B -0 -0 +0 +0 B +inf nan"},
                                       {"-0", "-inf B -0 -0 +0 +0 B +inf nan"},
                                       {"+0", "-inf B +0 +0 +0 +0 B +inf nan"},
                                       {"+den", "-inf B +0 +0 +0 +0 B +inf nan"},
                                       {"+fin", "-inf ** A A A A *** +inf nan"},
                                       {"+inf", "nan +inf +inf +inf +inf +inf +inf +inf nan"},
                                       {"nan", "nan nan nan nan nan nan nan nan nan"}},
                                      {{"*", {"-fin"}}, {"**", {"-fin", "-0", "+0", "+fin"}}, {"***", {"+fin"}}}};

// "-finite" and "+finite" in an fmax row or column: fmax is finite too.
inline const SpecialTable kAddAlt = {
    "Table 8-2",
    kAltClasses,
    {{"-fmax", "-fmax -fmax -fmax -fmax -fmax -fmax -fin +0"},
     {"-fin", "-fmax * A A A A ** +fmax"},
     {"-den", "-fmax B -0 -0 +0 +0 B +fmax"},
     {"-0", "-fmax B -0 -0 +0 +0 B +fmax"},
     {"+0", "-fmax B +0 +0 +0 +0 B +fmax"},
     {"+den", "-fmax B +0 +0 +0 +0 B +fmax"},
     {"+fin", "-fin ** A A A A *** +fmax"},
     {"+fmax", "+0 +fmax +fmax +fmax +fmax +fmax +fmax +fmax"}},
    {{"*", {"-fin", "-fmax"}}, {"**", {"-fin", "-0", "+0", "+fin"}}, {"***", {"+fin", "+fmax"}}}};

inline const SpecialTable kMulIeee = {"Table 8-5",
                                      {"-inf", "-fin", "-1", "-den", "-0", "+0", "+den", "+1", "+fin", "+inf", "nan"},
                                      {{"-inf", "+inf +inf +inf nan nan nan nan -inf -inf -inf nan"},
                                       {"-fin", "+inf * -A +0 +0 -0 -0 A ** -inf nan"},
                                       {"-1", "+inf -B +1 +0 +0 -0 -0 -1 -B -inf nan"},
                                       {"-den", "nan +0 +0 +0 +0 -0 -0 -0 -0 nan nan"},
                                       {"-0", "nan +0 +0 +0 +0 -0 -0 -0 -0 nan nan"},
                                       {"+0", "nan -0 -0 -0 -0 +0 +0 +0 +0 nan nan"},
                                       {"+den", "nan -0 -0 -0 -0 +0 +0 +0 +0 nan nan"},
                                       {"+1", "-inf B -1 -0 -0 +0 +0 +1 B +inf nan"},
                                       {"+fin", "-inf ** -A -0 -0 +0 +0 A * +inf nan"},
                                       {"+inf", "-inf -inf -inf nan nan nan nan +inf +inf +inf nan"},
                                       {"nan", "nan nan nan nan nan nan nan nan nan nan nan"}},
                                      {{"*", {"+fin", "+inf"}}, {"**", {"-inf", "-fin"}}}};

inline const SpecialTable kMulAlt = {"Table 8-6",
                                     {"-fmax", "-fin", "-1", "-den", "-0", "+0", "+den", "+1", "+fin", "+fmax"},
                                     // The zeros of this row are printed with the other sign, against the table's own
                                     // first column: docs/record/errata.md.
                                     {{"-fmax", "+fmax +fmax +fmax +0 +0 -0 -0 -fmax -fmax -fmax"},
                                      {"-fin", "+fmax * -A +0 +0 -0 -0 A ** -fmax"},
                                      {"-1", "+fmax -B +1 +0 +0 -0 -0 -1 -B -fmax"},
                                      {"-den", "+0 +0 +0 +0 +0 -0 -0 -0 -0 -0"},
                                      {"-0", "+0 +0 +0 +0 +0 -0 -0 -0 -0 -0"},
                                      {"+0", "-0 -0 -0 -0 -0 +0 +0 +0 +0 +0"},
                                      {"+den", "-0 -0 -0 -0 -0 +0 +0 +0 +0 +0"},
                                      {"+1", "-fmax B -1 -0 -0 +0 +0 +1 B +fmax"},
                                      {"+fin", "-fmax ** -A -0 -0 +0 +0 A * +fmax"},
                                      {"+fmax", "-fmax -fmax -fmax -0 -0 +0 +0 +fmax +fmax +fmax"}},
                                     {{"*", {"+fin", "+fmax"}}, {"**", {"-fmax", "-fin"}}}};

// ---- One source: the columns are its classes, the one row the result. ----

inline const SpecialTable kFrcIeee = {
    "Table 8-3", kIeeeClasses, {{"", "nan * +0 +0 +0 +0 * nan nan"}}, {{"*", {"+0", "[0,1)"}}}};
inline const SpecialTable kFrcAlt = {
    "Table 8-4", kAltClasses, {{"", "+0 * +0 +0 +0 +0 * +0"}}, {{"*", {"+0", "[0,1)"}}}};

// Tables 8-7, 8-9, 8-11, 8-13 are one table, and 8-8, 8-10, 8-12, 8-14 another.
inline const SpecialTable kRoundIeee = {"Tables 8-7, 8-9, 8-11, 8-13",
                                        kIeeeClasses,
                                        {{"", "-inf * -0 -0 +0 +0 ** +inf nan"}},
                                        {{"*", {"-fin", "-0"}}, {"**", {"+fin", "+0"}}}};
inline const SpecialTable kRoundAlt = {"Tables 8-8, 8-10, 8-12, 8-14",
                                       kAltClasses,
                                       {{"", "-fmax * -0 -0 +0 +0 ** +fmax"}},
                                       {{"*", {"-fin", "-0"}}, {"**", {"+fin", "+0"}}}};

// ---- Comparisons: tables 4-3 to 4-11. ----

inline const SpecialTable kCmpG = {"Table 4-3",
                                   kIeeeClasses,
                                   {{"-inf", "F F F F F F F F F"},
                                    {"-fin", "T T/F F F F F F F F"},
                                    {"-den", "T T F F F F F F F"},
                                    {"-0", "T T F F F F F F F"},
                                    {"+0", "T T F F F F F F F"},
                                    {"+den", "T T F F F F F F F"},
                                    {"+fin", "T T T T T T T/F F F"},
                                    {"+inf", "T T T T T T T F F"},
                                    {"nan", "F F F F F F F F F"}},
                                   {}};
inline const SpecialTable kCmpL = {"Table 4-4",
                                   kIeeeClasses,
                                   {{"-inf", "F T T T T T T T F"},
                                    {"-fin", "F T/F T T T T T T F"},
                                    {"-den", "F F F F F F T T F"},
                                    {"-0", "F F F F F F T T F"},
                                    {"+0", "F F F F F F T T F"},
                                    {"+den", "F F F F F F T T F"},
                                    {"+fin", "F F F F F F T/F T F"},
                                    {"+inf", "F F F F F F F F F"},
                                    {"nan", "F F F F F F F F F"}},
                                   {}};
inline const SpecialTable kCmpE = {"Table 4-5",
                                   kIeeeClasses,
                                   {{"-inf", "T F F F F F F F F"},
                                    {"-fin", "F T/F F F F F F F F"},
                                    {"-den", "F F T T T T F F F"},
                                    {"-0", "F F T T T T F F F"},
                                    {"+0", "F F T T T T F F F"},
                                    {"+den", "F F T T T T F F F"},
                                    {"+fin", "F F F F F F T/F F F"},
                                    {"+inf", "F F F F F F F T F"},
                                    {"nan", "F F F F F F F F F"}},
                                   {}};
inline const SpecialTable kCmpNe = {"Table 4-6",
                                    kIeeeClasses,
                                    {{"-inf", "F T T T T T T T T"},
                                     {"-fin", "T T/F T T T T T T T"},
                                     {"-den", "T T F F F F T T T"},
                                     {"-0", "T T F F F F T T T"},
                                     {"+0", "T T F F F F T T T"},
                                     {"+den", "T T F F F F T T T"},
                                     {"+fin", "T T T T T T T/F T T"},
                                     {"+inf", "T T T T T T T F T"},
                                     {"nan", "T T T T T T T T T"}},
                                    {}};
inline const SpecialTable kCmpLe = {"Table 4-7",
                                    kIeeeClasses,
                                    {{"-inf", "T T T T T T T T F"},
                                     {"-fin", "F T/F T T T T T T F"},
                                     {"-den", "F F T T T T T T F"},
                                     {"-0", "F F T T T T T T F"},
                                     {"+0", "F F T T T T T T F"},
                                     {"+den", "F F T T T T T T F"},
                                     {"+fin", "F F F F F F T/F T F"},
                                     {"+inf", "F F F F F F F T F"},
                                     {"nan", "F F F F F F F F F"}},
                                    {}};
inline const SpecialTable kCmpGe = {"Table 4-8",
                                    kIeeeClasses,
                                    {{"-inf", "T F F F F F F F F"},
                                     {"-fin", "T T/F F F F F F F F"},
                                     {"-den", "T T T T T T F F F"},
                                     {"-0", "T T T T T T F F F"},
                                     {"+0", "T T T T T T F F F"},
                                     {"+den", "T T T T T T F F F"},
                                     {"+fin", "T T T T T T T/F F F"},
                                     {"+inf", "T T T T T T T T F"},
                                     {"nan", "F F F F F F F F F"}},
                                    {}};
inline const SpecialTable kCmpnL = {"Table 4-9",
                                    kIeeeClasses,
                                    {{"-inf", "F T T T T T T T T"},
                                     {"-fin", "F T/F T T T T T T T"},
                                     {"-den", "F F F F F F T T T"},
                                     {"-0", "F F F F F F T T T"},
                                     {"+0", "F F F F F F T T T"},
                                     {"+den", "F F F F F F T T T"},
                                     {"+fin", "F F F F F F T/F T T"},
                                     {"+inf", "F F F F F F F F T"},
                                     {"nan", "F F F F F F F F F"}},
                                    {}};
// Tables 4-10 and 4-11 differ in one case: for -0 against +0, only 4-11 says false. See docs/record/errata.md.
inline const SpecialTable kCmpnGe = {"Tables 4-10, 4-11",
                                     kIeeeClasses,
                                     {{"-inf", "T F F F F F F F T"},
                                      {"-fin", "T T/F F F F F F F T"},
                                      {"-den", "T T T T T T F F T"},
                                      {"-0", "T T T T T T F F T"},
                                      {"+0", "T T T T T T F F T"},
                                      {"+den", "T T T T T T F F T"},
                                      {"+fin", "T T T T T T T/F F T"},
                                      {"+inf", "T T T T T T T T T"},
                                      {"nan", "F F F F F F F F F"}},
                                     {}};

}  // namespace eugene::test
