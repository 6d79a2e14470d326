// SNB PRM vol4 part2 5.4.1 predication and 5.4.3 predicate control: which channels an instruction writes.
// gen: gen6

// case f0.0 of 0x00f0
// set f0.0 = 0x00f0 ; set r10..r11:d = 7 ...
// expect r10..r11:d = 7 7 7 7 1 1 1 1 7 7 7 7 7 7 7 7
(f0.0) mov (16) r10<1>:d 1:d

// case -f0.0 of 0x00f0
// set f0.0 = 0x00f0 ; set r10..r11:d = 7 ...
// expect r10..r11:d = 1 1 1 1 7 7 7 7 1 1 1 1 1 1 1 1
(-f0.0) mov (16) r10<1>:d 1:d

// case f0.0.any2h of 0x00f0
// set f0.0 = 0x00f0 ; set r10..r11:d = 7 ...
// expect r10..r11:d = 7 7 7 7 1 1 1 1 7 7 7 7 7 7 7 7
(f0.0.any2h) mov (16) r10<1>:d 1:d

// case -f0.0.any2h of 0x00f0
// set f0.0 = 0x00f0 ; set r10..r11:d = 7 ...
// expect r10..r11:d = 1 1 1 1 7 7 7 7 1 1 1 1 1 1 1 1
(-f0.0.any2h) mov (16) r10<1>:d 1:d

// case f0.0.all2h of 0x00f0
// set f0.0 = 0x00f0 ; set r10..r11:d = 7 ...
// expect r10..r11:d = 7 7 7 7 1 1 1 1 7 7 7 7 7 7 7 7
(f0.0.all2h) mov (16) r10<1>:d 1:d

// case -f0.0.all2h of 0x00f0
// set f0.0 = 0x00f0 ; set r10..r11:d = 7 ...
// expect r10..r11:d = 1 1 1 1 7 7 7 7 1 1 1 1 1 1 1 1
(-f0.0.all2h) mov (16) r10<1>:d 1:d

// case f0.0.any4h of 0x00f0
// set f0.0 = 0x00f0 ; set r10..r11:d = 7 ...
// expect r10..r11:d = 7 7 7 7 1 1 1 1 7 7 7 7 7 7 7 7
(f0.0.any4h) mov (16) r10<1>:d 1:d

// case -f0.0.any4h of 0x00f0
// set f0.0 = 0x00f0 ; set r10..r11:d = 7 ...
// expect r10..r11:d = 1 1 1 1 7 7 7 7 1 1 1 1 1 1 1 1
(-f0.0.any4h) mov (16) r10<1>:d 1:d

// case f0.0.all4h of 0x00f0
// set f0.0 = 0x00f0 ; set r10..r11:d = 7 ...
// expect r10..r11:d = 7 7 7 7 1 1 1 1 7 7 7 7 7 7 7 7
(f0.0.all4h) mov (16) r10<1>:d 1:d

// case -f0.0.all4h of 0x00f0
// set f0.0 = 0x00f0 ; set r10..r11:d = 7 ...
// expect r10..r11:d = 1 1 1 1 7 7 7 7 1 1 1 1 1 1 1 1
(-f0.0.all4h) mov (16) r10<1>:d 1:d

// case f0.0.any8h of 0x00f0
// set f0.0 = 0x00f0 ; set r10..r11:d = 7 ...
// expect r10..r11:d = 1 1 1 1 1 1 1 1 7 7 7 7 7 7 7 7
(f0.0.any8h) mov (16) r10<1>:d 1:d

// case -f0.0.any8h of 0x00f0
// set f0.0 = 0x00f0 ; set r10..r11:d = 7 ...
// expect r10..r11:d = 7 7 7 7 7 7 7 7 1 1 1 1 1 1 1 1
(-f0.0.any8h) mov (16) r10<1>:d 1:d

// case f0.0.all8h of 0x00f0
// set f0.0 = 0x00f0 ; set r10..r11:d = 7 ...
// expect r10..r11:d = 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7
(f0.0.all8h) mov (16) r10<1>:d 1:d

