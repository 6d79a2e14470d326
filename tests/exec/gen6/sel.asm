// SNB PRM vol4 part2 8.3.43 sel.
// gen: gen6

// case min by sel.l (4.3.1.4): src0 -inf
// mask = 0x1ff
// set r2..r3:f = -inf ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// expect r10..r11:f = -inf -inf -inf -inf -inf -inf -inf -inf -inf
// set f0.0 = 0x1234
// expect f0.0 = 0x1234
sel.l.f0.0 (16) r10<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case min by sel.l (4.3.1.4): src0 -fin
// mask = 0x1ff
// set r2..r3:f = -2.5 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// expect r10..r11:f = -inf -2.5 -2.5 -2.5 -2.5 -2.5 -2.5 -2.5 -2.5
// set f0.0 = 0x1234
// expect f0.0 = 0x1234
sel.l.f0.0 (16) r10<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case min by sel.l (4.3.1.4): src0 -denorm
// mask = 0x1ff
// set r2..r3:f = 0x80000001 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// expect r10..r11:f = -inf -2.5 -0.0 -0.0 0 0 -0.0 -0.0 -0.0
// set f0.0 = 0x1234
// expect f0.0 = 0x1234
sel.l.f0.0 (16) r10<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case min by sel.l (4.3.1.4): src0 -0
// mask = 0x1ff
// set r2..r3:f = -0.0 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// expect r10..r11:f = -inf -2.5 -0.0 -0.0 0 0 -0.0 -0.0 -0.0
// set f0.0 = 0x1234
// expect f0.0 = 0x1234
sel.l.f0.0 (16) r10<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case min by sel.l (4.3.1.4): src0 +0
// mask = 0x1ff
// set r2..r3:f = 0 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// expect r10..r11:f = -inf -2.5 -0.0 -0.0 0 0 0 0 0
// set f0.0 = 0x1234
// expect f0.0 = 0x1234
sel.l.f0.0 (16) r10<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case min by sel.l (4.3.1.4): src0 +denorm
// mask = 0x1ff
// set r2..r3:f = 0x1 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// expect r10..r11:f = -inf -2.5 -0.0 -0.0 0 0 0 0 0
// set f0.0 = 0x1234
// expect f0.0 = 0x1234
sel.l.f0.0 (16) r10<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case min by sel.l (4.3.1.4): src0 +fin
// mask = 0x1ff
// set r2..r3:f = 1.5 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// expect r10..r11:f = -inf -2.5 -0.0 -0.0 0 0 1.5 1.5 1.5
// set f0.0 = 0x1234
// expect f0.0 = 0x1234
sel.l.f0.0 (16) r10<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case min by sel.l (4.3.1.4): src0 +inf
// mask = 0x1ff
// set r2..r3:f = inf ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// expect r10..r11:f = -inf -2.5 -0.0 -0.0 0 0 1.5 inf inf
// set f0.0 = 0x1234
// expect f0.0 = 0x1234
sel.l.f0.0 (16) r10<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case min by sel.l (4.3.1.4): src0 nan
// mask = 0x1ff
// set r2..r3:f = nan ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// expect r10..r11:f = -inf -2.5 -0.0 -0.0 0 0 1.5 inf nan
// set f0.0 = 0x1234
// expect f0.0 = 0x1234
sel.l.f0.0 (16) r10<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case max by sel.ge (4.3.1.4): src0 -inf
// mask = 0x1ff
// set r2..r3:f = -inf ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// expect r10..r11:f = -inf -2.5 -0.0 -0.0 0 0 1.5 inf -inf
// set f0.0 = 0x1234
// expect f0.0 = 0x1234
sel.ge.f0.0 (16) r10<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case max by sel.ge (4.3.1.4): src0 -fin
// mask = 0x1ff
// set r2..r3:f = -2.5 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// expect r10..r11:f = -2.5 -2.5 -0.0 -0.0 0 0 1.5 inf -2.5
// set f0.0 = 0x1234
// expect f0.0 = 0x1234
sel.ge.f0.0 (16) r10<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case max by sel.ge (4.3.1.4): src0 -denorm
// mask = 0x1ff
// set r2..r3:f = 0x80000001 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// expect r10..r11:f = -0.0 -0.0 -0.0 -0.0 -0.0 -0.0 1.5 inf -0.0
// set f0.0 = 0x1234
// expect f0.0 = 0x1234
sel.ge.f0.0 (16) r10<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case max by sel.ge (4.3.1.4): src0 -0
// mask = 0x1ff
// set r2..r3:f = -0.0 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// expect r10..r11:f = -0.0 -0.0 -0.0 -0.0 -0.0 -0.0 1.5 inf -0.0
// set f0.0 = 0x1234
// expect f0.0 = 0x1234
sel.ge.f0.0 (16) r10<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case max by sel.ge (4.3.1.4): src0 +0
// mask = 0x1ff
// set r2..r3:f = 0 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// expect r10..r11:f = 0 0 0 0 0 0 1.5 inf 0
// set f0.0 = 0x1234
// expect f0.0 = 0x1234
sel.ge.f0.0 (16) r10<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case max by sel.ge (4.3.1.4): src0 +denorm
// mask = 0x1ff
// set r2..r3:f = 0x1 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// expect r10..r11:f = 0 0 0 0 0 0 1.5 inf 0
// set f0.0 = 0x1234
// expect f0.0 = 0x1234
sel.ge.f0.0 (16) r10<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case max by sel.ge (4.3.1.4): src0 +fin
// mask = 0x1ff
// set r2..r3:f = 1.5 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// expect r10..r11:f = 1.5 1.5 1.5 1.5 1.5 1.5 1.5 inf 1.5
// set f0.0 = 0x1234
// expect f0.0 = 0x1234
sel.ge.f0.0 (16) r10<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case max by sel.ge (4.3.1.4): src0 +inf
// mask = 0x1ff
// set r2..r3:f = inf ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// expect r10..r11:f = inf inf inf inf inf inf inf inf inf
// set f0.0 = 0x1234
// expect f0.0 = 0x1234
sel.ge.f0.0 (16) r10<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case max by sel.ge (4.3.1.4): src0 nan
// mask = 0x1ff
// set r2..r3:f = nan ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// expect r10..r11:f = -inf -2.5 -0.0 -0.0 0 0 1.5 inf nan
// set f0.0 = 0x1234
// expect f0.0 = 0x1234
sel.ge.f0.0 (16) r10<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case sel.l uw
// set r2:uw = 0 1 65535 0 65534 2 32768 3 ; set r3:uw = 0 65534 2 32768 3 0 1 65535
// expect r10:uw = 0 1 2 0 3 0 1 3
sel.l.f0.0 (8) r10<1>:uw r2<8;8,1>:uw r3<8;8,1>:uw

