// rol and ror: IGA's ModelXe.hpp; vISA manual ROL, ROR.
// gen: gen12

// case rol by the low five bits of source 1
// set r2:ud = 0x12345678 0x80000001 0xdeadbeef 0x1 0xffffffff 0x0 0x7fffffff 0xf0000000 ; set r3:ud = 4 1 16 31 7 3 32 36 ; expect r10:ud = 0x23456781 0x3 0xbeefdead 0x80000000 0xffffffff 0x0 0x7fffffff 0xf
rol (8) r10<1>:ud r2<8;8,1>:ud r3<8;8,1>:ud

// case ror by the low five bits of source 1
// set r2:ud = 0x12345678 0x80000001 0xdeadbeef 0x1 0xffffffff 0x0 0x7fffffff 0xf0000000 ; set r3:ud = 4 1 16 31 7 3 32 36 ; expect r10:ud = 0x81234567 0xc0000000 0xbeefdead 0x2 0xffffffff 0x0 0x7fffffff 0xf000000
ror (8) r10<1>:ud r2<8;8,1>:ud r3<8;8,1>:ud

// case signed types rotate the same bits, and a condition looks at the result
// set r2:ud = 0x12345678 0x80000001 0xdeadbeef 0x1 0xffffffff 0x0 0x7fffffff 0xf0000000 ; expect r10:ud = 0x34567812 0x180 0xadbeefde 0x100 0xffffffff 0x0 0xffffff7f 0xf0 ; expect f0 = 0x54
rol.l.f0.0 (8) r10<1>:d r2<8;8,1>:d 8:ud
