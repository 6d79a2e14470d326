// The operations of SNB PRM vol4 part2 chapter 8 on Gen9 (BXT PRM vol6): flow control with JIP and UIP in bytes, and goto, join.
// gen: gen9

// case if / else / endif
// mask = 0xff ; set f0.0 = 0x35
// expect r10:d = 1 2 1 2 1 1 2 2
(f0.0) if (8) Else Fi
mov (8) r10<1>:d 1:d
else (8) Fi Fi
Else: mov (8) r10<1>:d 2:d
Fi: endif (8) Out
Out: nop

// case while
// set r10:d = 0 ... ; mask = 0xff ; set r2:d = 1 2 3 4 5 6 7 8
// expect r10:d = 1 2 3 4 5 6 7 8
Do: add (8) r10<1>:d r10<8;8,1>:d 1:d
cmp.l.f0.0 (8) null<1>:d r10<8;8,1>:d r2<8;8,1>:d
(f0.0) while (8) Do

// case break: UIP is the while
// set r10:d = 0 ... ; mask = 0xff ; set r2:d = 3 1 4 1 5 9 2 6
// expect r10:d = 3 1 4 1 5 9 2 6 ; expect r11:d = 1 1 1 1 1 1 1 1
Do: add (8) r10<1>:d r10<8;8,1>:d 1:d
cmp.ge.f0.0 (8) null<1>:d r10<8;8,1>:d r2<8;8,1>:d
(f0.0) break (8) Last Last
Last: while (8) Do
mov (8) r11<1>:d 1:d

// case goto (branch control 0): channels whose predicate is false jump; join
// mask = 0xff ; set f0.0 = 0x0f ; set r10:d = 9 ...
// expect r10:d = 1 1 1 1 9 9 9 9 ; expect r11:d = 2 2 2 2 2 2 2 2
(f0.0) goto (8) J J
mov (8) r10<1>:d 1:d
J: join (8) Out
Out: mov (8) r11<1>:d 2:d

// case jmpi
// expect r10:d = 0 0 ; expect r11:d = 1 1
jmpi (1) Over {NoMask}
mov (8) r10<1>:d 1:d
Over: mov (8) r11<1>:d 1:d

// case csel selects by the sign of src2
// set r2:f = 1 2 3 4 5 6 7 8 ; set r3:f = -1 -2 -3 -4 -5 -6 -7 -8 ; set r4:f = 1 -1 0 5 -5 nan 2 -0.0
// expect r10:f = 1 -2 3 4 -5 * 7 8
csel.ge (8) r10<1>:f r2<4>.xyzw:f r3<4>.xyzw:f r4<4>.xyzw:f {Align16}
