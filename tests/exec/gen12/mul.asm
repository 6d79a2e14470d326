// Products of integers on Gen12: IGC's HWConformity.cpp doGenerateMacl, and the code that Intel's compiler makes.
// gen: gen12

// case mul and mach without AccWrEn: the low dwords of the product
// set r2:d = 3 65537 2147483647 123456789 -1 0 99999 -2147483648 ; set r3:d = 5 65537 2 987654321 7 9 -99999 3
// expect r10:d = 15 131073 -2 -67153019 -7 0 -1409865409 -2147483648
mul (8) acc0<1>:d r2<8;8,1>:d r3.0<16;8,2>:uw
mach (8) r10<1>:d r2<8;8,1>:d r3<8;8,1>:d

// case mul and mach with AccWrEn: the high dwords, and the whole product in the accumulator
// set r2:d = 3 65537 2147483647 123456789 -1 0 99999 -2147483648 ; set r3:d = 5 65537 2 987654321 7 9 -99999 3
// expect r10:d = 0 1 0 28389652 -1 0 -3 -2 ; expect r11:d = 15 131073 -2 -67153019 -7 0 -1409865409 -2147483648
mul (8) acc0<1>:d r2<8;8,1>:d r3.0<16;8,2>:uw
mach (8) r10<1>:d r2<8;8,1>:d r3<8;8,1>:d {AccWrEn}
mov (8) r11<1>:d acc0<8;8,1>:d

// case the low and the high dwords of unsigned numbers
// set r2:ud = 3 65537 2147483647 4123456789 4294967295 0 99999 2147483648 ; set r3:ud = 5 65537 2 987654321 4294967295 9 99999 3
// expect r10:ud = 15 131073 4294967294 206961541 1 0 1409865409 2147483648 ; expect r11:ud = 0 1 0 948214418 4294967294 0 2 1
mul (8) acc0<1>:ud r2<8;8,1>:ud r3.0<16;8,2>:uw
mach (8) r10<1>:ud r2<8;8,1>:ud r3<8;8,1>:ud
mul (8) acc0<1>:ud r2<8;8,1>:ud r3.0<16;8,2>:uw
mach (8) r11<1>:ud r2<8;8,1>:ud r3<8;8,1>:ud {AccWrEn}

// case mach without AccWrEn leaves the accumulator as it was
// set r2:d = 3 ... ; set r3:d = 65537 ... ; expect r10:d = 196611 ... ; expect r11:d = 3 ...
mul (8) acc0<1>:d r2<8;8,1>:d r3.0<16;8,2>:uw
mach (8) r10<1>:d r2<8;8,1>:d r3<8;8,1>:d
mov (8) r11<1>:d acc0<8;8,1>:d

// case the low dwords do not depend on the signs of the types
// set r2:ud = 3 65537 2147483647 4123456789 4294967295 0 99999 2147483648 ; set r3:ud = 5 65537 2 987654321 4294967295 9 99999 3 ; expect r10:ud = 15 131073 4294967294 206961541 1 0 1409865409 2147483648
mul (8) acc0<1>:d r2<8;8,1>:ud r3.0<16;8,2>:uw
mach (8) r10<1>:d r2<8;8,1>:ud r3<8;8,1>:d

// case the second half of sixteen channels uses acc0 too
// mask = 0xff00 ; set r3:d = 70000 ... ; set r2:d = 1 2 3 4 5 6 7 8 ; expect r10:d = 70000 140000 210000 280000 350000 420000 490000 560000
mul (8) acc0<1>:d r2<8;8,1>:d r3.0<16;8,2>:uw {NoMask}
mach (8) r10<1>:d r2<8;8,1>:d r3<8;8,1>:d {Q2}

// case a product of a dword and a word, of words, and of bytes
// set r2:d = 65537 -3 7 100000 ; set r3:w = 3 5 -7 30000 ; set r4:b = -3 100 127 -128
// expect r10:d = 196611 -15 -49 -1294967296 ; expect r11:d = 9 25 49 900000000 ; expect r12:w = -9 500 -889 26624
mul (4) r10<1>:d r2<4;4,1>:d r3<4;4,1>:w {NoMask}
mul (4) r11<1>:d r3<4;4,1>:w r3<4;4,1>:w {NoMask}
mul (4) r12<1>:w r4<4;4,1>:b r3<4;4,1>:w {NoMask}
