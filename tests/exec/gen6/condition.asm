// SNB PRM vol4 part2 5.7 condition signals: flags of instructions that are no comparison.
// gen: gen6

// case add.z d
// set r2:d = 0 1 -1 5 -5 100 -100 2 ; set r3:d = 0 -1 1 -5 4 -99 99 -3 ; set f0.0 = 0xff00
// expect f0.0 = 0xff0f
// expect r10:d = 0 0 0 0 -1 1 -1 -1
add.z.f0.0 (8) r10<1>:d r2<8;8,1>:d r3<8;8,1>:d

// case add.nz d
// set r2:d = 0 1 -1 5 -5 100 -100 2 ; set r3:d = 0 -1 1 -5 4 -99 99 -3 ; set f0.0 = 0xff00
// expect f0.0 = 0xfff0
// expect r10:d = 0 0 0 0 -1 1 -1 -1
add.nz.f0.0 (8) r10<1>:d r2<8;8,1>:d r3<8;8,1>:d

// case add.g d
// set r2:d = 0 1 -1 5 -5 100 -100 2 ; set r3:d = 0 -1 1 -5 4 -99 99 -3 ; set f0.0 = 0xff00
// expect f0.0 = 0xff20
// expect r10:d = 0 0 0 0 -1 1 -1 -1
add.g.f0.0 (8) r10<1>:d r2<8;8,1>:d r3<8;8,1>:d

// case add.ge d
// set r2:d = 0 1 -1 5 -5 100 -100 2 ; set r3:d = 0 -1 1 -5 4 -99 99 -3 ; set f0.0 = 0xff00
// expect f0.0 = 0xff2f
// expect r10:d = 0 0 0 0 -1 1 -1 -1
add.ge.f0.0 (8) r10<1>:d r2<8;8,1>:d r3<8;8,1>:d

// case add.l d
// set r2:d = 0 1 -1 5 -5 100 -100 2 ; set r3:d = 0 -1 1 -5 4 -99 99 -3 ; set f0.0 = 0xff00
// expect f0.0 = 0xffd0
// expect r10:d = 0 0 0 0 -1 1 -1 -1
add.l.f0.0 (8) r10<1>:d r2<8;8,1>:d r3<8;8,1>:d

// case add.le d
// set r2:d = 0 1 -1 5 -5 100 -100 2 ; set r3:d = 0 -1 1 -5 4 -99 99 -3 ; set f0.0 = 0xff00
// expect f0.0 = 0xffdf
// expect r10:d = 0 0 0 0 -1 1 -1 -1
add.le.f0.0 (8) r10<1>:d r2<8;8,1>:d r3<8;8,1>:d

// case add.z w
// set r2:w = 0 1 -1 5 -5 100 -100 2 ; set r3:w = 0 -1 1 -5 4 -99 99 -3 ; set f0.0 = 0xff00
// expect f0.0 = 0xff0f
// expect r10:w = 0 0 0 0 -1 1 -1 -1
add.z.f0.0 (8) r10<1>:w r2<8;8,1>:w r3<8;8,1>:w

// case add.nz w
// set r2:w = 0 1 -1 5 -5 100 -100 2 ; set r3:w = 0 -1 1 -5 4 -99 99 -3 ; set f0.0 = 0xff00
// expect f0.0 = 0xfff0
// expect r10:w = 0 0 0 0 -1 1 -1 -1
add.nz.f0.0 (8) r10<1>:w r2<8;8,1>:w r3<8;8,1>:w

// case add.g w
// set r2:w = 0 1 -1 5 -5 100 -100 2 ; set r3:w = 0 -1 1 -5 4 -99 99 -3 ; set f0.0 = 0xff00
// expect f0.0 = 0xff20
// expect r10:w = 0 0 0 0 -1 1 -1 -1
add.g.f0.0 (8) r10<1>:w r2<8;8,1>:w r3<8;8,1>:w

// case add.ge w
// set r2:w = 0 1 -1 5 -5 100 -100 2 ; set r3:w = 0 -1 1 -5 4 -99 99 -3 ; set f0.0 = 0xff00
// expect f0.0 = 0xff2f
// expect r10:w = 0 0 0 0 -1 1 -1 -1
add.ge.f0.0 (8) r10<1>:w r2<8;8,1>:w r3<8;8,1>:w

