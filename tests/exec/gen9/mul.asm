// The operations of SNB PRM vol4 part2 chapter 8 on Gen9 (BXT PRM vol6): mul; dwords multiply whole.
// gen: gen9

// case mul d: low 32 bits
// set r2:d = 3 65537 2147483647 123456789 1 0 99999 7 ; set r3:d = 5 65537 2 987654321 1 9 99999 2147483647
// expect r10:d = 15 131073 -2 -67153019 1 0 1409865409 2147483641
mul (8) r10<1>:d r2<8;8,1>:d r3<8;8,1>:d

// case mul d to q: all 64 bits
// set r2:d = 3 65537 2147483647 123456789 ; set r3:d = 5 65537 2 987654321
// expect r10:q = 15 4295098369 4294967294 121932631112635269
mul (4) r10<1>:q r2<4;4,1>:d r3<4;4,1>:d

// case mul ud: low 32 bits
// set r2:ud = 3 65537 2147483647 123456789 1 0 99999 7 ; set r3:ud = 5 65537 2 987654321 1 9 99999 2147483647
// expect r10:ud = 15 131073 4294967294 4227814277 1 0 1409865409 2147483641
mul (8) r10<1>:ud r2<8;8,1>:ud r3<8;8,1>:ud

// case mul ud to uq: all 64 bits
// set r2:ud = 3 65537 2147483647 123456789 ; set r3:ud = 5 65537 2 987654321
// expect r10:uq = 15 4295098369 4294967294 121932631112635269
mul (4) r10<1>:uq r2<4;4,1>:ud r3<4;4,1>:ud
