// The operation of SNB PRM vol4 part2 8.3.1 on Gen9, with the types that BXT PRM vol6 adds.
// gen: gen9

// case quadwords carry out of the low half
// set r2:q = 0xffffffff 1 -1 0x7fffffffffffffff ; set r3:q = 1 ...
// expect r10:q = 0x100000000 2 0 -9223372036854775808
add (4) r10<1>:q r2<4;4,1>:q r3<4;4,1>:q
