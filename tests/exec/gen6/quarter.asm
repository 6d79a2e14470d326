// SNB PRM vol4 part2 7.2.2 QtrCtrl: which half of the channels the dispatch mask, the flags and the accumulators are
// taken from. Beyond the first sixteen channels flags and accumulators begin anew.
// gen: gen6
// mask = 0xffffffff ; set r10..r11:d = 9 ... ; set f0 = 0

// case Q3: flags of the first half
// set f0.0 = 0xaa55 ; expect r10:d = 1 9 1 9 1 9 1 9
(f0.0) mov (8) r10<1>:d 1:d {Q3}

// case Q4: flags of the second half
// set f0.0 = 0xaa55 ; expect r10:d = 9 1 9 1 9 1 9 1
(f0.0) mov (8) r10<1>:d 1:d {Q4}

// case H2: all flags
// set f0.0 = 0xaa55 ; expect r10..r11:d = 1 9 1 9 1 9 1 9 9 1 9 1 9 1 9 1
(f0.0) mov (16) r10<1>:d 1:d {H2}

// case H2 in the other subregister
// set f0.1 = 0xaa55 ; expect r10..r11:d = 1 9 1 9 1 9 1 9 9 1 9 1 9 1 9 1
(f0.1) mov (16) r10<1>:d 1:d {H2}

// case flags are written where they are read
// set r2:d = 0 1 0 1 0 1 0 1 ; expect f0.0 = 0xaa00 ; expect f0.1 = 0x00aa
cmp.nz.f0.0 (8) null:d r2<8;8,1>:d 0:d {Q4}
cmp.nz.f0.1 (8) null:d r2<8;8,1>:d 0:d {Q3}

// case H2 writes one subregister
// set r2..r3:d = 0 1 0 1 0 1 0 1 1 1 1 1 0 0 0 0 ; expect f0.0 = 0x0faa ; expect f0.1 = 0
cmp.nz.f0.0 (16) null:d r2<8;8,1>:d 0:d {H2}

// case predicates of all and any look at these flags
// set f0.0 = 0xff00 ; expect r10:d = 1 1 1 1 1 1 1 1 ; expect r11:d = 9 9 9 9 9 9 9 9
(f0.0.all8h) mov (8) r10<1>:d 1:d {Q4}
(f0.0.any8h) mov (8) r11<1>:d 1:d {Q3}

// case channels that run are those of the dispatch mask's quarter
// mask = 0x0f0000f0 ; set f0.0 = 0xffff ; expect r10:d = 9 9 9 9 9 9 9 9 ; expect r11:d = 1 1 1 1 9 9 9 9
(f0.0) mov (8) r10<1>:d 1:d {Q3}
(f0.0) mov (8) r11<1>:d 1:d {Q4}

// case Q2 and Q4: the implicit accumulator is acc1, Q3: acc0
// set r2:f = 1 2 3 4 5 6 7 8 ; set acc0..acc1:f = 0 ... ; expect acc0:f = 3 4 5 6 7 8 9 10 ; expect acc1:f = 4 5 6 7 8 9 10 11
add (8) r10<1>:f r2<8;8,1>:f 1.0:f {AccWrEn, Q2}
add (8) r10<1>:f r2<8;8,1>:f 2.0:f {AccWrEn, Q3}
add (8) r10<1>:f r2<8;8,1>:f 3.0:f {AccWrEn, Q4}

// case H2: both accumulators
// set r2..r3:f = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
// expect acc0:f = 2 3 4 5 6 7 8 9 ; expect acc1:f = 10 11 12 13 14 15 16 17
add (16) r10<1>:f r2<8;8,1>:f 1.0:f {AccWrEn, H2}

// case 5.3.4.5: words with SecHalf use acc1 too
// set r2:w = 1 2 3 4 5 6 7 8 ; set acc0:w = 7 ... ; expect acc0:w = 7 7 7 7 7 7 7 7 ; expect acc1:w = 2 3 4 5 6 7 8 9
add (8) r10<1>:w r2<8;8,1>:w 1:w {AccWrEn, SecHalf}

// case 5.3.4.5: mac of words with SecHalf adds acc1
// set r2:w = 1 2 3 4 5 6 7 8 ; set acc0:w = 7 ... ; set acc1:w = 100 ... ; expect r10:w = 102 104 106 108 110 112 114 116
mac (8) r10<1>:w r2<8;8,1>:w 2:w {SecHalf}

// case 5.3.4.5: an explicit acc0 with SecHalf and words
// set r2:w = 1 2 3 4 5 6 7 8 ; set acc0:w = 7 ... ; expect r10:w = 2 3 4 5 6 7 8 9 ; expect acc0:w = 7 7 7 7 7 7 7 7
mov (8) acc0<1>:w r2<8;8,1>:w {SecHalf}
add (8) r10<1>:w acc0<8;8,1>:w 1:w {SecHalf}

// case sixteen words with H2 use acc0
// set r2:w = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 ; expect acc0:w = 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17
add (16) r10<1>:w r2<16;16,1>:w 1:w {AccWrEn, H2}
