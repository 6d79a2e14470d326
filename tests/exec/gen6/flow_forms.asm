// SNB PRM vol4 part2 8.3: flow control, the sentences of each instruction's description; 5.3.4.8 single program flow.
// gen: gen6

// case 8.3.5 break: PMask chooses who leaves; all at once jump to JIP
// set r10:d = 0 ... ; mask = 0xff ; expect r10:d = 1 1 1 1 1 1 1 1 ; expect r11:d = 0 ... ; expect r12:d = 1 1 1 1 1 1 1 1
Do: add (8) r10:d r10:d 1:d
break (8) Last After
add (8) r11:d r11:d 1:d
Last: while (8) Do
After: mov (8) r12:d 1:d

// case 8.3.5 break: in the inner of two loops leaves the inner alone
// set r12:d = 0 ... ; set r10:d = 0 ... ; mask = 0xff ; set r2:d = 1 2 3 4 1 2 3 4 ; expect r10:d = 2 4 6 8 2 4 6 8 ; expect r12:d = 2 ...
Outer: mov (8) r11:d 0:d
Inner: add (8) r11:d r11:d 1:d
add (8) r10:d r10:d 1:d
cmp.ge.f0.0 (8) null r11:d r2:d
(f0.0) break (8) Last After
Last: while (8) Inner
After: add (8) r12:d r12:d 1:d
cmp.l.f0.0 (8) null r12:d 2:d
(f0.0) while (8) Outer

// case 8.3.6 call: without a channel that calls it is a nop, and stores nothing
// mask = 0xff ; set f0.0 = 0 ; set r20:d = 77 78 ; expect r20:d = 77 78 ; expect r10:d = 0 ... ; expect r11:d = 1 ...
(f0.0) call (2) r20<1>:d Sub
mov (8) r11:d 1:d
jmpi (1) End {NoMask}
Sub: mov (8) r10:d 1:d
ret (8) null r20<2;2,1>:d
End: nop

// case 8.3.6 call: predicated, inside an if-endif: the others go on behind it
// mask = 0xff ; set f0.0 = 0x3c ; expect r10:d = 0 0 1 1 1 1 0 0 ; expect r11:d = 1 ...
(f0.0) if (8) Fi
call (2) r20<1>:d Sub
Fi: endif (8) Go
Go: mov (8) r11:d 1:d
jmpi (1) End {NoMask}
Sub: mov (8) r10:d 1:d
ret (8) null r20<2;2,1>:d
End: nop

// case 8.3.6 call, 8.3.36 ret: the second dword is the mask that ret restores
// set r10:d = 0 ... ; mask = 0xff ; set f0.0 = 0x0f ; expect r10:d = 11 11 11 11 1 1 1 1 ; expect r11:d = 1 ...
call (2) r20<1>:d Outer
mov (8) r11:d 1:d
jmpi (1) End {NoMask}
Outer: add (8) r10:d r10:d 1:d
(f0.0) if (8) Fi
call (2) r21<1>:d Inner
Fi: endif (8) Go
Go: ret (8) null r20<2;2,1>:d
Inner: add (8) r10:d r10:d 10:d
ret (8) null r21<2;2,1>:d
End: nop

// case 8.3.36 ret: predicated: the thread goes back when the last channel has returned
// set r10:d = 0 ... ; mask = 0xff ; set f0.0 = 0x0f ; expect r10:d = 1 1 1 1 2 2 2 2 ; expect r11:d = 1 ...
call (2) r20<1>:d Sub
mov (8) r11:d 1:d
jmpi (1) End {NoMask}
Sub: add (8) r10:d r10:d 1:d
(f0.0) ret (8) null r20<2;2,1>:d
add (8) r10:d r10:d 1:d
ret (8) null r20<2;2,1>:d
End: nop

// case 8.3.7 case: predicated
// mask = 0xff ; set f0.0 = 0x0f ; set f0.1 = 0x33 ; expect r10:d = 1 1 1 1 2 2 3 3
(f0.0) case (8) null null null Next
mov (8) r10:d 1:d
break (8) Next After
Next: (f0.1) case (8) null null null Last
mov (8) r10:d 2:d
break (8) Last After
Last: mov (8) r10:d 3:d
After: nop

// case 8.3.7 case: no channel takes it: a jump behind the break
// mask = 0xff ; set f0.0 = 0 ; expect r10:d = 0 ... ; expect r11:d = 1 ...
(f0.0) case (8) null null null Next
mov (8) r10:d 1:d {NoMask}
break (8) Next After
Next: mov (8) r11:d 1:d
After: nop