// case -f0.0.all8h of 0x00f0
// set f0.0 = 0x00f0 ; set r10..r11:d = 7 ...
// expect r10..r11:d = 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
(-f0.0.all8h) mov (16) r10<1>:d 1:d

// case f0.0.any16h of 0x00f0
// set f0.0 = 0x00f0 ; set r10..r11:d = 7 ...
// expect r10..r11:d = 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
(f0.0.any16h) mov (16) r10<1>:d 1:d

// case -f0.0.any16h of 0x00f0
// set f0.0 = 0x00f0 ; set r10..r11:d = 7 ...
// expect r10..r11:d = 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7
(-f0.0.any16h) mov (16) r10<1>:d 1:d

// case f0.0.all16h of 0x00f0
// set f0.0 = 0x00f0 ; set r10..r11:d = 7 ...
// expect r10..r11:d = 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7
(f0.0.all16h) mov (16) r10<1>:d 1:d

// case -f0.0.all16h of 0x00f0
// set f0.0 = 0x00f0 ; set r10..r11:d = 7 ...
// expect r10..r11:d = 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
(-f0.0.all16h) mov (16) r10<1>:d 1:d

// case f0.0 of 0x8421
// set f0.0 = 0x8421 ; set r10..r11:d = 7 ...
// expect r10..r11:d = 1 7 7 7 7 1 7 7 7 7 1 7 7 7 7 1
(f0.0) mov (16) r10<1>:d 1:d

// case -f0.0 of 0x8421
// set f0.0 = 0x8421 ; set r10..r11:d = 7 ...
// expect r10..r11:d = 7 1 1 1 1 7 1 1 1 1 7 1 1 1 1 7
(-f0.0) mov (16) r10<1>:d 1:d

// case f0.0.any2h of 0x8421
// set f0.0 = 0x8421 ; set r10..r11:d = 7 ...
// expect r10..r11:d = 1 1 7 7 1 1 7 7 7 7 1 1 7 7 1 1
(f0.0.any2h) mov (16) r10<1>:d 1:d

// case -f0.0.any2h of 0x8421
// set f0.0 = 0x8421 ; set r10..r11:d = 7 ...
// expect r10..r11:d = 7 7 1 1 7 7 1 1 1 1 7 7 1 1 7 7
(-f0.0.any2h) mov (16) r10<1>:d 1:d

// case f0.0.all2h of 0x8421
// set f0.0 = 0x8421 ; set r10..r11:d = 7 ...
// expect r10..r11:d = 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7
(f0.0.all2h) mov (16) r10<1>:d 1:d

// case -f0.0.all2h of 0x8421
// set f0.0 = 0x8421 ; set r10..r11:d = 7 ...
// expect r10..r11:d = 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
(-f0.0.all2h) mov (16) r10<1>:d 1:d

// case f0.0.any4h of 0x8421
// set f0.0 = 0x8421 ; set r10..r11:d = 7 ...
// expect r10..r11:d = 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
(f0.0.any4h) mov (16) r10<1>:d 1:d

// case -f0.0.any4h of 0x8421
// set f0.0 = 0x8421 ; set r10..r11:d = 7 ...
// expect r10..r11:d = 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7
(-f0.0.any4h) mov (16) r10<1>:d 1:d

// case f0.0.all4h of 0x8421
// set f0.0 = 0x8421 ; set r10..r11:d = 7 ...
// expect r10..r11:d = 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7
(f0.0.all4h) mov (16) r10<1>:d 1:d

// case -f0.0.all4h of 0x8421
// set f0.0 = 0x8421 ; set r10..r11:d = 7 ...
// expect r10..r11:d = 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
(-f0.0.all4h) mov (16) r10<1>:d 1:d

// case f0.0.any8h of 0x8421
// set f0.0 = 0x8421 ; set r10..r11:d = 7 ...
// expect r10..r11:d = 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
(f0.0.any8h) mov (16) r10<1>:d 1:d

// case -f0.0.any8h of 0x8421
// set f0.0 = 0x8421 ; set r10..r11:d = 7 ...
// expect r10..r11:d = 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7
(-f0.0.any8h) mov (16) r10<1>:d 1:d

