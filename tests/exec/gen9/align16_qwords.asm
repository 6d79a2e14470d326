// Align16 with 64-bit types on Gen9: an element takes two of the components x y z w (docs/record/errata.md "Execution").
// gen: gen9

// case the low double of each source, as uniform doubles are computed
// set r4:df = 2 3 5 7 ; set r8:df = 11 13 17 19 ; set r10:df = -1 -2 -3 -4
// expect r10:df = 24 -2 -3 -4
mad (2) r10.0<1>.xy:df r4.0<4;4,1>.xyxy:df r8.0<4;4,1>.xyxy:df r4.0<4;4,1>.xyxy:df {Align16, NoMask}

// case halves of two registers, low and high
// set r4:df = 2 3 5 7 ; set r8:df = 11 13 17 19 ; set r10:df = -1 -2 -3 -4
// expect r10:df = 223 -2 -3 -4
mad (2) r10.0<1>.xy:df r4.0<4;4,1>.xyxy:df r8.2<4;4,1>.xyxy:df r8.0<4;4,1>.zwzw:df {Align16, NoMask}

// case into the upper half of a register
// set r4:df = 2 3 5 7 ; set r10:df = -1 -2 -3 -4
// expect r10:df = -1 -2 38 -4
mad (2) r10.2<1>.xy:df r4.0<4;4,1>.zwzw:df r4.2<4;4,1>.xyxy:df r4.2<4;4,1>.zwzw:df {Align16, NoMask}

// case into the second double of a half
// set r4:df = 2 3 5 7 ; set r10:df = -1 -2 -3 -4
// expect r10:df = -1 11 -3 -4
mad (2) r10.0<1>.zw:df r4.2<4;4,1>.xyxy:df r4.0<4;4,1>.xyxy:df r4.0<4;4,1>.zwzw:df {Align16, NoMask}

// case both, crossed
// set r4:df = 2 3 5 7 ; set r10:df = -1 -2 -3 -4
// expect r10:df = 9 8 -3 -4
add (2) r10.0<1>:df r4.0<2>.xyzw:df r4.2<2>.zwxy:df {Align16, NoMask}

// case four and eight channels: rows follow each other
// set r4..r5:df = 1 2 3 4 5 6 7 8 ; set r10..r13:df = 0 ...
// expect r10..r11:df = 2 1 4 3 6 5 8 7 ; expect r12..r13:df = 2 0 4 0 0 ...
mov (8) r10.0<1>:df r4.0<2>.zwxy:df {Align16, NoMask}
mov (4) r12.0<1>.xy:df r4.0<2>.zwzw:df {Align16, NoMask}

// case one row for all
// set r4:df = 1 2 3 4
// expect r10:df = 4 3 4 3
mov (4) r10.0<1>:df r4.2<0>.zwxy:df {Align16, NoMask}

// case a replicated double
// set r4:df = 1 2 3 4 ; set r5:df = 10 20 30 40
// expect r10:df = 14 24 34 44
mad (4) r10.0<1>:df r5.0<4;4,1>:df r4.3<0;1,0>:df r4.0<0;1,0>:df {Align16, NoMask}

// case quadwords
// set r4:q = 1 -2 3 0x100000000 ; set r10:q = 9 9 9 9
// expect r10:q = 9 9 9 0xfffffffe
add (2) r10.2<1>.zw:q r4.0<2>.zwzw:q r4.2<2>.zwzw:q {Align16, NoMask}

// case unsigned quadwords
// set r4:uq = 1 0xffffffff00000000 3 4 ; set r10:uq = 9 9 9 9
// expect r10:uq = 0xffffffff00000003 9 9 9
or (2) r10.0<1>.xy:uq r4.0<2>.zwzw:uq r4.2<2>.xyxy:uq {Align16, NoMask}

// case channels are elements: the flag of channel 1 is the second double's
// set r4:df = 1 2 3 4 ; set r10:df = 0 ... ; set f0.0 = 0xa
// expect r10:df = 0 2 0 4
(f0.0) mov (4) r10.0<1>:df r4.0<2>:df {Align16, NoMask}

// case the last half of the last register
// set r127:df = 1 2 3 4 ; set r10:df = 0 ...
// expect r10:df = 4 0 0 0 ; expect r127:df = 1 2 8 4
mov (2) r10.0<1>.xy:df r127.2<2>.zwzw:df {Align16, NoMask}
mad (2) r127.2<1>.xy:df r127.2<4;4,1>.zwzw:df r127.0<4;4,1>.zwzw:df r127.0<4;4,1>.zwzw:df {Align16, NoMask}

// case dwords as ever: four components a row
// set r4:d = 1 2 3 4 5 6 7 8 ; set r10:d = 0 ...
// expect r10:d = 4 0 2 0 8 0 6 0
mov (8) r10.0<1>.xz:d r4.0<4>.wzyx:d {Align16, NoMask}