// case 8.3.7 case: several breaks inside one block: the conditional one waits for the last
// mask = 0xff ; set f0.0 = 0x0f ; set r2:d = 1 0 1 0 1 0 1 0 ; expect r10:d = 1 2 1 2 3 3 3 3
(f0.0) case (8) null null null Next
mov (8) r10:d 1:d
cmp.nz.f0.1 (8) null r2:d 0:d
(f0.1) break (8) B After
mov (8) r10:d 2:d
B: break (8) Next After
Next: mov (8) r10:d 3:d
After: nop

// case 8.3.10 cont: all channels at once go to JIP
// set r10:d = 0 ... ; mask = 0xff ; expect r10:d = 3 ... ; expect r11:d = 0 ...
Do: add (8) r10:d r10:d 1:d
cont (8) Last Last
add (8) r11:d r11:d 1:d
Last: cmp.l.f0.0 (8) null r10:d 3:d
(f0.0) while (8) Do

// case 8.3.10 cont: inside a conditional block JIP is its end
// set r10:d = 0 ... ; mask = 0xff ; set r2:d = 1 2 3 4 1 2 3 4 ; expect r10:d = 4 ... ; expect r11:d = 3 2 1 0 3 2 1 0
Do: add (8) r10:d r10:d 1:d
cmp.le.f0.0 (8) null r10:d r2:d
(f0.0) if (8) Fi
cont (8) Fi Last
Fi: endif (8) Go
Go: add (8) r11:d r11:d 1:d
Last: cmp.l.f0.0 (8) null r10:d 4:d
(f0.0) while (8) Do

// case 8.3.15 else: the opposite set of channels, of those that were there before the if
// mask = 0x7e ; set f0.0 = 0xf0 ; expect r10:d = 0 2 2 2 1 1 1 0
(f0.0) if (8) Else
mov (8) r10:d 1:d
else (8) Fi
Else: mov (8) r10:d 2:d
Fi: endif (8) Out
Out: nop

// case 8.3.15 else: if all channels took the if, a jump to the endif
// mask = 0xff ; set f0.0 = 0xff ; expect r10:d = 1 ... ; expect r11:d = 0 ...
(f0.0) if (8) Else
mov (8) r10:d 1:d
else (8) Fi
Else: mov (8) r11:d 2:d {NoMask}
Fi: endif (8) Out
Out: nop

// case 8.3.16 endif: where no channel is left, on to the end of the next block
// mask = 0xff ; set f0.0 = 0xff ; expect r11:d = 0 ... ; expect r12:d = 1 ...
(f0.0) if (8) Outer
(f0.0) if (8) Inner
halt (8) Inner End
Inner: endif (8) Outer
mov (8) r11:d 1:d {NoMask}
Outer: endif (8) End
End: mov (8) r12:d 1:d

// case 8.3.17 fork: the vector mask
// mask = 0x0110 ; set cr0.0 = 0x8 ; expect r10..r11:d = 0 0 0 0 1 1 1 1 1 1 1 1 0 0 0 0
fork (16) sr0.3 L
mov (16) r10:d 1:d
L: nop

// case 8.3.17 fork: the vector mask is not kept to the dispatch mask
// mask = 0x0110 ; expect r10..r11:d = 0 0 0 0 1 1 1 1 1 1 1 1 0 0 0 0 ; expect r12..r13:d = 0 0 0 0 1 1 1 1 1 1 1 1 0 0 0 0
fork (16) sr0.3 L
mov (16) r10:d 1:d
L: mov (16) r12:d 1:d

// case 8.3.17 fork: the dispatch mask among the channels of the vector mask
// mask = 0x0110 ; set cr0.0 = 0x8 ; expect r10..r11:d = 0 0 0 0 1 0 0 0 1 0 0 0 0 0 0 0 ; expect r12..r13:d = 0 0 0 0 1 1 1 1 1 1 1 1 0 0 0 0
fork (16) sr0.2 L
mov (16) r10:d 1:d
L: mov (16) r12:d 1:d

// case 8.3.17 fork: further qualified by the predicate
// mask = 0xff ; set f0.0 = 0x3c ; expect r10:d = 0 0 1 1 1 1 0 0 ; expect r11:d = 1 ...
(f0.0) fork (16) sr0.2 L
mov (8) r10:d 1:d
L: mov (8) r11:d 1:d

// case 8.3.17 fork: no channel: a jump
// mask = 0xff ; set f0.0 = 0 ; expect r10:d = 0 ... ; expect r11:d = 1 ...
(f0.0) fork (16) sr0.2 L
mov (8) r10:d 1:d {NoMask}
L: mov (8) r11:d 1:d

// case 8.3.17 fork: brings channels that wait elsewhere back here
// mask = 0xff ; set f0.0 = 0x0f ; expect r10:d = 2 2 2 2 2 2 2 2
(f0.0) halt (8) End End
fork (16) sr0.2 L
mov (8) r10:d 2:d
L: nop
End: nop