// case f0.0.all8h of 0x8421
// set f0.0 = 0x8421 ; set r10..r11:d = 7 ...
// expect r10..r11:d = 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7
(f0.0.all8h) mov (16) r10<1>:d 1:d

// case -f0.0.all8h of 0x8421
// set f0.0 = 0x8421 ; set r10..r11:d = 7 ...
// expect r10..r11:d = 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
(-f0.0.all8h) mov (16) r10<1>:d 1:d

// case f0.0.any16h of 0x8421
// set f0.0 = 0x8421 ; set r10..r11:d = 7 ...
// expect r10..r11:d = 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
(f0.0.any16h) mov (16) r10<1>:d 1:d

// case -f0.0.any16h of 0x8421
// set f0.0 = 0x8421 ; set r10..r11:d = 7 ...
// expect r10..r11:d = 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7
(-f0.0.any16h) mov (16) r10<1>:d 1:d

// case f0.0.all16h of 0x8421
// set f0.0 = 0x8421 ; set r10..r11:d = 7 ...
// expect r10..r11:d = 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7
(f0.0.all16h) mov (16) r10<1>:d 1:d

// case -f0.0.all16h of 0x8421
// set f0.0 = 0x8421 ; set r10..r11:d = 7 ...
// expect r10..r11:d = 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
(-f0.0.all16h) mov (16) r10<1>:d 1:d

// case f0.0 of 0x3c5a
// set f0.0 = 0x3c5a ; set r10..r11:d = 7 ...
// expect r10..r11:d = 7 1 7 1 1 7 1 7 7 7 1 1 1 1 7 7
(f0.0) mov (16) r10<1>:d 1:d

// case -f0.0 of 0x3c5a
// set f0.0 = 0x3c5a ; set r10..r11:d = 7 ...
// expect r10..r11:d = 1 7 1 7 7 1 7 1 1 1 7 7 7 7 1 1
(-f0.0) mov (16) r10<1>:d 1:d

// case f0.0.any2h of 0x3c5a
// set f0.0 = 0x3c5a ; set r10..r11:d = 7 ...
// expect r10..r11:d = 1 1 1 1 1 1 1 1 7 7 1 1 1 1 7 7
(f0.0.any2h) mov (16) r10<1>:d 1:d

// case -f0.0.any2h of 0x3c5a
// set f0.0 = 0x3c5a ; set r10..r11:d = 7 ...
// expect r10..r11:d = 7 7 7 7 7 7 7 7 1 1 7 7 7 7 1 1
(-f0.0.any2h) mov (16) r10<1>:d 1:d

// case f0.0.all2h of 0x3c5a
// set f0.0 = 0x3c5a ; set r10..r11:d = 7 ...
// expect r10..r11:d = 7 7 7 7 7 7 7 7 7 7 1 1 1 1 7 7
(f0.0.all2h) mov (16) r10<1>:d 1:d

// case -f0.0.all2h of 0x3c5a
// set f0.0 = 0x3c5a ; set r10..r11:d = 7 ...
// expect r10..r11:d = 1 1 1 1 1 1 1 1 1 1 7 7 7 7 1 1
(-f0.0.all2h) mov (16) r10<1>:d 1:d

// case f0.0.any4h of 0x3c5a
// set f0.0 = 0x3c5a ; set r10..r11:d = 7 ...
// expect r10..r11:d = 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
(f0.0.any4h) mov (16) r10<1>:d 1:d

// case -f0.0.any4h of 0x3c5a
// set f0.0 = 0x3c5a ; set r10..r11:d = 7 ...
// expect r10..r11:d = 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7
(-f0.0.any4h) mov (16) r10<1>:d 1:d

// case f0.0.all4h of 0x3c5a
// set f0.0 = 0x3c5a ; set r10..r11:d = 7 ...
// expect r10..r11:d = 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7
(f0.0.all4h) mov (16) r10<1>:d 1:d

// case -f0.0.all4h of 0x3c5a
// set f0.0 = 0x3c5a ; set r10..r11:d = 7 ...
// expect r10..r11:d = 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
(-f0.0.all4h) mov (16) r10<1>:d 1:d

