// The accumulators of Gen12: IGA's Models.cpp. acc0 to acc7 hold what acc0 and acc1 hold on Gen9.
// gen: gen12

// case floats in each accumulator
// set r2:f = 1 2 3 4 5 6 7 8 ; expect r10:f = 3 6 9 12 15 18 21 24 ; expect acc7:f = 2 4 6 8 10 12 14 16 ; expect acc3:f = 1 2 3 4 5 6 7 8
mov (8) acc3<1>:f r2<8;8,1>:f
add (8) acc7<1>:f r2<8;8,1>:f r2<8;8,1>:f
add (8) r10<1>:f acc3<8;8,1>:f acc7<8;8,1>:f

// case sixteen floats in acc2 and acc3
// set r2..r3:f = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 ; expect acc2:f = 2 3 4 5 6 7 8 9 ; expect acc3:f = 10 11 12 13 14 15 16 17
// expect r10..r11:f = 4 6 8 10 12 14 16 18 20 22 24 26 28 30 32 34
add (16) acc2<1>:f r2<16;16,1>:f 1.0:f
mul (16) r10<1>:f acc2<8;8,1>:f 2.0:f

// case dwords keep all their bits
// set r2:ud = 0 1 2 3 4 5 0xffffffff 0x12345678 ; expect r10:ud = 0 1 2 3 4 5 0xffffffff 0x12345678
mov (8) acc4<1>:ud r2<8;8,1>:ud
mov (8) r10<1>:ud acc4<8;8,1>:ud

// case addc and subb leave carry and borrow
// set r2:ud = 1 0xffffffff 7 0x80000000 ; set r3:ud = 2 1 9 0x80000000
// expect r10:ud = 3 0 16 0 ; expect r11:ud = 0 1 0 1 ; expect r12:ud = 0xffffffff 0xfffffffe 0xfffffffe 0 ; expect r13:ud = 1 0 1 0
addc (4) r10<1>:ud r2<4;4,1>:ud r3<4;4,1>:ud {NoMask, AccWrEn}
mov (4) r11<1>:ud acc0<4;4,1>:ud {NoMask}
subb (4) r12<1>:ud r2<4;4,1>:ud r3<4;4,1>:ud {NoMask, AccWrEn}
mov (4) r13<1>:ud acc0<4;4,1>:ud {NoMask}

// case words, as the compiler computes addresses of private arrays: a product, a sum, an address
// set r2:ud = 0 1 2 3 4 5 6 7 ; set r3:ud = 8 9 10 11 12 13 14 15 ; set r4:uw = 0 4 8 12 16 20 24 28 32 36 40 44 48 52 56 60
// set r32..r33:d = 100 ... ; set r34..r35:d = 200 ...
// expect a0.0:uw = 1024 1092 1160 1228 1296 1364 1432 1500 1568 1636 1704 1772 1840 1908 1976 2044
mul (16) acc0.0<1>:uw r2.0<16;8,2>:uw 0x40:uw
add (16) acc0.0<1>:uw acc0.0<16;16,1>:uw r4.0<16;16,1>:uw
add (16) a0.0<1>:uw acc0.0<16;16,1>:uw 0x400:uw

// case words keep 33 bits, channel by channel
// mask = 0x5555 ; set r2:uw = 0xffff ... ; set r3:w = -1 ... ; set r10..r13:ud = 7 ...
// expect r10..r11:ud = 0x3fffc0 7 0x3fffc0 7 0x3fffc0 7 0x3fffc0 7 0x3fffc0 7 0x3fffc0 7 0x3fffc0 7 0x3fffc0 7
// expect r12..r13:d = -64 7 -64 7 -64 7 -64 7 -64 7 -64 7 -64 7 -64 7
mul (16) acc0.0<1>:uw r2.0<16;16,1>:uw 0x40:uw
add (16) r10.0<1>:ud acc0.0<16;16,1>:uw 0:uw
mul (16) acc1.0<1>:w r3.0<16;16,1>:w 0x40:uw
add (16) r12.0<1>:d acc1.0<16;16,1>:w 0:uw

// case a saturated word has no bits above
// set r2:uw = 0xffff ... ; expect r10..r11:ud = 0xffff ...
mul.sat (16) acc0.0<1>:uw r2.0<16;16,1>:uw 0x40:uw
add (16) r10.0<1>:ud acc0.0<16;16,1>:uw 0:uw