// case 8.3.19 halt: not in a block, JIP is UIP; channels that do not halt go on
// mask = 0xff ; set f0.0 = 0x81 ; expect r10:d = 0 1 1 1 1 1 1 0 ; expect r11:d = 1 ...
(f0.0) halt (8) End End
mov (8) r10:d 1:d
End: mov (8) r11:d 1:d

// case 8.3.19 halt: in a loop in a block
// set r10:d = 0 ... ; mask = 0xff ; set r2:d = 1 2 3 4 5 6 7 8 ; expect r10:d = 1 2 3 4 4 4 4 4 ; expect r11:d = 0 0 0 0 1 1 1 1 ; expect r12:d = 1 ...
Do: add (8) r10:d r10:d 1:d
cmp.z.f0.0 (8) null r10:d r2:d
(f0.0) if (8) Fi
halt (8) Fi End
Fi: endif (8) Last
Last: cmp.l.f0.0 (8) null r10:d 4:d
(f0.0) while (8) Do
mov (8) r11:d 1:d
End: mov (8) r12:d 1:d

// case 8.3.20 if: an embedded compare with an immediate, of words
// mask = 0xffff ; set r2:w = 1 2 3 4 5 6 7 8 1 2 3 4 5 6 7 8 ; expect r10:w = 0 0 0 0 1 1 1 1 0 0 0 0 1 1 1 1
if.g (16) null r2<16;16,1>:w 4:w Fi
mov (16) r10:w 1:w
Fi: endif (16) Out
Out: nop

// case 8.3.20 if: of floats, with a NaN
// mask = 0x0f ; set r2:f = 1 nan 3 nan ; expect r10:d = 1 0 1 0
if.ge (8) null r2:f 1:f Fi
mov (8) r10:d 1:d
Fi: endif (8) Out
Out: nop

// case 8.3.21 jmpi: by a register, backward: an index of -2 is itself
// set r2:d = -2 ; expect fault "did not end"
jmpi (1) r2<0;1,0>:d {NoMask}

// case 8.3.21 jmpi: forward by a register
// set r2:d = 4 ; expect r10:d = 0 ; expect r11:d = 1
jmpi (1) r2<0;1,0>:d {NoMask}
mov (1) r10:d 1:d
mov (1) r10:d 2:d
mov (1) r11:d 1:d

// case 8.3.21 jmpi: not taken
// set f0.0 = 0 ; expect r10:d = 1
(f0.0) jmpi (1) Over {NoMask}
mov (1) r10:d 1:d
Over: nop

// case 8.3.21 jmpi: the predicate inverted
// set f0.0 = 0 ; expect r10:d = 0
(-f0.0) jmpi (1) Over {NoMask}
mov (1) r10:d 1:d
Over: nop

// case 8.3.21 jmpi: outside the code is a fault
// set r2:d = 1000 ; expect fault "no instruction begins"
jmpi (1) r2<0;1,0>:d {NoMask}
nop

// case 8.3.49 while: the predicate inverted
// set r10:d = 0 ... ; mask = 0xff ; set r2:d = 1 2 3 4 5 6 7 8 ; expect r10:d = 1 2 3 4 5 6 7 8
Do: add (8) r10:d r10:d 1:d
cmp.ge.f0.0 (8) null r10:d r2:d
(-f0.0) while (8) Do

// case 8.3.49 while: channels that were off before the loop are not counted
// set r10:d = 0 ... ; mask = 0x0f ; set r2:d = 2 ... ; expect r10:d = 2 2 2 2 0 0 0 0
Do: add (8) r10:d r10:d 1:d
cmp.l.f0.0 (8) null r10:d r2:d
(f0.0) while (8) Do

// case SPF while: the first channel's condition is everybody's
// expect report "single-flow"
// set r10:d = 0 ... ; mask = 0xff ; set cr0.0 = 4 ; set r2:d = 3 9 9 9 0 ... ; expect r10:d = 3 ...
Do: add (8) r10:d r10:d 1:d
cmp.l.f0.0 (8) null r10:d r2:d
(f0.0) while (8) Do

// case SPF while with an embedded compare
// set r10:d = 0 ... ; mask = 0xff ; set cr0.0 = 4 ; set r2:d = 3 9 9 9 0 ... ; expect r10:d = 3 ...
Do: add (8) r10:d r10:d 1:d
while.l (8) null r10:d r2:d Do

// case SPF break and cont use UIP
// set r11:d = 0 ... ; set r10:d = 0 ... ; mask = 0xff ; set cr0.0 = 4 ; expect r10:d = 4 ... ; expect r11:d = 2 ...
Do: add (8) r10:d r10:d 1:d
cmp.le.f0.0 (8) null r10:d 1:d
(f0.0) cont (8) Wrong Last
cmp.g.f0.0 (8) null r10:d 3:d
(f0.0) break (8) Wrong After
add (8) r11:d r11:d 1:d
Last: while (8) Do
Wrong: mov (8) r11:d 99:d
After: nop