// case add.l w
// set r2:w = 0 1 -1 5 -5 100 -100 2 ; set r3:w = 0 -1 1 -5 4 -99 99 -3 ; set f0.0 = 0xff00
// expect f0.0 = 0xffd0
// expect r10:w = 0 0 0 0 -1 1 -1 -1
add.l.f0.0 (8) r10<1>:w r2<8;8,1>:w r3<8;8,1>:w

// case add.le w
// set r2:w = 0 1 -1 5 -5 100 -100 2 ; set r3:w = 0 -1 1 -5 4 -99 99 -3 ; set f0.0 = 0xff00
// expect f0.0 = 0xffdf
// expect r10:w = 0 0 0 0 -1 1 -1 -1
add.le.f0.0 (8) r10<1>:w r2<8;8,1>:w r3<8;8,1>:w

// case add.z f
// set r2:f = 0 1.5 -1.5 5 -5 100 -100 0.25 ; set r3:f = -0.0 -1.5 1 -6 4 -99 101 -0.25
// expect f0.0 = 0x0083
add.z.f0.0 (8) r10<1>:f r2<8;8,1>:f r3<8;8,1>:f

// case mul.z f
// set r2:f = 0 1.5 -1.5 5 -5 100 -100 0.25 ; set r3:f = -0.0 -1.5 1 -6 4 -99 101 -0.25
// expect f0.0 = 0x0001
mul.z.f0.0 (8) r10<1>:f r2<8;8,1>:f r3<8;8,1>:f

// case add.nz f
// set r2:f = 0 1.5 -1.5 5 -5 100 -100 0.25 ; set r3:f = -0.0 -1.5 1 -6 4 -99 101 -0.25
// expect f0.0 = 0x007c
add.nz.f0.0 (8) r10<1>:f r2<8;8,1>:f r3<8;8,1>:f

// case mul.nz f
// set r2:f = 0 1.5 -1.5 5 -5 100 -100 0.25 ; set r3:f = -0.0 -1.5 1 -6 4 -99 101 -0.25
// expect f0.0 = 0x00fe
mul.nz.f0.0 (8) r10<1>:f r2<8;8,1>:f r3<8;8,1>:f

// case add.g f
// set r2:f = 0 1.5 -1.5 5 -5 100 -100 0.25 ; set r3:f = -0.0 -1.5 1 -6 4 -99 101 -0.25
// expect f0.0 = 0x0060
add.g.f0.0 (8) r10<1>:f r2<8;8,1>:f r3<8;8,1>:f

// case mul.g f
// set r2:f = 0 1.5 -1.5 5 -5 100 -100 0.25 ; set r3:f = -0.0 -1.5 1 -6 4 -99 101 -0.25
// expect f0.0 = 0x0000
mul.g.f0.0 (8) r10<1>:f r2<8;8,1>:f r3<8;8,1>:f

// case add.ge f
// set r2:f = 0 1.5 -1.5 5 -5 100 -100 0.25 ; set r3:f = -0.0 -1.5 1 -6 4 -99 101 -0.25
// expect f0.0 = 0x00e3
add.ge.f0.0 (8) r10<1>:f r2<8;8,1>:f r3<8;8,1>:f

// case mul.ge f
// set r2:f = 0 1.5 -1.5 5 -5 100 -100 0.25 ; set r3:f = -0.0 -1.5 1 -6 4 -99 101 -0.25
// expect f0.0 = 0x0001
mul.ge.f0.0 (8) r10<1>:f r2<8;8,1>:f r3<8;8,1>:f

// case add.l f
// set r2:f = 0 1.5 -1.5 5 -5 100 -100 0.25 ; set r3:f = -0.0 -1.5 1 -6 4 -99 101 -0.25
// expect f0.0 = 0x001c
add.l.f0.0 (8) r10<1>:f r2<8;8,1>:f r3<8;8,1>:f

// case mul.l f
// set r2:f = 0 1.5 -1.5 5 -5 100 -100 0.25 ; set r3:f = -0.0 -1.5 1 -6 4 -99 101 -0.25
// expect f0.0 = 0x00fe
mul.l.f0.0 (8) r10<1>:f r2<8;8,1>:f r3<8;8,1>:f

