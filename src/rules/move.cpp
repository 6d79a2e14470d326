// Rules on movi. SNB PRM vol4 part2 8.3.30.
#include "rules/rule.h"

namespace eugene::rules {
namespace {

bool movi(const Subject& s) { return s.i.opcode == Opcode::movi; }
bool align1_movi(const Subject& s) { return movi(s) && !s.align16; }

constexpr Rule kMoveRules[] = {
    {.id = "movi.source",
     .citation = {snb("8.3.30: an indirectly-addressed GRF register"), bdw("vol2a movi")},
     .text = "the source of movi must be a general register addressed through a0",
     .hint = "write r[a0.0]",
     .check = [](const Subject& s) { return broken_if(movi(s) && !(s.src(0).is_grf() && s.src(0).indirect), kSrc0); }},
    {.id = "movi.types",
     .citation = {snb("8.3.30 restrictions"), bdw("vol2a movi")},
     .text = "source and destination of movi must have the same type",
     .hint = "use one type for both",
     .check = [](const Subject& s) { return broken_if(movi(s) && s.i.dst.type != s.src(0).type, kDst | kSrc0); }},
    {.id = "movi.exec_size",
     .citation = {snb("8.3.30 restrictions"), kNone},
     .text = "movi must have fewer than 16 channels",
     .hint = "use an execution size of 8",
     .check = [](const Subject& s) { return broken_if(movi(s) && s.i.exec_size >= 16); }},
    {.id = "movi.address_base",
     .citation = {snb("8.3.30 restrictions"), bdw("vol2a movi")},
     .text = "the address of movi must start at a0.0",
     .hint = "write r[a0.0]",
     .check =
         [](const Subject& s) { return broken_if(movi(s) && s.src(0).indirect && s.src(0).addr_subnr != 0, kSrc0); }},
    {.id = "movi.destination_alignment",
     .citation = {snb("8.3.30 restrictions"), bdw("vol2a movi")},
     .text = "the destination of movi must start at a multiple of 16 bytes",
     .hint = "use subregister 0 or the upper half",
     .check =
         [](const Subject& s) {
           return broken_if(movi(s) && !s.i.dst.indirect && s.i.dst.subnr % kOwordBytes != 0, kDst);
         }},
    {.id = "movi.destination_stride",
     .citation = {snb("8.3.30 restrictions"), bdw("vol2a movi")},
     .text = "the destination of movi must be packed",
     .hint = "write <1>",
     .check =
         [](const Subject& s) {
           return broken_if(align1_movi(s) && s.i.dst.type == s.src(0).type && s.i.dst.region.hstride > 1, kDst);
         }},
    {.id = "movi.align16",
     .citation = {snb("8.3.30 restrictions"), bdw("vol2a movi"), kNone},
     .text = "movi only works in Align1 mode",
     .hint = "write Align1",
     .check = [](const Subject& s) { return broken_if(movi(s) && s.align16); }},
    {.id = "movi.region",
     .citation = {snb("8.3.30: 1x1 indirect regioning"), bdw("vol2a movi")},
     .text = "the source of movi must use a region with one address (1x1)",
     .hint = "write a vertical stride",
     .check = [](const Subject& s) { return broken_if(align1_movi(s) && is_row_addressed(s.src(0)), kSrc0); }},
};

}  // namespace

std::span<const Rule> move_rules() { return kMoveRules; }

}  // namespace eugene::rules
