// Flow control on Gen12: brw_inst.h of Mesa says where JIP and UIP lie; what they do is Gen9's.
// gen: gen12

// case if / else / endif
// mask = 0xff ; set f0.0 = 0x35
// expect r10:d = 1 2 1 2 1 1 2 2
(f0.0) if (8) Else Fi
mov (8) r10<1>:d 1:d
else (8) Fi Fi
Else: mov (8) r10<1>:d 2:d
Fi: endif (8) Out
Out: nop

// case while, with a break
// set r10:d = 0 ... ; mask = 0xff ; set r2:d = 3 1 4 1 5 9 2 6
// expect r10:d = 3 1 4 1 5 9 2 6 ; expect r11:d = 1 1 1 1 1 1 1 1
Do: add (8) r10<1>:d r10<8;8,1>:d 1:d
cmp.ge.f0.0 (8) null<1>:d r10<8;8,1>:d r2<8;8,1>:d {@1}
(f0.0) break (8) Last Last
Last: while (8) Do
mov (8) r11<1>:d 1:d

// case goto and join: channels whose predicate is true jump (docs/record/errata.md)
// mask = 0xff ; set f0.0 = 0x0f ; set r10:d = 9 ...
// expect r10:d = 9 9 9 9 1 1 1 1 ; expect r11:d = 2 2 2 2 2 2 2 2
(f0.0) goto (8) J J
mov (8) r10<1>:d 1:d
J: join (8) Out
Out: mov (8) r11<1>:d 2:d

// case jmpi, forwards and backwards
// set r11:d = 0 ... ; expect r10:d = 0 0 ; expect r11:d = 3 3
jmpi (1) Over {NoMask}
mov (8) r10<1>:d 1:d
Over: add (8) r11<1>:d r11<8;8,1>:d 1:d
cmp.l.f0.0 (1) null<1>:d r11<0;1,0>:d 3:d {@1}
(f0.0) jmpi (1) Over {NoMask}

// case a predicate over all 32 channels
// set f1 = 0xffffffff ; set f0 = 0xfffffffe ; expect r10:d = 5 ; expect r11:d = 0
(f1.0.all32h) mov (1) r10<1>:d 5:d {NoMask}
(f0.0.all32h) mov (1) r11<1>:d 5:d {NoMask}

// case call and ret
// mask = 0xff ; expect r10:d = 4 ... ; expect r11:d = 6 ...
call (8) r20<1>:d Function
mov (8) r11<1>:d 6:d
jmpi (1) End {NoMask}
Function: mov (8) r10<1>:d 4:d
ret (8) r20<2;2,1>:d
End: nop
