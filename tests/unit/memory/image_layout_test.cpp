// Where texels lie, against points that Mesa's isl gives for random images; 28 million more were compared when this was
// written.
#include "memory/image_layout.h"

#include <map>

#include <gtest/gtest.h>

namespace eugene::memory {
namespace {

struct Point {
  unsigned gen;
  SurfaceType type;
  TileMode tile;
  std::uint16_t format;
  std::uint32_t width, height, depth, pitch, qpitch;
  std::uint8_t horizontal_alignment, vertical_alignment, mip_count, sample_count_log2;
  bool interleaved;
  TexelPlace place;
  std::uint64_t offset;
};

// clang-format off
constexpr Point kPoints[]{
    {9, SurfaceType::one_d, TileMode::linear, 0x087, 46, 1, 5, 1, 128, 4, 4, 1, 0, false, {25, 0, 0, 0, 0}, 200},
    {9, SurfaceType::one_d, TileMode::linear, 0x0C7, 881, 1, 3, 1, 1600, 4, 4, 2, 0, false, {188, 0, 2, 0, 0}, 13552},
    {9, SurfaceType::one_d, TileMode::linear, 0x0C7, 161, 1, 4, 1, 384, 4, 4, 2, 0, false, {34, 0, 0, 2, 0}, 1416},
    {9, SurfaceType::one_d, TileMode::linear, 0x106, 488, 1, 2, 1, 1216, 4, 4, 7, 0, false, {43, 0, 0, 3, 0}, 1878},
    {9, SurfaceType::two_d, TileMode::linear, 0x0D7, 38, 199, 2, 192, 300, 16, 4, 5, 0, false, {1, 10, 0, 4, 0}, 55044},
    {9, SurfaceType::two_d, TileMode::linear, 0x188, 58, 78, 2, 256, 32, 4, 4, 3, 0, false, {5, 11, 0, 2, 0}, 5776},
    {9, SurfaceType::two_d, TileMode::linear, 0x1AA, 165, 64, 4, 352, 24, 4, 4, 1, 0, false, {23, 45, 3, 0, 0}, 29256},
    {9, SurfaceType::two_d, TileMode::linear, 0x042, 16, 31, 5, 192, 48, 16, 4, 1, 0, false, {1, 4, 2, 1, 0}, 25356},
    {9, SurfaceType::three_d, TileMode::linear, 0x1AA, 165, 75, 10, 352, 32, 4, 4, 2, 0, false, {79, 26, 3, 1, 0}, 43096},
    {9, SurfaceType::three_d, TileMode::linear, 0x188, 58, 80, 7, 240, 20, 4, 4, 0, 0, false, {30, 25, 2, 0, 0}, 11152},
    {9, SurfaceType::three_d, TileMode::linear, 0x087, 1113, 277, 3, 8960, 432, 16, 4, 9, 0, false, {631, 128, 1, 0, 0}, 5022648},
    {9, SurfaceType::three_d, TileMode::linear, 0x0D7, 88, 7, 11, 384, 12, 16, 4, 2, 0, false, {16, 0, 1, 2, 0}, 7936},
    {9, SurfaceType::cube, TileMode::linear, 0x002, 1431, 1431, 3, 23040, 2148, 16, 4, 5, 0, false, {77, 12, 9, 4, 0}, 491133392},
    {9, SurfaceType::cube, TileMode::linear, 0x087, 1106, 1106, 3, 8960, 1664, 16, 4, 3, 0, false, {45, 91, 0, 3, 0}, 13220840},
    {9, SurfaceType::cube, TileMode::linear, 0x186, 798, 798, 3, 1600, 304, 4, 4, 5, 0, false, {76, 428, 5, 0, 0}, 2603352},
    {9, SurfaceType::cube, TileMode::linear, 0x087, 996, 996, 3, 8064, 1500, 16, 4, 9, 0, false, {8, 13, 16, 6, 0}, 205482944},
    {9, SurfaceType::one_d, TileMode::w, 0x143, 107, 1, 3, 256, 8, 8, 8, 0, 0, false, {106, 0, 0, 0, 0}, 6660},
    {9, SurfaceType::one_d, TileMode::w, 0x143, 73, 1, 4, 256, 16, 8, 8, 2, 0, false, {14, 0, 0, 2, 0}, 3156},
    {9, SurfaceType::one_d, TileMode::w, 0x143, 255, 1, 1, 512, 48, 8, 8, 6, 0, false, {4, 0, 0, 4, 0}, 8400},
    {9, SurfaceType::one_d, TileMode::w, 0x143, 198, 1, 3, 512, 32, 8, 8, 4, 0, false, {3, 0, 2, 4, 0}, 23237},
    {9, SurfaceType::two_d, TileMode::w, 0x143, 95, 409, 2, 256, 624, 8, 8, 5, 0, false, {0, 0, 1, 5, 0}, 158848},
    {9, SurfaceType::two_d, TileMode::w, 0x143, 35, 63, 3, 128, 64, 8, 8, 0, 0, false, {4, 6, 0, 0, 0}, 56},
    {9, SurfaceType::two_d, TileMode::w, 0x143, 168, 621, 4, 384, 936, 8, 8, 4, 0, false, {20, 225, 3, 1, 0}, 701522},
    {9, SurfaceType::two_d, TileMode::w, 0x143, 1247, 93, 3, 2560, 168, 8, 8, 7, 0, false, {737, 7, 0, 0, 0}, 47147},
    {9, SurfaceType::three_d, TileMode::w, 0x143, 151, 33, 6, 384, 32, 8, 8, 3, 0, false, {16, 2, 0, 3, 0}, 6536},
    {9, SurfaceType::three_d, TileMode::w, 0x143, 15, 139, 9, 128, 128, 8, 8, 1, 0, false, {5, 42, 0, 1, 0}, 8665},
    {9, SurfaceType::three_d, TileMode::w, 0x143, 192, 77, 8, 384, 64, 8, 8, 4, 0, false, {35, 31, 1, 1, 0}, 39279},
    {9, SurfaceType::three_d, TileMode::w, 0x143, 6, 43, 3, 128, 64, 8, 8, 1, 0, false, {0, 6, 0, 1, 0}, 424},
    {9, SurfaceType::cube, TileMode::w, 0x143, 108, 108, 3, 256, 168, 8, 8, 2, 0, false, {18, 22, 12, 2, 0}, 275244},
    {9, SurfaceType::cube, TileMode::w, 0x143, 1025, 1025, 1, 2176, 1560, 8, 8, 10, 0, false, {813, 353, 1, 0, 0}, 2071507},
    {9, SurfaceType::cube, TileMode::w, 0x143, 1374, 1374, 2, 2816, 2064, 8, 8, 6, 0, false, {9, 10, 11, 6, 0}, 34828105},
    {9, SurfaceType::cube, TileMode::w, 0x143, 41, 41, 2, 128, 88, 8, 8, 5, 0, false, {4, 1, 6, 2, 0}, 38418},
    {9, SurfaceType::one_d, TileMode::x, 0x106, 142, 1, 5, 512, 24, 16, 4, 6, 0, false, {0, 0, 2, 4, 0}, 30880},
    {9, SurfaceType::one_d, TileMode::x, 0x10D, 554, 1, 1, 1536, 16, 16, 4, 4, 0, false, {29, 0, 0, 4, 0}, 18554},
    {9, SurfaceType::one_d, TileMode::x, 0x10D, 150, 1, 6, 512, 12, 16, 4, 3, 0, false, {2, 0, 1, 2, 0}, 8356},
    {9, SurfaceType::one_d, TileMode::x, 0x087, 1195, 1, 3, 9728, 32, 16, 4, 8, 0, false, {23, 0, 2, 4, 0}, 739768},
    {9, SurfaceType::two_d, TileMode::x, 0x182, 977, 459, 6, 2048, 460, 16, 4, 0, 0, false, {437, 25, 5, 0, 0}, 4758378},
    {9, SurfaceType::two_d, TileMode::x, 0x106, 40, 495, 2, 512, 744, 16, 4, 5, 0, false, {0, 8, 0, 5, 0}, 370752},
    {9, SurfaceType::two_d, TileMode::x, 0x002, 147, 22, 5, 2560, 36, 16, 4, 2, 0, false, {66, 10, 0, 1, 0}, 91168},
    {9, SurfaceType::two_d, TileMode::x, 0x10D, 166, 120, 6, 512, 180, 16, 4, 2, 0, false, {9, 18, 4, 2, 0}, 439506},
    {9, SurfaceType::three_d, TileMode::x, 0x0C7, 719, 73, 11, 3072, 112, 16, 4, 4, 0, false, {200, 33, 1, 1, 0}, 670496},
    {9, SurfaceType::three_d, TileMode::x, 0x106, 124, 28, 10, 512, 32, 16, 4, 0, 0, false, {110, 22, 8, 0, 0}, 142556},
    {9, SurfaceType::three_d, TileMode::x, 0x186, 170, 56, 9, 512, 32, 4, 4, 5, 0, false, {19, 6, 0, 3, 0}, 10976},
    {9, SurfaceType::three_d, TileMode::x, 0x10D, 1459, 24, 5, 3072, 40, 16, 4, 3, 0, false, {213, 6, 1, 1, 0}, 200106},
    {9, SurfaceType::cube, TileMode::x, 0x0C7, 66, 66, 2, 512, 104, 16, 4, 4, 0, false, {0, 3, 10, 4, 0}, 581312},
    {9, SurfaceType::cube, TileMode::x, 0x1AA, 142, 142, 2, 512, 56, 4, 4, 2, 0, false, {18, 42, 9, 1, 0}, 281632},
    {9, SurfaceType::cube, TileMode::x, 0x106, 70, 70, 2, 512, 108, 16, 4, 5, 0, false, {13, 9, 10, 2, 0}, 594554},
    {9, SurfaceType::cube, TileMode::x, 0x0C7, 101, 101, 1, 512, 104, 16, 4, 0, 0, false, {72, 46, 4, 0, 0}, 236832},
    {9, SurfaceType::one_d, TileMode::y, 0x10D, 117, 1, 2, 256, 8, 16, 4, 2, 0, false, {46, 0, 1, 1, 0}, 2764},
    {9, SurfaceType::one_d, TileMode::y, 0x0C7, 70, 1, 6, 384, 20, 16, 4, 5, 0, false, {3, 0, 5, 4, 0}, 43276},
    {9, SurfaceType::one_d, TileMode::y, 0x002, 107, 1, 6, 1792, 20, 16, 4, 5, 0, false, {29, 0, 1, 1, 0}, 15232},
    {9, SurfaceType::one_d, TileMode::y, 0x087, 104, 1, 6, 896, 16, 16, 4, 4, 0, false, {7, 0, 2, 1, 0}, 30280},
    {9, SurfaceType::two_d, TileMode::y, 0x002, 2, 80, 1, 256, 120, 16, 4, 1, 0, false, {1, 58, 0, 0, 0}, 9120},
    {9, SurfaceType::two_d, TileMode::y, 0x143, 124, 37, 2, 128, 40, 16, 4, 0, 0, false, {58, 21, 0, 0, 0}, 1882},
    {9, SurfaceType::two_d, TileMode::y, 0x0D7, 12, 47, 1, 128, 76, 16, 4, 5, 0, false, {1, 7, 0, 2, 0}, 6516},
    {9, SurfaceType::two_d, TileMode::y, 0x0D7, 158, 62, 5, 640, 96, 16, 4, 1, 0, false, {16, 7, 1, 1, 0}, 104560},
    {9, SurfaceType::three_d, TileMode::y, 0x186, 117, 15, 6, 256, 32, 4, 4, 6, 0, false, {5, 0, 0, 4, 0}, 4296},
    {9, SurfaceType::three_d, TileMode::y, 0x0C7, 272, 21, 10, 1152, 64, 16, 4, 5, 0, false, {2, 0, 0, 4, 0}, 55368},
    {9, SurfaceType::three_d, TileMode::y, 0x143, 108, 85, 17, 128, 160, 16, 4, 6, 0, false, {0, 0, 0, 5, 0}, 18496},
    {9, SurfaceType::three_d, TileMode::y, 0x188, 120, 62, 5, 512, 32, 4, 4, 4, 0, false, {24, 12, 0, 2, 0}, 11568},
    {9, SurfaceType::cube, TileMode::y, 0x188, 41, 41, 1, 256, 12, 4, 4, 0, 0, false, {26, 24, 4, 0, 0}, 11616},
    {9, SurfaceType::cube, TileMode::y, 0x143, 1203, 1203, 1, 1280, 1808, 16, 4, 7, 0, false, {99, 102, 1, 2, 0}, 3995811},
    {9, SurfaceType::cube, TileMode::y, 0x0C7, 1450, 1450, 3, 5888, 2180, 16, 4, 3, 0, false, {217, 68, 7, 2, 0}, 98852036},
    {9, SurfaceType::cube, TileMode::y, 0x188, 170, 170, 1, 768, 68, 4, 4, 2, 0, false, {59, 68, 1, 1, 0}, 105488},
    {6, SurfaceType::one_d, TileMode::linear, 0x143, 81, 1, 6, 84, 0, 4, 2, 1, 0, false, {8, 0, 5, 0, 0}, 10928},
    {6, SurfaceType::one_d, TileMode::linear, 0x0C7, 81, 1, 4, 336, 0, 4, 2, 4, 0, false, {2, 0, 3, 4, 0}, 28392},
    {6, SurfaceType::one_d, TileMode::linear, 0x0C7, 31, 1, 1, 128, 0, 4, 2, 3, 0, false, {0, 0, 0, 2, 0}, 320},
    {6, SurfaceType::one_d, TileMode::linear, 0x087, 20, 1, 1, 160, 0, 4, 2, 1, 0, false, {12, 0, 0, 0, 0}, 96},
    {6, SurfaceType::two_d, TileMode::linear, 0x042, 80, 396, 5, 960, 0, 4, 2, 8, 0, false, {4, 5, 3, 4, 0}, 2303568},
    {6, SurfaceType::two_d, TileMode::linear, 0x186, 36, 83, 3, 72, 0, 4, 4, 0, 0, false, {1, 62, 2, 0, 0}, 7272},
    {6, SurfaceType::two_d, TileMode::linear, 0x042, 150, 17, 2, 1824, 0, 4, 2, 7, 0, false, {72, 5, 1, 0, 0}, 97536},
    {6, SurfaceType::two_d, TileMode::linear, 0x143, 853, 353, 6, 856, 0, 4, 2, 9, 0, false, {96, 24, 5, 3, 0}, 2761980},
    {6, SurfaceType::three_d, TileMode::linear, 0x002, 66, 61, 17, 1152, 0, 4, 2, 2, 0, false, {0, 5, 1, 2, 0}, 1358464},
    {6, SurfaceType::three_d, TileMode::linear, 0x0D7, 695, 57, 13, 2784, 0, 4, 2, 8, 0, false, {126, 0, 1, 2, 0}, 2334200},
    {6, SurfaceType::three_d, TileMode::linear, 0x106, 128, 86, 12, 256, 0, 4, 2, 4, 0, false, {61, 6, 5, 1, 0}, 288506},
    {6, SurfaceType::three_d, TileMode::linear, 0x188, 86, 98, 8, 352, 0, 4, 4, 2, 0, false, {11, 18, 3, 1, 0}, 76592},
    {6, SurfaceType::cube, TileMode::linear, 0x106, 177, 177, 3, 360, 0, 4, 2, 1, 0, false, {74, 89, 1, 0, 0}, 135868},
    {6, SurfaceType::cube, TileMode::linear, 0x0C7, 163, 163, 2, 652, 0, 4, 2, 0, 0, false, {155, 110, 1, 0, 0}, 247076},
    {6, SurfaceType::cube, TileMode::linear, 0x186, 1409, 1409, 3, 2824, 0, 4, 4, 10, 0, false, {173, 624, 5, 0, 0}, 8065688},
    {6, SurfaceType::cube, TileMode::linear, 0x143, 208, 208, 3, 208, 0, 4, 2, 7, 0, false, {0, 0, 3, 7, 0}, 273000},
    {6, SurfaceType::one_d, TileMode::x, 0x143, 984, 1, 6, 1024, 0, 4, 2, 9, 0, false, {10, 0, 4, 5, 0}, 115190},
    {6, SurfaceType::one_d, TileMode::x, 0x106, 1028, 1, 2, 2560, 0, 4, 2, 1, 0, false, {468, 0, 0, 1, 0}, 5544},
    {6, SurfaceType::one_d, TileMode::x, 0x087, 182, 1, 1, 1536, 0, 4, 2, 0, 0, false, {72, 0, 0, 0, 0}, 4160},
    {6, SurfaceType::one_d, TileMode::x, 0x143, 22, 1, 4, 512, 0, 4, 2, 0, 0, false, {11, 0, 3, 0, 0}, 39947},
    {6, SurfaceType::two_d, TileMode::x, 0x10D, 159, 70, 4, 512, 0, 4, 2, 2, 0, false, {4, 10, 2, 2, 0}, 172200},
    {6, SurfaceType::two_d, TileMode::x, 0x002, 17, 446, 3, 512, 0, 4, 2, 2, 0, false, {6, 301, 2, 0, 0}, 862816},
    {6, SurfaceType::two_d, TileMode::x, 0x0C7, 156, 316, 3, 1024, 0, 4, 2, 1, 0, false, {43, 73, 1, 1, 0}, 903852},
    {6, SurfaceType::two_d, TileMode::x, 0x10D, 117, 77, 3, 512, 0, 4, 2, 3, 0, false, {50, 7, 1, 1, 0}, 114276},
    {6, SurfaceType::three_d, TileMode::x, 0x0D7, 15, 509, 13, 512, 0, 4, 2, 8, 0, false, {6, 87, 3, 1, 0}, 3569208},
    {6, SurfaceType::three_d, TileMode::x, 0x186, 69, 91, 9, 512, 0, 4, 4, 4, 0, false, {10, 5, 1, 2, 0}, 118840},
    {6, SurfaceType::three_d, TileMode::x, 0x0C7, 1192, 392, 11, 5120, 0, 4, 2, 7, 0, false, {2, 0, 0, 7, 0}, 26051592},
    {6, SurfaceType::three_d, TileMode::x, 0x087, 39, 16, 15, 512, 0, 4, 2, 1, 0, false, {24, 12, 3, 0, 0}, 30912},
    {6, SurfaceType::cube, TileMode::x, 0x143, 826, 826, 3, 1024, 0, 4, 2, 9, 0, false, {42, 57, 8, 3, 0}, 11453386},
    {6, SurfaceType::cube, TileMode::x, 0x188, 74, 74, 2, 512, 0, 4, 4, 6, 0, false, {7, 0, 10, 3, 0}, 217264},
    {6, SurfaceType::cube, TileMode::x, 0x0D7, 1202, 1202, 3, 5120, 0, 4, 2, 4, 0, false, {52, 181, 9, 2, 0}, 91238976},
    {6, SurfaceType::cube, TileMode::x, 0x0D7, 1373, 1373, 1, 5632, 0, 4, 2, 1, 0, false, {249, 486, 2, 1, 0}, 33931748},
    {6, SurfaceType::one_d, TileMode::y, 0x0D7, 32, 1, 2, 128, 0, 4, 2, 0, 0, false, {17, 0, 1, 0, 0}, 2468},
    {6, SurfaceType::one_d, TileMode::y, 0x106, 30, 1, 1, 128, 0, 4, 2, 0, 0, false, {2, 0, 0, 0, 0}, 4},
    {6, SurfaceType::one_d, TileMode::y, 0x0D7, 797, 1, 4, 3200, 0, 4, 2, 0, 0, false, {781, 0, 1, 0, 0}, 100260},
    {6, SurfaceType::one_d, TileMode::y, 0x087, 198, 1, 6, 1664, 0, 4, 2, 3, 0, false, {19, 0, 4, 3, 0}, 190152},
    {6, SurfaceType::two_d, TileMode::y, 0x0D7, 77, 100, 3, 384, 0, 4, 2, 4, 0, false, {5, 9, 1, 1, 0}, 99220},
    {6, SurfaceType::two_d, TileMode::y, 0x143, 80, 132, 4, 128, 0, 4, 2, 2, 0, false, {45, 103, 2, 0, 0}, 67069},
    {6, SurfaceType::two_d, TileMode::y, 0x087, 123, 331, 3, 1024, 0, 4, 2, 2, 0, false, {1, 73, 1, 2, 0}, 934360},
    {6, SurfaceType::two_d, TileMode::y, 0x0D7, 59, 30, 4, 256, 0, 4, 2, 5, 0, false, {11, 10, 1, 0, 0}, 17644},
    {6, SurfaceType::three_d, TileMode::y, 0x186, 166, 7, 2, 384, 0, 4, 4, 0, 0, false, {27, 2, 1, 0, 0}, 1568},
    {6, SurfaceType::three_d, TileMode::y, 0x143, 300, 502, 4, 384, 0, 4, 2, 1, 0, false, {114, 242, 0, 1, 0}, 863906},
    {6, SurfaceType::three_d, TileMode::y, 0x0C7, 956, 30, 2, 3840, 0, 4, 2, 0, 0, false, {681, 11, 1, 0, 0}, 210068},
    {6, SurfaceType::three_d, TileMode::y, 0x087, 81, 71, 14, 768, 0, 4, 2, 1, 0, false, {12, 12, 1, 1, 0}, 775616},
    {6, SurfaceType::cube, TileMode::y, 0x087, 30, 30, 1, 256, 0, 4, 2, 4, 0, false, {1, 0, 2, 0, 0}, 32904},
    {6, SurfaceType::cube, TileMode::y, 0x0D7, 905, 905, 1, 3712, 0, 4, 2, 5, 0, false, {77, 109, 3, 3, 0}, 20023380},
    {6, SurfaceType::cube, TileMode::y, 0x186, 142, 142, 1, 384, 0, 4, 4, 7, 0, false, {0, 0, 0, 7, 0}, 17248},
    {6, SurfaceType::cube, TileMode::y, 0x0C7, 214, 214, 2, 896, 0, 4, 2, 5, 0, false, {3, 7, 0, 4, 0}, 272092},
};
// clang-format on

SurfaceState surface_of(const Point& point) {
  SurfaceState surface{.type = point.type,
                       .tile = point.tile,
                       .is_array = point.type != SurfaceType::three_d,
                       .format = point.format,
                       .width = point.width,
                       .height = point.height,
                       .depth = point.depth,
                       .pitch = point.pitch,
                       .qpitch = point.qpitch};
  surface.mips.count = point.mip_count;
  surface.alignment.horizontal = point.horizontal_alignment;
  surface.alignment.vertical = point.vertical_alignment;
  surface.samples.count_log2 = point.sample_count_log2;
  surface.samples.interleaved = point.interleaved;
  surface.rules = point.gen == 6 ? LayoutRules::computed_pitch : LayoutRules::stated_pitch;
  return surface;
}

TEST(ImageLayout, GoldenPoints) {
  for (const Point& point : kPoints) {
    const auto layout = ImageLayout::make(surface_of(point));
    ASSERT_TRUE(layout);
    EXPECT_TRUE(layout->contains(point.place));
    EXPECT_EQ(layout->offset(point.place), point.offset) << &point - kPoints;
  }
}

// No two elements of an image share their bytes, whatever its shape.
TEST(ImageLayout, ElementsDoNotOverlap) {
  unsigned images = 0;
  for (const Point& point : kPoints) {
    const auto layout = ImageLayout::make(surface_of(point));
    ASSERT_TRUE(layout);
    const PixelFormat& format = layout->format();
    std::size_t texels = 0;
    for (unsigned level = 0; level < layout->levels(); ++level) {
      const TexelExtent size = layout->extent(level);
      texels += std::size_t{size.width} * size.height * size.slices << point.sample_count_log2;
    }
    if (texels > 100'000) continue;  // small ones are enough
    ++images;
    std::map<std::uint64_t, unsigned> elements;  // by offset
    for (unsigned level = 0; level < layout->levels(); ++level) {
      const TexelExtent size = layout->extent(level);
      for (std::uint32_t slice = 0; slice < size.slices; ++slice) {
        for (std::uint32_t y = 0; y < size.height; y += format.block_height) {
          for (std::uint32_t x = 0; x < size.width; x += format.block_width) {
            for (unsigned sample = 0; sample < 1U << point.sample_count_log2; ++sample) {
              const TexelPlace place{x, y, slice, static_cast<std::uint8_t>(level), static_cast<std::uint8_t>(sample)};
              ++elements[layout->offset(place)];
            }
          }
        }
      }
    }
    std::uint64_t end = 0;
    for (const auto& [offset, count] : elements) {
      ASSERT_EQ(count, 1U) << &point - kPoints;
      ASSERT_GE(offset, end) << &point - kPoints;
      end = offset + format.bytes;
    }
  }
  EXPECT_GT(images, 30U);
}

}  // namespace
}  // namespace eugene::memory
