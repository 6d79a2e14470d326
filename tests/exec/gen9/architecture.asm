// Architecture registers on Gen9: SNB PRM vol4 part2 5.3.4 and the Gen9 instruction reference.
// gen: gen9

// case a pause: tm0 has five dwords, and a write to the last waits
// expect r10:d = 1 1 1 1 1 1 1 1
mov (1) tm0.4:ud 0x10:ud {NoMask}
mov (8) r10:d 1:d

// case reading it finds the pause over
// expect r10:d = 0
mov (1) tm0.4:ud 0x10:ud {NoMask}
mov (1) r10:d tm0.4<0;1,0>:d {NoMask}

// case a write to ip whose channel is off does nothing, although the instruction reads ip (5.3.4.10)
// mask = 0xfe ; expect r10:d = * 1 1 1 1 1 1 1 ; expect r11:d = * 2 2 2 2 2 2 2
add (1) ip:ud ip<0;1,0>:ud 32:ud
mov (8) r10:d 1:d
mov (8) r11:d 2:d

// case nor does one whose predicate is false
// set f0.0 = 0 ; expect r10:d = 1 1 1 1 1 1 1 1
(f0.0) add (1) ip:ud ip<0;1,0>:ud 32:ud
mov (8) r10:d 1:d
mov (8) r11:d 2:d

// case and one whose predicate is true
// set f0.0 = 1 ; set r10:d = 0 ... ; expect r10:d = 0 0 0 0 0 0 0 0 ; expect r11:d = 2 2 2 2 2 2 2 2
(f0.0) add (1) ip:ud ip<0;1,0>:ud 32:ud
mov (8) r10:d 1:d
mov (8) r11:d 2:d
