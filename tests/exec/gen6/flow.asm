// SNB PRM vol4 part2 8.3 flow control: if, else, endif, while, break, cont, halt, jmpi, call, ret, case, fork; SPF.
// gen: gen6

// case if / else / endif (8.3.20, 8.3.15, 8.3.16)
// mask = 0xff ; set f0.0 = 0x35
// expect r10:d = 1 2 1 2 1 1 2 2 ; expect r11:d = 3 3 3 3 3 3 3 3
(f0.0) if (8) Else
mov (8) r10<1>:d 1:d
else (8) Fi
Else: mov (8) r10<1>:d 2:d
Fi: endif (8) Out
Out: mov (8) r11<1>:d 3:d

// case if without else
// mask = 0xff ; set f0.0 = 0xf0 ; set r10:d = 9 ...
// expect r10:d = 9 9 9 9 1 1 1 1
(f0.0) if (8) Fi
mov (8) r10<1>:d 1:d
Fi: endif (8) Out
Out: nop

// case no channel takes the if
// mask = 0xff ; set f0.0 = 0 ; set r10:d = 9 ...
// expect r10:d = 9 9 9 9 9 9 9 9 ; expect r11:d = 1 1 1 1 1 1 1 1
(f0.0) if (8) Fi
mov (8) r10<1>:d 1:d
Fi: endif (8) Out
Out: mov (8) r11<1>:d 1:d

// case channels dispatched off stay off in both parts
// mask = 0x3c ; set f0.0 = 0x0f ; set r10:d = 9 ...
// expect r10:d = 9 9 1 1 2 2 9 9
(f0.0) if (8) Else
mov (8) r10<1>:d 1:d
else (8) Fi
Else: mov (8) r10<1>:d 2:d
Fi: endif (8) Out
Out: nop

// case if with an embedded compare
// mask = 0xff ; set r2:d = 1 2 3 4 5 6 7 8 ; set r3:d = 4 ... ; set r10:d = 9 ...
// expect r10:d = 1 1 1 9 9 9 9 9
if.l (8) null r2<8;8,1>:d r3<8;8,1>:d Fi
mov (8) r10<1>:d 1:d
Fi: endif (8) Out
Out: nop

// case nested ifs
// mask = 0xff ; set f0.0 = 0x0f ; set f0.1 = 0x33 ; set r10:d = 0 ...
// expect r10:d = 11 11 12 12 20 20 20 20
(f0.0) if (8) Else
mov (8) r10<1>:d 10:d
(f0.1) if (8) Else2
add (8) r10<1>:d r10<8;8,1>:d 1:d
else (8) Fi2
Else2: add (8) r10<1>:d r10<8;8,1>:d 2:d
Fi2: endif (8) Fi
else (8) Fi
Else: mov (8) r10<1>:d 20:d
Fi: endif (8) Out
Out: nop

// case 9.2.7.3 cascade branching
// mask = 0xff ; set r4:d = 1 2 1 2 1 2 1 2 ; set r5:d = 1 ... ; set r6:d = 5 5 5 5 1 1 1 1 ; set r7:d = 3 ...
// expect r10:d = 1 2 1 2 1 3 1 3
cmp.z.f0.0 (8) null<1>:d r5<8;8,1>:d r4<8;8,1>:d
(f0.0) if (8) Here1
mov (8) r10<1>:d 1:d
else (8) Here2
Here1: cmp.g.f0.0 (8) null<1>:d r6<8;8,1>:d r7<8;8,1>:d
(f0.0) if (8) Here3
mov (8) r10<1>:d 2:d
else (8) Here4
Here3: mov (8) r10<1>:d 3:d
Here4: endif (8) Here2
Here2: endif (8) Out
Out: nop

// case while: channels leave one by one (8.3.49)
// set r10:d = 0 ... ; mask = 0xff ; set r2:d = 1 2 3 4 5 6 7 8
// expect r10:d = 1 2 3 4 5 6 7 8
Do: add (8) r10<1>:d r10<8;8,1>:d 1:d
cmp.l.f0.0 (8) null<1>:d r10<8;8,1>:d r2<8;8,1>:d
(f0.0) while (8) Do

// case while with an embedded compare
// set r10:d = 0 ... ; mask = 0xff ; set r2:d = 1 2 3 4 5 6 7 8
// expect r10:d = 1 2 3 4 5 6 7 8
Do: add (8) r10<1>:d r10<8;8,1>:d 1:d
while.l (8) null r10<8;8,1>:d r2<8;8,1>:d Do

// case break (8.3.5): the channel leaves the loop
// set r10:d = 0 ... ; mask = 0xff ; set r2:d = 3 1 4 1 5 9 2 6
// expect r10:d = 3 1 4 1 5 9 2 6 ; expect r11:d = 1 1 1 1 1 1 1 1
Do: add (8) r10<1>:d r10<8;8,1>:d 1:d
cmp.ge.f0.0 (8) null<1>:d r10<8;8,1>:d r2<8;8,1>:d
(f0.0) break (8) Last After
Last: while (8) Do
After: mov (8) r11<1>:d 1:d