// case f0.0.any8h of 0x3c5a
// set f0.0 = 0x3c5a ; set r10..r11:d = 7 ...
// expect r10..r11:d = 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
(f0.0.any8h) mov (16) r10<1>:d 1:d

// case -f0.0.any8h of 0x3c5a
// set f0.0 = 0x3c5a ; set r10..r11:d = 7 ...
// expect r10..r11:d = 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7
(-f0.0.any8h) mov (16) r10<1>:d 1:d

// case f0.0.all8h of 0x3c5a
// set f0.0 = 0x3c5a ; set r10..r11:d = 7 ...
// expect r10..r11:d = 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7
(f0.0.all8h) mov (16) r10<1>:d 1:d

// case -f0.0.all8h of 0x3c5a
// set f0.0 = 0x3c5a ; set r10..r11:d = 7 ...
// expect r10..r11:d = 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
(-f0.0.all8h) mov (16) r10<1>:d 1:d

// case f0.0.any16h of 0x3c5a
// set f0.0 = 0x3c5a ; set r10..r11:d = 7 ...
// expect r10..r11:d = 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
(f0.0.any16h) mov (16) r10<1>:d 1:d

// case -f0.0.any16h of 0x3c5a
// set f0.0 = 0x3c5a ; set r10..r11:d = 7 ...
// expect r10..r11:d = 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7
(-f0.0.any16h) mov (16) r10<1>:d 1:d

// case f0.0.all16h of 0x3c5a
// set f0.0 = 0x3c5a ; set r10..r11:d = 7 ...
// expect r10..r11:d = 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7
(f0.0.all16h) mov (16) r10<1>:d 1:d

// case -f0.0.all16h of 0x3c5a
// set f0.0 = 0x3c5a ; set r10..r11:d = 7 ...
// expect r10..r11:d = 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
(-f0.0.all16h) mov (16) r10<1>:d 1:d

// case f0.0.any8h of 0x0000
// set f0.0 = 0x0000 ; set r10..r11:d = 7 ...
// expect r10..r11:d = 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7
(f0.0.any8h) mov (16) r10<1>:d 1:d

// case f0.0.any8h of 0xffff
// set f0.0 = 0xffff ; set r10..r11:d = 7 ...
// expect r10..r11:d = 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
(f0.0.any8h) mov (16) r10<1>:d 1:d

// case f0.0.any8h of 0x7fff
// set f0.0 = 0x7fff ; set r10..r11:d = 7 ...
// expect r10..r11:d = 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
(f0.0.any8h) mov (16) r10<1>:d 1:d

// case f0.0.all16h of 0x0000
// set f0.0 = 0x0000 ; set r10..r11:d = 7 ...
// expect r10..r11:d = 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7
(f0.0.all16h) mov (16) r10<1>:d 1:d

// case f0.0.all16h of 0xffff
// set f0.0 = 0xffff ; set r10..r11:d = 7 ...
// expect r10..r11:d = 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
(f0.0.all16h) mov (16) r10<1>:d 1:d

// case f0.0.all16h of 0x7fff
// set f0.0 = 0x7fff ; set r10..r11:d = 7 ...
// expect r10..r11:d = 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7
(f0.0.all16h) mov (16) r10<1>:d 1:d

// case f0.0.any16h of 0x0000
// set f0.0 = 0x0000 ; set r10..r11:d = 7 ...
// expect r10..r11:d = 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7
(f0.0.any16h) mov (16) r10<1>:d 1:d

// case f0.0.any16h of 0xffff
// set f0.0 = 0xffff ; set r10..r11:d = 7 ...
// expect r10..r11:d = 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
(f0.0.any16h) mov (16) r10<1>:d 1:d

// case f0.0.any16h of 0x7fff
// set f0.0 = 0x7fff ; set r10..r11:d = 7 ...
// expect r10..r11:d = 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
(f0.0.any16h) mov (16) r10<1>:d 1:d

