// SNB PRM vol4 part2 chapter 9: code listings of the programming guide.
// gen: gen6

// case 9.2.1.1: an OpenGL SWZ negates one component through a packed vector
// set r0:f = 1 2 3 4 5 6 7 8
// expect r1:f = 1 -3 1 3 5 -7 5 7
mul (8) r1.0<1>:f r0<4>.xzxz:f r5<4>.xyzw:f {Align16}
// set r5:f = 1 -1 1 1 1 -1 1 1

// case 9.2.2: four dot products to one register
// set r0:f = 1 0 0 0 1 0 0 0 ; set r1:f = 0 1 0 0 0 1 0 0 ; set r2:f = 0 0 1 0 0 0 1 0 ; set r3:f = 0 0 0 1 0 0 0 1 ; set r4:f = 1 2 3 4 5 6 7 8
// expect r5:f = 1 2 3 4 5 6 7 8
dp4 (8) r5.0<1>.x:f r0.0<4>:f r4.0<4>:f {NoDDClr}
dp4 (8) r5.0<1>.y:f r1.0<4>:f r4.0<4>:f {NoDDClr, NoDDChk}
dp4 (8) r5.0<1>.z:f r2.0<4>:f r4.0<4>:f {NoDDClr, NoDDChk}
dp4 (8) r5.0<1>.w:f r3.0<4>:f r4.0<4>:f {NoDDChk}

// case 9.2.4: attribute interpolation by line and mac
// set r0:f = 2 3 4 ; set r2:f = 10 0 0 1 ; set r6:f = 0 ...
// expect r6:f = 21 21
line (8) acc0<1>:f r2.0<0;1,0>:f r7<8;8,1>:f
mov (8) r6<1>:f acc0<8;8,1>:f
// set r7:f = 2 ...

// case 9.2.5.2: ramp function
// expect r3:d = 0 1 2 3 4 5 6 7
mov (8)  r3<1>:d 0x76543210:v {NoMask}

// case 9.2.7.1 branching
// mask = 0xff ; set r4:d = 1 2 3 4 5 6 7 8 ; set r5:d = 1 0 3 0 5 0 7 0
// expect r10:d = 1 2 1 2 1 2 1 2
cmp.z.f0.0 (8)  null<1>:d r5<8;8,1>:d r4<8;8,1>:d
(f0.0) if (8)   Here1
mov (8) r10<1>:d 1:d
else (8) Here2
Here1: mov (8) r10<1>:d 2:d
Here2: endif (8) Out
Out: nop

// case 9.2.7.5 a loop that leaves by while
// mask = 0xff ; set r2:d = 4 3 2 1 4 3 2 1
// expect r3:d = 4 3 2 1 4 3 2 1
Begin: add (8) r3<1>:d r3<8;8,1>:d 1:d
add.nz.f0.0 (8) r2<1>:d r2<8;8,1>:d -1:d
(f0.0) while (8) Begin