// case break inside an if: JIP is the end of the if
// set r11:d = 0 ... ; set r10:d = 0 ... ; mask = 0xff ; set r2:d = 3 1 4 1 5 9 2 6
// expect r10:d = 3 1 4 1 5 9 2 6 ; expect r11:d = 2 0 3 0 4 8 1 5
Do: add (8) r10<1>:d r10<8;8,1>:d 1:d
cmp.ge.f0.0 (8) null<1>:d r10<8;8,1>:d r2<8;8,1>:d
(f0.0) if (8) Fi
break (8) Fi After
Fi: endif (8) Last
add (8) r11<1>:d r11<8;8,1>:d 1:d
Last: while (8) Do
After: nop

// case cont goes to the while
// set r11:d = 0 ... ; set r10:d = 0 ... ; mask = 0xff ; set r2:d = 0 1 2 3 4 5 6 7 ; set f0.0 = 0xff
// expect r10:d = 8 8 8 8 8 8 8 8 ; expect r11:d = 8 7 6 5 4 3 2 1
Do: add (8) r10<1>:d r10<8;8,1>:d 1:d
cmp.l.f0.1 (8) null<1>:d r10<8;8,1>:d 8:d
cmp.le.f0.0 (8) null<1>:d r10<8;8,1>:d r2<8;8,1>:d
(f0.0) cont (8) Last Last
add (8) r11<1>:d r11<8;8,1>:d 1:d
Last: (f0.1) while (8) Do

// case halt (8.3.19): channels wait at UIP
// mask = 0xff ; set f0.0 = 0x0f ; set r10:d = 9 ...
// expect r10:d = 9 9 9 9 1 1 1 1 ; expect r11:d = 2 2 2 2 2 2 2 2
(f0.0) halt (8) End End
mov (8) r10<1>:d 1:d
End: mov (8) r11<1>:d 2:d

// case halt inside an if: JIP is its end
// mask = 0xff ; set f0.0 = 0x0f ; set r10:d = 9 ...
// expect r10:d = 9 9 9 9 1 1 1 1 ; expect r11:d = 2 2 2 2 2 2 2 2
(f0.0) if (8) Fi
halt (8) Fi End
mov (8) r10<1>:d 5:d
Fi: endif (8) Go
Go: mov (8) r10<1>:d 1:d
End: mov (8) r11<1>:d 2:d

// case jmpi forward (8.3.21)
// expect r10:d = 0 0 ; expect r11:d = 1 1
jmpi (1) Over {NoMask}
mov (8) r10<1>:d 1:d
Over: mov (8) r11<1>:d 1:d

// case jmpi counts eights of bytes from behind itself: 2 for an instruction
// expect r10:d = 0 0 ; expect r11:d = 1 1
jmpi (1) 2 {NoMask}
mov (8) r10<1>:d 1:d
mov (8) r11<1>:d 1:d

// case jmpi counts eights of bytes: 1 for a compacted instruction
// set r2:f = 1 ... ; set r3:f = 1 ... ; set r1:f = 0 ...
// expect r1:f = 0 0 ; expect r11:d = 1 1
jmpi (1) 1 {NoMask}
add (8) r1<1>:f r2<8;8,1>:f r3<8;8,1>:f {Compacted}
mov (8) r11<1>:d 1:d

// case the index of jmpi in a register counts the same
// set r2:d = 4
// expect r10:d = 0 0 ; expect r11:d = 0 0 ; expect r12:d = 1 1
jmpi (1) r2.0<0;1,0>:d {NoMask}
mov (8) r10<1>:d 1:d
mov (8) r11<1>:d 1:d
mov (8) r12<1>:d 1:d

// case jmpi 0 goes on behind itself
// expect r10:d = 1 1
jmpi (1) 0 {NoMask}
mov (8) r10<1>:d 1:d

// case jmpi backward, predicated: a counted loop
// set r10:d = 0 ... ; set r2:d = 5
// expect r10:d = 5
Top: add (1) r10<1>:d r10<0;1,0>:d 1:d
cmp.l.f0.0 (1) null<1>:d r10<0;1,0>:d r2<0;1,0>:d
(f0.0) jmpi (1) Top {NoMask}

// case jmpi uses the first channel of the predicate
// set f0.0 = 0xfe
// expect r10:d = 1 1
(f0.0) jmpi (1) Over {NoMask}
mov (8) r10<1>:d 1:d
Over: nop

// case call stores the return address and the mask, ret goes back (8.3.6, 8.3.36)
// mask = 0xff
// expect r10:d = 1 1 1 1 1 1 1 1 ; expect r11:d = 2 2 2 2 2 2 2 2 ; expect r20:ud = 16
call (2) r20<1>:d Sub
mov (8) r11<1>:d 2:d
jmpi (1) End {NoMask}
Sub: mov (8) r10<1>:d 1:d
ret (8) null r20<2;2,1>:d
End: nop