// case SPF halt uses UIP
// expect report "single-flow"
// mask = 0xff ; set cr0.0 = 4 ; set f0.0 = 1 ; expect r10:d = 0 ... ; expect r11:d = 1 ...
(f0.0) if (8) Fi
halt (8) Fi End
Fi: endif (8) Go
Go: mov (8) r10:d 1:d
End: mov (8) r11:d 1:d

// case SPF call and ret, nested
// set r10:d = 0 ... ; mask = 0xff ; set cr0.0 = 4 ; expect r10:d = 11 ... ; expect r11:d = 1 ...
call (2) r20<1>:d Outer
mov (8) r11:d 1:d
jmpi (1) End {NoMask}
Outer: add (8) r10:d r10:d 1:d
call (2) r21<1>:d Inner
ret (8) null r20<2;2,1>:d
Inner: add (8) r10:d r10:d 10:d
ret (8) null r21<2;2,1>:d
End: nop

// case SPF call by a scalar predicate that is false
// expect report "single-flow"
// mask = 0xff ; set cr0.0 = 4 ; set f0.0 = 0xfe ; expect r10:d = 0 ... ; expect r11:d = 1 ...
(f0.0) call (2) r20<1>:d Sub
mov (8) r11:d 1:d
jmpi (1) End {NoMask}
Sub: add (8) r10:d r10:d 1:d
ret (8) null r20<2;2,1>:d
End: nop

// case SPF case
// expect report "single-flow"
// mask = 0xff ; set cr0.0 = 4 ; set f0.0 = 0xfe ; expect r10:d = 2 ...
(f0.0) case (8) null null null Next
mov (8) r10:d 1:d
break (8) Next After
Next: mov (8) r10:d 2:d
After: nop

// case SPF off again by fork, and per-channel branches work
// mask = 0xff ; set f0.0 = 0x0f ; expect r10:d = 1 1 1 1 2 2 2 2 ; expect cr0.0 = 0
fork (16) null L
L: nop
fork (16) sr0.2 More
More: nop
(f0.0) if (8) Else
mov (8) r10:d 1:d
else (8) Fi
Else: mov (8) r10:d 2:d
Fi: endif (8) Out
Out: nop

// case a predicate by groups decides an if for each group
// mask = 0xff ; set f0.0 = 0x1f ; expect r10:d = 1 1 1 1 0 0 0 0
(f0.0.all4h) if (8) Fi
mov (8) r10:d 1:d
Fi: endif (8) Out
Out: nop

// case a branch that compares may name its null destination with a type: that of source 0 (8.3.20)
// mask = 0xff ; set r2:d = 1 2 3 4 5 6 7 8 ; set r3:w = 1 2 3 4 5 6 7 8
// expect r10:d = 1 1 1 1 0 0 0 0 ; expect r11:w = 0 0 0 0 0 1 1 1
if.l.f0.0 (8) null<1>:d r2:d 5:d
mov (8) r10:d 1:d
endif
if.g (8) null:w r3<8;8,1>:w 5:w
mov (8) r11<1>:w 1:w
endif

// case case without operands takes its predicate (8.3.7), as if does
// mask = 0xff ; set f0.0 = 0x0f
// expect r10:d = 1 1 1 1 2 2 2 2
(f0.0) case (8) null null null SECOND
mov (8) r10:d 1:d
break (8) SECOND END
SECOND: case (8) THIRD
mov (8) r10:d 2:d
break (8) THIRD END
THIRD: mov (8) r10:d 3:d
END: nop

// case fork to one half of 32 channels: the low word of the dispatch mask, or the high one with {H2} (8.3.17)
// mask = 0x0ff0000f ; set cr0.0 = 4
// expect r3..r4:d = 1 1 1 1 0 ... ; expect r5..r6:d = 0 0 0 0 1 1 1 1 1 1 1 1 0 ... ; expect cr0.0 = 0 * * *
fork (16) sr0.4<0;1,0>:uw Low
mov (16) r3:d 1:d
Low: fork (16) null High
High: fork (16) sr0.5<0;1,0>:uw Out
mov (16) r5:d 1:d {H2}
Out: nop

// case 8.3.20 if, 8.3.49 while: they compare for themselves, with the targets left to their blocks (9.2.6)
// mask = 0xff ; set r2:d = 1 2 3 4 5 6 7 8 ; set r10:d = 0 ... ; set r11:d = 0 ...
// expect r10:d = 1 2 3 4 5 6 7 8 ; expect r11:d = 10 10 10 10 20 20 20 20
do
add (8) r10:d r10:d 1:d
while.l (8) null r10:d r2:d
if.le (8) null r2:d 4:d
mov (8) r11:d 10:d
else (8)
mov (8) r11:d 20:d
endif