// case sel.ge uw
// set r2:uw = 0 1 65535 0 65534 2 32768 3 ; set r3:uw = 0 65534 2 32768 3 0 1 65535
// expect r10:uw = 0 65534 65535 32768 65534 2 32768 65535
sel.ge.f0.0 (8) r10<1>:uw r2<8;8,1>:uw r3<8;8,1>:uw

// case sel.l w
// set r2:w = 0 1 32767 -32768 32766 -32767 16384 3 ; set r3:w = -32768 32766 -32767 16384 3 0 1 32767
// expect r10:w = -32768 1 -32767 -32768 3 -32767 1 3
sel.l.f0.0 (8) r10<1>:w r2<8;8,1>:w r3<8;8,1>:w

// case sel.ge w
// set r2:w = 0 1 32767 -32768 32766 -32767 16384 3 ; set r3:w = -32768 32766 -32767 16384 3 0 1 32767
// expect r10:w = 0 32766 32767 16384 32766 0 16384 32767
sel.ge.f0.0 (8) r10<1>:w r2<8;8,1>:w r3<8;8,1>:w

// case sel.l ud
// set r2:ud = 0 1 4294967295 0 4294967294 2 2147483648 3 ; set r3:ud = 0 4294967294 2 2147483648 3 0 1 4294967295
// expect r10:ud = 0 1 2 0 3 0 1 3
sel.l.f0.0 (8) r10<1>:ud r2<8;8,1>:ud r3<8;8,1>:ud

// case sel.ge ud
// set r2:ud = 0 1 4294967295 0 4294967294 2 2147483648 3 ; set r3:ud = 0 4294967294 2 2147483648 3 0 1 4294967295
// expect r10:ud = 0 4294967294 4294967295 2147483648 4294967294 2 2147483648 4294967295
sel.ge.f0.0 (8) r10<1>:ud r2<8;8,1>:ud r3<8;8,1>:ud

// case sel.l d
// set r2:d = 0 1 2147483647 -2147483648 2147483646 -2147483647 1073741824 3 ; set r3:d = -2147483648 2147483646 -2147483647 1073741824 3 0 1 2147483647
// expect r10:d = -2147483648 1 -2147483647 -2147483648 3 -2147483647 1 3
sel.l.f0.0 (8) r10<1>:d r2<8;8,1>:d r3<8;8,1>:d

// case sel.ge d
// set r2:d = 0 1 2147483647 -2147483648 2147483646 -2147483647 1073741824 3 ; set r3:d = -2147483648 2147483646 -2147483647 1073741824 3 0 1 2147483647
// expect r10:d = 0 2147483646 2147483647 1073741824 2147483646 0 1073741824 2147483647
sel.ge.f0.0 (8) r10<1>:d r2<8;8,1>:d r3<8;8,1>:d

// case the predicate selects, and is no part of the write enable
// set f0.0 = 0x35 ; set r2:d = 1 ... ; set r3:d = 2 ...
// expect r10:d = 1 2 1 2 1 1 2 2
(f0.0) sel (8) r10<1>:d r2<8;8,1>:d r3<8;8,1>:d

// case the inverted predicate
// set f0.0 = 0x35 ; set r2:d = 1 ... ; set r3:d = 2 ...
// expect r10:d = 2 1 2 1 2 2 1 1
(-f0.0) sel (8) r10<1>:d r2<8;8,1>:d r3<8;8,1>:d

// case without a condition denormals are kept
// set f0.0 = 0x1 ; set r2:f = 0x1 0x2 ; set r3:f = 0x80000003 ...
// expect r10:f = 0x1 0x80000003
(f0.0) sel (2) r10<1>:f r2<2;2,1>:f r3<2;2,1>:f

// case channels that are off keep what they held
// mask = 0x0f ; set f0.0 = 0x33 ; set r2:d = 1 ... ; set r3:d = 2 ... ; set r10:d = 9 ...
// expect r10:d = 1 1 2 2 9 9 9 9
(f0.0) sel (8) r10<1>:d r2<8;8,1>:d r3<8;8,1>:d

// case 8.3.43: by another condition than ge and l, source 1 where either is a NaN
// set r2:f = nan 1 nan 2 1 1 0x7f800001 3 ; set r3:f = 5 nan 0xffc00001 2 2 nan 4 7
// expect r10:f = 5 nan 0xffc00001 2 1 nan 4 3 ; expect r11:f = 5 nan 0xffc00001 2 2 nan 4 7 ; expect f0.0 = 0
sel.nz.f0.0 (8) r10<1>:f r2<8;8,1>:f r3<8;8,1>:f
sel.z.f0.0 (8) r11<1>:f r2<8;8,1>:f r3<8;8,1>:f
