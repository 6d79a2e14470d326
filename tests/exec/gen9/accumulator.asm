// BXT PRM vol6 "Accumulator Registers".

// case acc2 to acc9 have the two low bits of each dword
// set r2:ud = 0 1 2 3 4 5 0xffffffff 0x12345678 ; expect r10:ud = 0 1 2 3 0 1 3 0 ; expect acc2:ud = 0 1 2 3 0 1 3 0
mov (8) acc2<1>:ud r2<8;8,1>:ud
mov (8) r10<1>:ud acc2<8;8,1>:ud

// case of acc9 as well, signed and with channels off
// mask = 0x0f ; set r2:d = 7 -1 -2 5 7 -1 -2 5 ; set acc9:ud = 0 ... ; expect acc9:ud = 3 3 2 1 0 0 0 0
mov (8) acc9<1>:d r2<8;8,1>:d

// case a scalar region is read as the destination's, with the guard bit
// set r2:d = 7 5 0 0 9 -1 1 2 ; set r3:d = -1 7 -2147483648 1 4 2147483647 1 1
// expect r10:d = 8 -2 2147483647 -1 5 -2147483648 0 1
mov (8) acc0<1>:d r3<8;8,1>:d
add.sat (8) r10<1>:d -acc0<0;1,0>:d r2<8;8,1>:d

// case Q2 and Q4 of floats use acc1
// set r2:f = 1 2 3 4 5 6 7 8 ; set acc0:f = 0 ... ; expect acc1:f = 3 4 5 6 7 8 9 10 ; expect acc0:f = 0 0 0 0 0 0 0 0
add (8) r10<1>:f r2<8;8,1>:f 1.0:f {AccWrEn, Q2}
add (8) r10<1>:f r2<8;8,1>:f 2.0:f {AccWrEn, Q4}

// case H2 of half floats uses acc1, Q2 acc0
// set r2:hf = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 ; expect acc1:hf = 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17
add (16) r10<1>:hf r2<16;16,1>:hf 1.0:hf {AccWrEn, H2}

// case words and dwords have acc0 alone: quarter control defaults to it
// set r2:d = 1 2 3 4 5 6 7 8 ; expect acc0:q = 2 3 4 5 6 7 8 9
add (8) r10<1>:d r2<8;8,1>:d 1:d {AccWrEn, Q2}

// case implicit results are converted to the destination's type
// set r2:f = 1.75 -2.75 3.5 4 5 6 7 8 ; expect acc0:q = 2 -1 4 5 6 7 8 9
add (8) r10<1>:d r2<8;8,1>:f 1.0:f {AccWrEn}

// case quarter control beyond the first sixteen channels keeps to flags of its own
// set f0 = 0x00aa0055 ; set r10:d = 9 ... ; expect r10:d = 9 1 9 1 9 1 9 1
(f0.0) mov (8) r10<1>:d 1:d {Q3}

// case subregisters that are not there: flags of f0 and f1, timestamps, cr0
// set f0 = 0x12345678 ; set f1 = 0x87654321 ; set r10:ud = 9 ...
// expect report "reserved-register" ; expect r10:ud = 0 0 9 9 9 9 9 9 ; expect f0 = 0x12345678 ; expect f1 = 0x87654321
mov (1) f0.2:uw 7:uw {NoMask}
mov (1) r10.0:ud f0.2<0;1,0>:uw {NoMask}
mov (1) r10.1:ud cr0.4<0;1,0>:ud {NoMask}