// case add.le f
// set r2:f = 0 1.5 -1.5 5 -5 100 -100 0.25 ; set r3:f = -0.0 -1.5 1 -6 4 -99 101 -0.25
// expect f0.0 = 0x009f
add.le.f0.0 (8) r10<1>:f r2<8;8,1>:f r3<8;8,1>:f

// case mul.le f
// set r2:f = 0 1.5 -1.5 5 -5 100 -100 0.25 ; set r3:f = -0.0 -1.5 1 -6 4 -99 101 -0.25
// expect f0.0 = 0x00ff
mul.le.f0.0 (8) r10<1>:f r2<8;8,1>:f r3<8;8,1>:f

// case NaN: only nz is true
// set r2:f = nan ... ; set r3:f = 1 ...
// expect f0.0 = 0xff
add.nz.f0.0 (8) r10<1>:f r2<8;8,1>:f r3<8;8,1>:f

// case NaN: z is false
// set r2:f = nan ... ; set r3:f = 1 ... ; set f0.0 = 0xff
// expect f0.0 = 0
add.z.f0.0 (8) r10<1>:f r2<8;8,1>:f r3<8;8,1>:f

// case NaN: g is false
// set r2:f = nan ... ; set r3:f = 1 ... ; set f0.0 = 0xff
// expect f0.0 = 0
add.g.f0.0 (8) r10<1>:f r2<8;8,1>:f r3<8;8,1>:f

// case NaN: ge is false
// set r2:f = nan ... ; set r3:f = 1 ... ; set f0.0 = 0xff
// expect f0.0 = 0
add.ge.f0.0 (8) r10<1>:f r2<8;8,1>:f r3<8;8,1>:f

// case NaN: l is false
// set r2:f = nan ... ; set r3:f = 1 ... ; set f0.0 = 0xff
// expect f0.0 = 0
add.l.f0.0 (8) r10<1>:f r2<8;8,1>:f r3<8;8,1>:f

// case NaN: le is false
// set r2:f = nan ... ; set r3:f = 1 ... ; set f0.0 = 0xff
// expect f0.0 = 0
add.le.f0.0 (8) r10<1>:f r2<8;8,1>:f r3<8;8,1>:f

// case u is true of NaN results
// set r2:f = nan 1 inf -inf 2 0 ... ; set r3:f = 1 nan -inf -inf 2 0 ...
// expect f0.0 = 7
add.u.f0.0 (8) r10<1>:f r2<8;8,1>:f r3<8;8,1>:f

// case o is overflow of d
// set r2:d = 2147483647 2147483647 -2147483648 -2147483648 5 -1 1073741824 0 ; set r3:d = 1 0 -1 0 6 -1 1073741824 0
// expect f0.0 = 0x45
add.o.f0.0 (8) r10<1>:d r2<8;8,1>:d r3<8;8,1>:d

// case o is overflow of ud
// set r2:ud = 4294967295 4294967295 2147483648 1 0 5 7 2147483648 ; set r3:ud = 1 0 2147483648 1 0 6 4294967295 1
// expect f0.0 = 0x45
add.o.f0.0 (8) r10<1>:ud r2<8;8,1>:ud r3<8;8,1>:ud

// case o is overflow of w
// set r2:w = 32767 32767 -32768 1 2 3 -32768 0 ; set r3:w = 1 0 -1 1 2 3 0 0
// expect f0.0 = 0x5
add.o.f0.0 (8) r10<1>:w r2<8;8,1>:w r3<8;8,1>:w

// case flags of channels that are off stay
// mask = 0x3c ; set f0.0 = 0xff ; set r2:d = 1 ...
// expect f0.0 = 0xc3
add.z.f0.0 (8) r10<1>:d r2<8;8,1>:d 1:d

// case a predicated instruction writes only the flags of its channels
// set f0.0 = 0x0f ; set r2:d = 1 ...
// expect f0.0 = 0x00
(f0.0) add.z.f0.0 (8) r10<1>:d r2<8;8,1>:d 1:d

// case the flag register half is the instruction's own
// set f0.0 = 0x55 ; set r2:d = 1 0 1 0
// expect f0.0 = 0x55 ; expect f0.1 = 0xa
add.z.f0.1 (4) r10<1>:d r2<4;4,1>:d 0:d