// case f0.0.anyv: f0.0 with f0.1
// set f0.0 = 0x3c5a ; set f0.1 = 0xff0 ; set r10..r11:d = 7 ...
// expect r10..r11:d = 7 1 7 1 1 1 1 1 1 1 1 1 1 1 7 7
(f0.0.anyv) mov (16) r10<1>:d 1:d

// case -f0.0.anyv: f0.0 with f0.1
// set f0.0 = 0x3c5a ; set f0.1 = 0xff0 ; set r10..r11:d = 7 ...
// expect r10..r11:d = 1 7 1 7 7 7 7 7 7 7 7 7 7 7 1 1
(-f0.0.anyv) mov (16) r10<1>:d 1:d

// case f0.0.allv: f0.0 with f0.1
// set f0.0 = 0x3c5a ; set f0.1 = 0xff0 ; set r10..r11:d = 7 ...
// expect r10..r11:d = 7 7 7 7 1 7 1 7 7 7 1 1 7 7 7 7
(f0.0.allv) mov (16) r10<1>:d 1:d

// case -f0.0.allv: f0.0 with f0.1
// set f0.0 = 0x3c5a ; set f0.1 = 0xff0 ; set r10..r11:d = 7 ...
// expect r10..r11:d = 1 1 1 1 7 1 7 1 1 1 7 7 1 1 1 1
(-f0.0.allv) mov (16) r10<1>:d 1:d

// case Align16 f0.0.x: one component of each four
// set f0.0 = 0x4a ; set r10:f = 7 ...
// expect r10:f = 7 7 7 7 7 7 7 7
(f0.0.x) mov (8) r10<1>:f 1.0:f {Align16}

// case Align16 f0.0.y: one component of each four
// set f0.0 = 0x4a ; set r10:f = 7 ...
// expect r10:f = 1 1 1 1 7 7 7 7
(f0.0.y) mov (8) r10<1>:f 1.0:f {Align16}

// case Align16 f0.0.z: one component of each four
// set f0.0 = 0x4a ; set r10:f = 7 ...
// expect r10:f = 7 7 7 7 1 1 1 1
(f0.0.z) mov (8) r10<1>:f 1.0:f {Align16}

// case Align16 f0.0.w: one component of each four
// set f0.0 = 0x4a ; set r10:f = 7 ...
// expect r10:f = 1 1 1 1 7 7 7 7
(f0.0.w) mov (8) r10<1>:f 1.0:f {Align16}

// case Align16 f0.0.any4h
// set f0.0 = 0x20 ; set r10:f = 7 ...
// expect r10:f = 7 7 7 7 1 1 1 1
(f0.0.any4h) mov (8) r10<1>:f 1.0:f {Align16}

// case Align16 f0.0.all4h
// set f0.0 = 0xf ; set r10:f = 7 ...
// expect r10:f = 1 1 1 1 7 7 7 7
(f0.0.all4h) mov (8) r10<1>:f 1.0:f {Align16}

// case the second half reads flags 15:8
// set f0.0 = 0xa500 ; set r10:d = 7 ...
// expect r10:d = 1 7 1 7 7 1 7 1
(f0.0) mov (8) r10<1>:d 1:d {SecHalf}

// case the second flag subregister
// set f0.0 = 0 ; set f0.1 = 0x0f ; set r10:d = 7 ...
// expect r10:d = 1 1 1 1 7 7 7 7
(f0.1) mov (8) r10<1>:d 1:d

// case NoMask overrides the dispatch mask, the predicate still holds (5.4.1)
// mask = 0x03 ; set f0.0 = 0x3c ; set r10:d = 7 ... ; set r11:d = 7 ...
// expect r10:d = 7 7 1 1 1 1 7 7
// expect r11:d = 1 1 1 1 1 1 1 1
(f0.0) mov (8) r10<1>:d 1:d {NoMask}
mov (8) r11<1>:d 1:d {NoMask}

// case the quarter of the dispatch mask
// mask = 0xa50f ; set r10:d = 7 ... ; set r11:d = 7 ...
// expect r10:d = 1 1 1 1 7 7 7 7
// expect r11:d = 1 7 1 7 7 1 7 1
mov (8) r10<1>:d 1:d
mov (8) r11<1>:d 1:d {SecHalf}