// case two calls, one subroutine
// set r10:d = 0 ... ; mask = 0xff
// expect r10:d = 2 2 2 2 2 2 2 2
call (2) r20<1>:d Sub
call (2) r20<1>:d Sub
jmpi (1) End {NoMask}
Sub: add (8) r10<1>:d r10<8;8,1>:d 1:d
ret (8) null r20<2;2,1>:d
End: nop

// case nested calls
// set r10:d = 0 ... ; mask = 0xff
// expect r10:d = 11 11
call (2) r20<1>:d Outer
jmpi (1) End {NoMask}
Outer: add (8) r10<1>:d r10<8;8,1>:d 1:d
call (2) r21<1>:d Inner
ret (8) null r20<2;2,1>:d
Inner: add (8) r10<1>:d r10<8;8,1>:d 10:d
ret (8) null r21<2;2,1>:d
End: nop

// case a move to ip jumps (9.2.6)
// set r10:d = 0 ...
// expect r10:d = 0 0 ; expect r11:d = 1 1
add (1) ip ip 32:d
mov (8) r10<1>:d 1:d
mov (8) r11<1>:d 1:d

// case jmp of the grammar is add to ip (9.2.6)
// expect r10:d = 0 0 ; expect r11:d = 1 1
jmp Over
mov (8) r10<1>:d 1:d
Over: mov (8) r11<1>:d 1:d

// case sixteen channels in an if
// mask = 0xffff ; set f0.0 = 0xf00f
// expect r10..r11:d = 1 1 1 1 2 2 2 2 2 2 2 2 1 1 1 1
(f0.0) if (16) Else
mov (16) r10<1>:d 1:d
else (16) Fi
Else: mov (16) r10<1>:d 2:d
Fi: endif (16) Out
Out: nop

// case NoMask instructions run inside a branch for all channels
// mask = 0xff ; set f0.0 = 0x0f
// expect r10:d = 1 1 1 1 1 1 1 1 ; expect r11:d = 1 1 1 1 0 0 0 0
(f0.0) if (8) Fi
mov (8) r10<1>:d 1:d {NoMask}
mov (8) r11<1>:d 1:d
Fi: endif (8) Out
Out: nop

// case loops in loops
// set r12:d = 0 ... ; set r10:d = 0 ... ; mask = 0xff ; set r2:d = 1 2 3 4 1 2 3 4
// expect r10:d = 3 6 9 12 3 6 9 12
Outer: mov (8) r11<1>:d 0:d
Inner: add (8) r10<1>:d r10<8;8,1>:d 1:d
add (8) r11<1>:d r11<8;8,1>:d 1:d
cmp.l.f0.0 (8) null<1>:d r11<8;8,1>:d r2<8;8,1>:d
(f0.0) while (8) Inner
add (8) r12<1>:d r12<8;8,1>:d 1:d
cmp.l.f0.0 (8) null<1>:d r12<8;8,1>:d 3:d
(f0.0) while (8) Outer

// case case: each channel runs its block (8.3.7)
// mask = 0xff ; set r2:d = 0 1 2 0 1 2 0 1 ; set r3:d = 0 ... ; set r4:d = 1 ...
// expect r10:d = 10 11 99 10 11 99 10 11
case.z (8) null r2<8;8,1>:d r3<8;8,1>:d Next
mov (8) r10<1>:d 10:d
break (8) Next After
Next: case.z (8) null r2<8;8,1>:d r4<8;8,1>:d Last
mov (8) r10<1>:d 11:d
break (8) Last After
Last: mov (8) r10<1>:d 99:d
After: nop

// case fork by the dispatch mask ends single program flow (8.3.17)
// mask = 0x0f ; set cr0.0 = 4
// expect r10:d = 1 1 1 1 0 0 0 0 ; expect cr0.0 = 0
fork (16) sr0.2 L
mov (8) r10<1>:d 1:d
L: nop

// case fork of null begins single program flow
// expect cr0.0 = 4
fork (16) null L
L: nop

// case SPF: the first channel's predicate decides for all, true (5.3.4.8)
// expect report "single-flow"
// mask = 0xff ; set cr0.0 = 4 ; set f0.0 = 1
// expect r10:d = 1 1 1 1 1 1 1 1 ; expect r11:d = 0 0 0 0 0 0 0 0
(f0.0) if (8) Else
mov (8) r10<1>:d 1:d
else (8) Fi
Else: mov (8) r11<1>:d 2:d
Fi: endif (8) Out
Out: nop

// case SPF: the first channel's predicate decides for all, false
// expect report "single-flow"
// mask = 0xff ; set cr0.0 = 4 ; set f0.0 = 0xfe
// expect r10:d = 0 0 0 0 0 0 0 0 ; expect r11:d = 2 2 2 2 2 2 2 2
(f0.0) if (8) Else
mov (8) r10<1>:d 1:d
else (8) Fi
Else: mov (8) r11<1>:d 2:d
Fi: endif (8) Out
Out: nop
