// Texels of compressed blocks. The golden texels are from another project's implementation, for random blocks; when
// this was written, eight million more were compared.
#include "memory/blocks/block_format.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <string_view>

#include <gtest/gtest.h>

#include "memory/blocks/block_cache.h"

namespace eugene::memory {
namespace {

struct Golden {
  std::string_view format;
  std::uint64_t low, high;
  unsigned texel;  // in rows
  Pixel expected;
};

// clang-format off
constexpr Golden kGolden[]{
    {"BC1_UNORM", 0xc11f6531eb66d9a7, 0x0000000000000000, 3, {0x3f5ededf, 0x3e50d0d1, 0x3e64e4e5, 0x3f800000}},
    {"BC1_UNORM", 0xf30567547a34c162, 0x0000000000000000, 10, {0x3f46c6c7, 0x3e30b0b1, 0x3d808081, 0x3f800000}},
    {"BC1_UNORM", 0x1e0edcc1206967ce, 0x0000000000000000, 1, {0x3ec6c6c7, 0x3f7bfbfc, 0x3ee6e6e7, 0x3f800000}},
    {"BC1_UNORM", 0xe4546c04d9ff7cf6, 0x0000000000000000, 8, {0x3ef6f6f7, 0x3f1e9e9f, 0x3f35b5b6, 0x3f800000}},
    {"BC1_UNORM", 0x242a5f87d0a7dedd, 0x0000000000000000, 15, {0x3f5ededf, 0x3f5bdbdc, 0x3f6feff0, 0x3f800000}},
    {"BC1_UNORM", 0x0e1a95d201fdd96c, 0x0000000000000000, 6, {0x00000000, 0x3e70f0f1, 0x3f6feff0, 0x3f800000}},
    {"BC2_UNORM", 0xd52039de8d0ea181, 0xe694f6378f1c4446, 3, {0x3e848485, 0x3f0a8a8b, 0x3e44c4c5, 0x3f2aaaab}},
    {"BC2_UNORM", 0x41d51c773e6f53e1, 0xb7c8aabd2e11cae4, 10, {0x3f4ececf, 0x3ebababb, 0x3e048485, 0x3f4ccccd}},
    {"BC2_UNORM", 0xc17881b052b6a73e, 0x989fd3f3af7be2f1, 1, {0x3f67e7e8, 0x3ebababb, 0x3f0c8c8d, 0x3e4ccccd}},
    {"BC2_UNORM", 0x65befc3ca8d0cb6f, 0x4efbbcebcab6d1fe, 8, {0x3f50d0d1, 0x3e989899, 0x3f4bcbcc, 0x3f4ccccd}},
    {"BC2_UNORM", 0xd508fc881e90b418, 0x4dd3484f06240dc9, 15, {0x00000000, 0x3f47c7c8, 0x3e048485, 0x3f5dddde}},
    {"BC2_UNORM", 0xfec97aa4f8b9816d, 0xfe600673414c0f81, 6, {0x3d008081, 0x3f73f3f4, 0x3d008081, 0x3f088889}},
    {"BC3_UNORM", 0xddd5bae10f5afceb, 0x44822da5eb247b16, 3, {0x3f21a1a2, 0x3ec4c4c5, 0x3f038384, 0x3f800000}},
    {"BC3_UNORM", 0x9edd1f983d587cf9, 0x4ad57337daa44d4c, 10, {0x3f5ededf, 0x3eaaaaab, 0x3e048485, 0x3f43c3c4}},
    {"BC3_UNORM", 0x0b108bd5460f2054, 0x089011480bdf99cf, 1, {0x3ed4d4d5, 0x3e9a9a9b, 0x3f27a7a8, 0x3e008081}},
    {"BC3_UNORM", 0x1fa98d1031cee721, 0x2b31804b1892254c, 8, {0x3dc0c0c1, 0x3d808081, 0x3f149495, 0x3f3fbfc0}},
    {"BC3_UNORM", 0x5dfaafc1290f151f, 0x54b802b2f20e27f0, 15, {0x3f77f7f8, 0x3e828283, 0x3ee6e6e7, 0x3de8e8e9}},
    {"BC3_UNORM", 0xaabe336043197207, 0xa462a1b0e7f4494a, 6, {0x3efcfcfd, 0x3edededf, 0x3edadadb, 0x3ce0e0e1}},
    {"BC4_UNORM", 0x80044617594ad20b, 0x0000000000000000, 3, {0x3f028283, 0x00000000, 0x00000000, 0x3f800000}},
    {"BC4_UNORM", 0x048f5ad972ed8af4, 0x0000000000000000, 10, {0x3f37b7b8, 0x00000000, 0x00000000, 0x3f800000}},
    {"BC4_UNORM", 0x45568764bc7e95ed, 0x0000000000000000, 1, {0x3f21a1a2, 0x00000000, 0x00000000, 0x3f800000}},
    {"BC4_UNORM", 0xb3fdb67858a7ce25, 0x0000000000000000, 8, {0x00000000, 0x00000000, 0x00000000, 0x3f800000}},
    {"BC4_UNORM", 0x6f160152f75d188c, 0x0000000000000000, 15, {0x3ed4d4d5, 0x00000000, 0x00000000, 0x3f800000}},
    {"BC4_UNORM", 0xe649d53f30174596, 0x0000000000000000, 6, {0x3ea0a0a1, 0x00000000, 0x00000000, 0x3f800000}},
    {"BC5_UNORM", 0xab5b8768845f3a39, 0x47993742f825e2ff, 3, {0x3e64e4e5, 0x3f72f2f3, 0x00000000, 0x3f800000}},
    {"BC5_UNORM", 0x294754999a5cb105, 0xc8e9b89b9c42f9d2, 10, {0x3f0e8e8f, 0x00000000, 0x00000000, 0x3f800000}},
    {"BC5_UNORM", 0x24d53c11c42975ff, 0x8feea2a722beefb6, 1, {0x3f30b0b1, 0x3f800000, 0x00000000, 0x3f800000}},
    {"BC5_UNORM", 0x984358220a86bba7, 0x5960033f3f4c84bb, 8, {0x3f27a7a8, 0x3f2babac, 0x00000000, 0x3f800000}},
    {"BC5_UNORM", 0x0aa943b1d97b7f18, 0x91ee8576b0905319, 15, {0x3dc0c0c1, 0x3e6ceced, 0x00000000, 0x3f800000}},
    {"BC5_UNORM", 0x54a574fea17b96f4, 0x205438631fba9157, 6, {0x3f23a3a4, 0x3eaeaeaf, 0x00000000, 0x3f800000}},
    {"DXT1_RGB", 0xa79150d1027a194a, 0x0000000000000000, 3, {0x3d008081, 0x3e808081, 0x3f2aaaab, 0x3f800000}},
    {"DXT1_RGB", 0xf7307a94d0e40321, 0x0000000000000000, 10, {0x00000000, 0x00000000, 0x00000000, 0x3f800000}},
    {"DXT1_RGB", 0x320a170c616a7cd8, 0x0000000000000000, 1, {0x3ed6d6d7, 0x3ea0a0a1, 0x3ef0f0f1, 0x3f800000}},
    {"DXT1_RGB", 0x8c97da47d8055111, 0x0000000000000000, 8, {0x00000000, 0x00000000, 0x00000000, 0x3f800000}},
    {"DXT1_RGB", 0x8fd8f2d67c62dc66, 0x0000000000000000, 15, {0x3f3dbdbe, 0x3f0e8e8f, 0x3e189899, 0x3f800000}},
    {"DXT1_RGB", 0xa9a5e325f3af5c6f, 0x0000000000000000, 6, {0x3f28a8a9, 0x3f018182, 0x3ef6f6f7, 0x3f800000}},
    {"BC4_SNORM", 0x4bf9500468a837fc, 0x0000000000000000, 3, {0x3e79f3e8, 0x00000000, 0x00000000, 0x3f800000}},
    {"BC4_SNORM", 0x076043b2d9e7f27e, 0x0000000000000000, 10, {0xbde1c387, 0x00000000, 0x00000000, 0x3f800000}},
    {"BC4_SNORM", 0xb7b7c578e938634a, 0x0000000000000000, 1, {0x3f800000, 0x00000000, 0x00000000, 0x3f800000}},
    {"BC4_SNORM", 0x1617ff535d759328, 0x0000000000000000, 8, {0xbf2f5ebd, 0x00000000, 0x00000000, 0x3f800000}},
    {"BC4_SNORM", 0x47f84990b25f0c1c, 0x0000000000000000, 15, {0x3e499326, 0x00000000, 0x00000000, 0x3f800000}},
    {"BC4_SNORM", 0x129afa40281bf99e, 0x0000000000000000, 6, {0xbf458b16, 0x00000000, 0x00000000, 0x3f800000}},
    {"BC5_SNORM", 0x1897145be4f48693, 0xca1f6253d2d592f6, 3, {0xbf5dbb77, 0xbf5dbb77, 0x00000000, 0x3f800000}},
    {"BC5_SNORM", 0x88664ac4a56a99a1, 0x4d024f44f05015f4, 10, {0xbf4f9f3e, 0x3e2952a5, 0x00000000, 0x3f800000}},
    {"BC5_SNORM", 0x37c8a332f1b88cb4, 0x2c8b14f335e37ddb, 1, {0xbf5dbb77, 0x3ef1e3c8, 0x00000000, 0x3f800000}},
    {"BC5_SNORM", 0xaba92dc217297732, 0x2076ec8b4cfd3f84, 8, {0x3f53a74f, 0xbdb162c6, 0x00000000, 0x3f800000}},
    {"BC5_SNORM", 0xcc0bea588f0842c0, 0x150894387e455609, 15, {0xbf800000, 0x3d912245, 0x00000000, 0x3f800000}},
    {"BC5_SNORM", 0xb19392a8d11210ef, 0x819ed2ed24df2504, 6, {0xbda14285, 0x3e091224, 0x00000000, 0x3f800000}},
    {"BC6H_SF16", 0x9ea6276cf68d427d, 0xc6af6f32e7eddc3d, 3, {0x3c0ee000, 0x3de82000, 0xb96f2000, 0x3f800000}},
    {"BC6H_SF16", 0x43679c2f2357a3ba, 0x744d750208007848, 10, {0x3b602000, 0xc1a26000, 0xc55ca000, 0x3f800000}},
    {"BC6H_SF16", 0x00b52fceba7ede9c, 0x1f0ecd6eef3bac44, 1, {0xc037c000, 0x3fca0000, 0xbcefc000, 0x3f800000}},
    {"BC6H_SF16", 0x49b64a219b9e88dc, 0x1866979a0b6fb5ce, 8, {0x3a65a000, 0xbe08c000, 0x3df00000, 0x3f800000}},
    {"BC6H_SF16", 0xaf9ce248414e21aa, 0x71df1b0821d418ea, 15, {0x3c258000, 0x42236000, 0x388e0000, 0x3f800000}},
    {"BC6H_SF16", 0xa73466daa3248175, 0x1d66a4fc8e269e6d, 6, {0x41530000, 0x42c70000, 0xc01d0000, 0x3f800000}},
    {"BC7_UNORM", 0x611d1279c50392c4, 0xe07ad6a788935af9, 3, {0x3ee6e6e7, 0x3ec6c6c7, 0x3e048485, 0x3f800000}},
    {"BC7_UNORM", 0x0b1d3719b59aab08, 0x83a5e1072c400417, 10, {0x3f038384, 0x3f49c9ca, 0x3cc0c0c1, 0x3f800000}},
    {"BC7_UNORM", 0x3c858bc232f36790, 0x6dfa662652b42465, 1, {0x3f47c7c8, 0x3e888889, 0x3d20a0a1, 0x3f3ebebf}},
    {"BC7_UNORM", 0xd8fefdf530920760, 0xb2dc065d97f6bc06, 8, {0x3e7cfcfd, 0x3ea4a4a5, 0x3f3fbfc0, 0x3e909091}},
    {"BC7_UNORM", 0x2501358b5f1e66c0, 0x1b88e43920a51876, 15, {0x3f20a0a1, 0x3f68e8e9, 0x3ecccccd, 0x3ca0a0a1}},
    {"BC7_UNORM", 0xb06dd820316c6380, 0xeedaff78a23e3322, 6, {0x3d008081, 0x3f32b2b3, 0x3f4bcbcc, 0x3f0a8a8b}},
    {"BC6H_UF16", 0x3a73aab71ff2f56d, 0xf78a4524e1659558, 3, {0x3ad88000, 0x42f58000, 0x00000000, 0x3f800000}},
    {"BC6H_UF16", 0x6b5df1cd3c51dd64, 0x13e306ad00cb155d, 10, {0x4340e000, 0x3a9b2000, 0x420fc000, 0x3f800000}},
    {"BC6H_UF16", 0x0be1bd2135962421, 0x020124d05bab1dd0, 1, {0x3b1a6000, 0x3dd4c000, 0x3bfe0000, 0x3f800000}},
    {"BC6H_UF16", 0xd5c80766805afe7b, 0x995ac78ada847f62, 8, {0x00000000, 0x00000000, 0x00000000, 0x3f800000}},
    {"BC6H_UF16", 0x60064bbad149accc, 0x026e1990b5415847, 15, {0x3d78c000, 0x41d0e000, 0x3d618000, 0x3f800000}},
    {"BC6H_UF16", 0xf9dd7688c3620f4e, 0x45ff80a4bce5e725, 6, {0x3b722000, 0x3e242000, 0x3ab96000, 0x3f800000}},
    {"ETC1_RGB8", 0x605d8c819559c130, 0x0000000000000000, 3, {0x3edededf, 0x3f800000, 0x3f119192, 0x3f800000}},
    {"ETC1_RGB8", 0x1cd14e82ec790a5d, 0x0000000000000000, 10, {0x3f6aeaeb, 0x3f37b7b8, 0x3f26a6a7, 0x3f800000}},
    {"ETC1_RGB8", 0xfcee8f5fe49ebbff, 0x0000000000000000, 1, {0x3f800000, 0x3f800000, 0x3f800000, 0x3f800000}},
    {"ETC1_RGB8", 0x068eabb3392b312f, 0x0000000000000000, 8, {0x3f800000, 0x3ef6f6f7, 0x3f800000, 0x3f800000}},
    {"ETC1_RGB8", 0xa5c246ea8c077b06, 0x0000000000000000, 15, {0x3e70f0f1, 0x3f119192, 0x3e9a9a9b, 0x3f800000}},
    {"ETC1_RGB8", 0x82288b708507a5d8, 0x0000000000000000, 6, {0x3f6feff0, 0x3f3cbcbd, 0x3d909091, 0x3f800000}},
    {"ETC2_RGB8", 0xd13f6afc03786368, 0x0000000000000000, 3, {0x3ec6c6c7, 0x3eb6b6b7, 0x3ee6e6e7, 0x3f800000}},
    {"ETC2_RGB8", 0xa533933b085413ee, 0x0000000000000000, 10, {0x3f77f7f8, 0x3e70f0f1, 0x3e9a9a9b, 0x3f800000}},
    {"ETC2_RGB8", 0x8bddb5b92a58c36b, 0x0000000000000000, 1, {0x3ecccccd, 0x3f41c1c2, 0x3eaaaaab, 0x3f800000}},
    {"ETC2_RGB8", 0x951eac7ef7f95619, 0x0000000000000000, 8, {0x3eb2b2b3, 0x3f66e6e7, 0x3ec2c2c3, 0x3f800000}},
    {"ETC2_RGB8", 0x380ffcd052a07860, 0x0000000000000000, 15, {0x3ea2a2a3, 0x3ed2d2d3, 0x3f139394, 0x3f800000}},
    {"ETC2_RGB8", 0x54cb281084d43847, 0x0000000000000000, 6, {0x3f088889, 0x3f19999a, 0x3eaaaaab, 0x3f800000}},
    {"EAC_R11", 0xa903af514ac976ba, 0x0000000000000000, 3, {0x3f099132, 0x00000000, 0x00000000, 0x3f800000}},
    {"EAC_R11", 0x6636c3ee0353812b, 0x0000000000000000, 10, {0x3ee71ce4, 0x00000000, 0x00000000, 0x3f800000}},
    {"EAC_R11", 0x52d58b7b4302f4a4, 0x0000000000000000, 1, {0x3e9512a2, 0x00000000, 0x00000000, 0x3f800000}},
    {"EAC_R11", 0x0b5923d11c064657, 0x0000000000000000, 8, {0x3ec718e3, 0x00000000, 0x00000000, 0x3f800000}},
    {"EAC_R11", 0x2e33bed54bfa4f84, 0x0000000000000000, 15, {0x3f1c9392, 0x00000000, 0x00000000, 0x3f800000}},
    {"EAC_R11", 0x74bffc00ab287ad2, 0x0000000000000000, 6, {0x3f800000, 0x00000000, 0x00000000, 0x3f800000}},
    {"EAC_RG11", 0xdb7d15a908bbee77, 0xe89a6630e7feefd5, 3, {0x3f599b33, 0x3f800000, 0x00000000, 0x3f800000}},
    {"EAC_RG11", 0x4b1ad3bc0c80c4c2, 0x76bfbe22dce92e41, 10, {0x3f800000, 0x3e9712e2, 0x00000000, 0x3f800000}},
    {"EAC_RG11", 0x222d02a30afaf9d3, 0x55d0ef14541b3754, 1, {0x3f800000, 0x3e721e44, 0x00000000, 0x3f800000}},
    {"EAC_RG11", 0xc0206972bf8a72ab, 0xf1b8f01442a3d1d5, 8, {0x3f4798f3, 0x3f800000, 0x00000000, 0x3f800000}},
    {"EAC_RG11", 0xca17da8eb34c5b6d, 0xaf74302a94233306, 15, {0x3e9512a2, 0x3e2a1543, 0x00000000, 0x3f800000}},
    {"EAC_RG11", 0xa78e3e3170005bff, 0xe3aca854f040e692, 6, {0x3f800000, 0x3e0a1142, 0x00000000, 0x3f800000}},
    {"EAC_SIGNED_R11", 0x6a9b1b8a9cc7fb66, 0x0000000000000000, 3, {0x3f800000, 0x00000000, 0x00000000, 0x3f800000}},
    {"EAC_SIGNED_R11", 0x32e59b896dbfad0c, 0x0000000000000000, 10, {0x3f4c330d, 0x00000000, 0x00000000, 0x3f800000}},
    {"EAC_SIGNED_R11", 0xb5242eff56a3853d, 0x0000000000000000, 1, {0xbe58360e, 0x00000000, 0x00000000, 0x3f800000}},
    {"EAC_SIGNED_R11", 0x1a865d71b175ccf1, 0x0000000000000000, 8, {0xbf800000, 0x00000000, 0x00000000, 0x3f800000}},
    {"EAC_SIGNED_R11", 0xa7141823da150101, 0x0000000000000000, 15, {0x3ca0280a, 0x00000000, 0x00000000, 0x3f800000}},
    {"EAC_SIGNED_R11", 0x9022b96eac9efbd6, 0x0000000000000000, 6, {0x3ec0300c, 0x00000000, 0x00000000, 0x3f800000}},
    {"EAC_SIGNED_RG11", 0xaacebd4f1a786bcb, 0x05b58922b05b9dcf, 3, {0x3c002008, 0xbf18260a, 0x00000000, 0x3f800000}},
    {"EAC_SIGNED_RG11", 0x8cf838e5335fe44a, 0xb5196538c018b48a, 10, {0xbda0280a, 0xbf800000, 0x00000000, 0x3f800000}},
    {"EAC_SIGNED_RG11", 0xa87199905745d615, 0xf4eed1ece62d4a9c, 1, {0xbf743d0f, 0xbf800000, 0x00000000, 0x3f800000}},
    {"EAC_SIGNED_RG11", 0x5087379359e7af6b, 0x85e238523d4bf542, 8, {0x3f800000, 0x3f800000, 0x00000000, 0x3f800000}},
    {"EAC_SIGNED_RG11", 0x14ff016423113a77, 0x097ac36a5cccc3b3, 15, {0x3f743d0f, 0xbf7a3e90, 0x00000000, 0x3f800000}},
    {"EAC_SIGNED_RG11", 0xde0c50992dc9e891, 0x63161e980e657c6b, 6, {0xbf42308c, 0x3f800000, 0x00000000, 0x3f800000}},
    {"ETC2_RGB8_PTA", 0x843a7326fcd1a574, 0x0000000000000000, 3, {0x3f800000, 0x3f800000, 0x3f800000, 0x3f800000}},
    {"ETC2_RGB8_PTA", 0x6bf8c0f0fff75dfa, 0x0000000000000000, 10, {0x3f6eeeef, 0x3eaaaaab, 0x3f5dddde, 0x3f800000}},
    {"ETC2_RGB8_PTA", 0x84c4a11efff4773f, 0x0000000000000000, 1, {0x3ed0d0d1, 0x3f22a2a3, 0x3f800000, 0x3f800000}},
    {"ETC2_RGB8_PTA", 0xfd0ded4e5f0e0597, 0x0000000000000000, 8, {0x00000000, 0x3f0c8c8d, 0x3ef6f6f7, 0x3f800000}},
    {"ETC2_RGB8_PTA", 0xb52694383122c1ec, 0x0000000000000000, 15, {0x3f4ececf, 0x3f4ececf, 0x3e44c4c5, 0x3f800000}},
    {"ETC2_RGB8_PTA", 0xecb9b3638870ee6a, 0x0000000000000000, 6, {0x00000000, 0x00000000, 0x00000000, 0x00000000}},
    {"ETC2_EAC_RGBA8", 0xd98ed19740a74e17, 0xb957f46cbb71f1f8, 3, {0x3f800000, 0x3f800000, 0x3f43c3c4, 0x3e5cdcdd}},
    {"ETC2_EAC_RGBA8", 0xf4f7246ffba690d5, 0x5d04daede89f5840, 10, {0x00000000, 0x3ed6d6d7, 0x3f62e2e3, 0x3f1f9fa0}},
    {"ETC2_EAC_RGBA8", 0xc56d135c26e524f1, 0xfc865ae34f599275, 1, {0x3eacacad, 0x3eeeeeef, 0x3e74f4f5, 0x3f59d9da}},
    {"ETC2_EAC_RGBA8", 0x42b5be076be6cdab, 0x8aaf0afbd77e6de7, 8, {0x3f76f6f7, 0x3ed4d4d5, 0x3f038384, 0x3f2babac}},
    {"ETC2_EAC_RGBA8", 0xddec1646877fff9b, 0xa534e4fe75c15a32, 15, {0x3d20a0a1, 0x3f129293, 0x00000000, 0x3f57d7d8}},
    {"ETC2_EAC_RGBA8", 0x294f2265b418e890, 0x541a10f0f08dcf77, 6, {0x3f33b3b4, 0x3f800000, 0x3f800000, 0x3ee8e8e9}},
    {"FXT1", 0x69d3e2a12ab7c082, 0xcb36846d275919b6, 3, {0x3ef0f0f1, 0x3f169697, 0x3f1f9fa0, 0x3f800000}},
    {"FXT1", 0x61e076e1c7c4afed, 0x7a555877e7a08938, 10, {0x3edadadb, 0x3f27a7a8, 0x3e8e8e8f, 0x3f0f8f90}},
    {"FXT1", 0x953bc912517bbaf2, 0x9c1dedaae54d061c, 17, {0x3f149495, 0x3f22a2a3, 0x3f56d6d7, 0x3f800000}},
    {"FXT1", 0x16740b5efbada42f, 0x306c1dc5414152b1, 24, {0x3f2fafb0, 0x3e70f0f1, 0x3f2cacad, 0x3f800000}},
    {"FXT1", 0x910e91fb7dd79518, 0x0b44384b1ea0aff4, 31, {0x3ee6e6e7, 0x3d808081, 0x3eb4b4b5, 0x3f800000}},
    {"FXT1", 0xd8fa02b225252d33, 0xb544f244ef756046, 6, {0x00000000, 0x00000000, 0x00000000, 0x00000000}},
    {"FXT1", 0x4db92589052e4250, 0x890d8e73202aa7f3, 16, {0x3ee2e2e3, 0x3ebcbcbd, 0x3f27a7a8, 0x3f800000}},
    {"FXT1", 0xeab0ecb76ac86f11, 0x575115c106c552b6, 12, {0x3f25a5a6, 0x3f2dadae, 0x3f35b5b6, 0x3f800000}},
    {"FXT1", 0x089205d916971bfe, 0x4f4fd8de1ad32c8c, 19, {0x3f46c6c7, 0x3f5ededf, 0x3f46c6c7, 0x3f800000}},
    {"FXT1", 0xdbf100567ad0fbd7, 0x6670f34fedf8aca9, 8, {0x00000000, 0x00000000, 0x00000000, 0x00000000}},
};
// clang-format on

std::uint32_t f(float value) { return std::bit_cast<std::uint32_t>(value); }

std::vector<Pixel> decode(std::string_view name, std::uint64_t low, std::uint64_t high) {
  const PixelFormat& format = *find_format(name);
  const std::array words{low, high};
  Block block;
  std::memcpy(block.data(), words.data(), sizeof(block));
  std::vector<Pixel> texels(std::size_t{format.block_width} * format.block_height);
  BlockDecoder(format).decode(block, texels);
  return texels;
}

TEST(Blocks, GoldenTexels) {
  for (const Golden& each : kGolden) {
    EXPECT_EQ(decode(each.format, each.low, each.high)[each.texel], each.expected) << each.format << " " << each.low;
  }
}

// A compressed sRGB format decodes like the format without sRGB, and the values are then converted to linear.
TEST(Blocks, SrgbIsLinear) {
  const Pixel plain = decode("BC1_UNORM", 0x8421, 0)[0];
  const Pixel srgb = decode("BC1_UNORM_SRGB", 0x8421, 0)[0];
  for (unsigned c = 0; c < 3; ++c) {
    const double encoded = std::bit_cast<float>(plain[c]);
    const double linear = encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
    EXPECT_FLOAT_EQ(std::bit_cast<float>(srgb[c]), static_cast<float>(linear));
  }
  EXPECT_EQ(srgb[3], plain[3]);
}

// GL_3DFX_texture_compression_FXT1: the squares of a block are side by side. The first square has the lower indices.
TEST(Blocks, Fxt1Squares) {
  const std::uint64_t white = 0x7FFFULL << 15;  // colour 1 of CC_CHROMA
  const std::vector<Pixel> texels = decode("FXT1", 0b01ULL << 2 | 0b01ULL << 32, 0b010ULL << 61 | white);
  ASSERT_EQ(texels.size(), 32U);
  for (unsigned i = 0; i < texels.size(); ++i)
    EXPECT_EQ(texels[i][0], i == 1 || i == 4 ? f(1) : 0U) << i;  // texels 1 and 16
  EXPECT_EQ(texels[0][3], f(1));
}

TEST(Blocks, ReservedModes) {
  EXPECT_EQ(decode("BC6H_UF16", 0x13, 0)[5], (Pixel{0, 0, 0, f(1)}));
  EXPECT_EQ(decode("BC7_UNORM", 0, ~0ULL)[5], Pixel{});
}

// KDFS 1.3, 23.22: a void-extent block is one colour of 16 bits a channel.
TEST(Blocks, AstcOfOneColour) {
  const std::uint64_t colour = 0x0000'8000'4000'FFFFULL;
  const std::vector<Pixel> floats =
      decode("ASTC_LDR_2D_12X10_FLT16", 0xFFFF'FFFF'FFFF'FDFCULL, colour | 0xFFFFULL << 48);
  EXPECT_EQ(floats.size(), 120U);
  EXPECT_EQ(floats[119][0], f(1));
  EXPECT_NEAR(std::bit_cast<float>(floats[60][1]), 0.25, 1e-4);
  EXPECT_NEAR(std::bit_cast<float>(floats[0][2]), 0.5, 1e-3);
  EXPECT_EQ(floats[7][3], f(1));
  const std::vector<Pixel> srgb = decode("ASTC_LDR_2D_4X4_U8SRGB", 0xFFFF'FFFF'FFFF'FDFCULL, colour);
  EXPECT_EQ(srgb[15][0], f(1));
  EXPECT_NEAR(std::bit_cast<float>(srgb[15][2]), 0.2158, 1e-3);  // 0x80 of sRGB
  EXPECT_EQ(srgb[15][3], 0U);
}

TEST(Blocks, AstcErrorColour) {
  const std::vector<Pixel> texels = decode("ASTC_LDR_2D_4X4_U8SRGB", 0, 0);  // a reserved mode
  EXPECT_EQ(texels[3], (Pixel{f(1), 0, f(1), f(1)}));
}

TEST(Blocks, CacheFindsBlocksByTheirBytes) {
  const PixelFormat& format = *find_format("BC4_UNORM");
  BlockCache cache;
  for (unsigned round = 0; round < 3; ++round) {
    for (unsigned value = 0; value < 256; ++value) {
      Block block{};
      block[0] = static_cast<std::byte>(value);
      EXPECT_EQ(cache.texel(format, block, 3, 2)[0], f(static_cast<float>(value) / 255));
    }
  }
}

}  // namespace
}  // namespace eugene::memory
