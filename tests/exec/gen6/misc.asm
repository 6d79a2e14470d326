// SNB PRM vol4 part2 8.3.32 nop, 8.3.48 wait, chapter 6 exceptions, 5.3.4 architecture registers.
// gen: gen6

// case nop
nop
// set r10:d = 3
// expect r10:d = 3

// case wait takes one notification (8.3.48)
// set n0.0:ud = 2
// expect n0.0:ud = 1 ; expect r10:d = 1
wait (1) n0
mov (1) r10<1>:d 1:d

// case wait without one to come
// expect fault "waits"
wait (1) n0

// case the illegal opcode without a system routine (6.4.1)
// expect fault "illegal"
illegal

// case the dispatch mask is sr0.2 (5.3.4.7)
// mask = 0x5a3c
// expect r10:ud = 0x5a3c
mov (1) r10<1>:ud sr0.2<0;1,0>:ud {NoMask}

// case the vector mask is sr0.3: a group of four of which one is dispatched
// mask = 0x0110
// expect r10:ud = 0x0ff0
mov (1) r10<1>:ud sr0.3<0;1,0>:ud {NoMask}

// case null drops what it gets and reads as nothing
// set r2:d = 5 ...
// expect r2:d = 5 5
mov (8) null<1>:d r2<8;8,1>:d

// case message registers are written and stay
// set r2:d = 1 2 3 4 5 6 7 8
// expect m5:d = 1 2 3 4 5 6 7 8
mov (8) m5<1>:d r2<8;8,1>:d

// case bits that no field has, or of fields that are ignored, change nothing (7.2, tables 7-11 to 7-14)
// set r2:d = 1 2 3 4 5 6 7 8
// expect r10:d = 5 5 5 5 5 5 5 5 ; expect r11:d = 2 4 6 8 10 12 14 16
nop {Bit=61, Bit=127}
mov (8) r10<1>:d 5:d {Bit=64, Bit=71, Bit=78, Bit=86}
add (8) r11<1>:d r2<8;8,1>:d r2<8;8,1>:d {Bit=47, Bit=95, Bit=121}

// case the illegal opcode given as bytes (6.4.2: an undefined one becomes it)
// sip = SYSTEM ; set cr0.1 = 0x1000
// expect r13:d = 6 ...
nop {Bits=x7f000000000000000000000000000000}
mov (8) r13:d 5:d
jmpi (1) END {NoMask}
SYSTEM: mov (8) r13:d 6:d {NoMask}
END: nop

// case nenop is a nop (table 7-25)
// expect r10:d = 7 0 0 0 0 0 0 0
nenop
mov (1) r10:d 7:d {NoMask}

// case a message register with bit 7 set: what goes beyond it lies four registers on (docs/record/errata.md)
// set r2..r3:f = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 ; set r6:w = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
// set m3..m5:d = 7 ... ; set m11:d = 7 ... ; set f0.0 = 0x7fff ; set m23 = 9 ...
// expect m2:f = 1 2 3 4 5 6 7 8 ; expect m6:f = 9 10 11 12 13 14 15 16 ; expect m3..m5:d = 7 ... ; expect m11:d = 7 ...
// expect m10:f = -1 -2 -3 -4 -5 -6 -7 -8 ; expect m12:w = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
// expect m19:d = 2 4 6 8 10 12 14 16 ; expect m23:d = 18 20 22 24 26 28 30 9
mov (16) m130<1>:f r2<8;8,1>:f
mov (8) m138<1>:f -r2<8;8,1>:f
mov (16) m140<1>:w r6<16;16,1>:w
(f0.0) add (16) m147<1>:d r6<8;8,1>:w r6<8;8,1>:w
