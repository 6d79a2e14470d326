// SNB PRM vol4 part2 chapter 9: code listings of the programming guide, in the order of the guide.
// gen: gen6

// case 9.1.3, example 1: a block of 8x4 bytes of a 32x4 byte array
// set r0:b = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
// set r1:b = 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63
// expect r10:w = 16 17 18 19 20 21 22 23 48 49 50 51 52 53 54 55
.declare Block Base=r0 ElementSize=1 Region=<32;8,1> Type=b
mov (16) r10<1>:w Block(0,16)

// case 9.1.3, example 2: a row of a float array
// set r6:f = 1 2 3 4 5 6 7 8
// expect r10:f = 1 2 3 4 5 6 7 8
.declare Trans Base=r5 ElementSize=4 Region=<0;8,1> Type=f
mov r10:f Trans(1)

// case 9.1.3, example 3: the row is found by an address register
// set a0.0 = 32 ; set r8:f = 1 2 3 4 5 6 7 8
// expect r10:f = 1 2 3 4 5 6 7 8 ; expect r11:f = 1 2 3 4 5 6 7 8
.declare Trans Base=r5 ElementSize=4 Region=<0;8,1> Type=f
mov (8) r10:f r[a0.0,224]<0;8,1>:f
mov r11:f Trans[a0.0,2]

// case 9.1.3, example 4: an address for each element
// set a0.0:uw = 28 24 20 16 12 8 4 0 ; set r7:f = 1 2 3 4 5 6 7 8
// expect r10:f = 8 7 6 5 4 3 2 1
.declare Trans Base=r5 ElementSize=4 Region=<0;8,1> Type=f
mov r10:f Trans[a0.0,2]<1,0>

// case 9.1.3, example 5: an address for each row of four
// set a0.0:uw = 16 32 ; set r7:f = 1 2 3 4 5 6 7 8 ; set r8:f = 11 12 13 14
// expect r10:f = 5 6 7 8 11 12 13 14
.declare Trans Base=r5 ElementSize=4 Region=<0;8,1> Type=f
mov r10:f Trans[a0.0,2]<4,1>

// case 9.1.4: a program by the skeleton
// expect r10:d = 5 5 5 5 5 5 5 5
.kernel skeleton
 .reg_count_total     16
 .reg_count_payload   1
 .default_execution_size (8)
 .default_register_type d
 .code
  jmp Behind
  mov r10 4
 Behind:
  mov r10 5
 .end_code
.end_kernel

// case 9.2.1.1: SWZ r1 r0.0-zx-1 in three instructions
// mask = 0xff ; set r0:f = 1 2 3 4 5 6 7 8
// expect r1:f = 0 -3 1 -1 0 -7 5 -1
mul (8) r1.0<1>:f r0<4>.xzxz:f r5<4>.xyzw:f {Align16}
mov (1) f0.0 8b'10011001
(f0.0)mov(8) r1.0<1>:f 0xF000F000:v
// set r5:f = 1 -1 1 1 1 -1 1 1

// case 9.2.1.1: the constant vector (1 -1 1 1 1 -1 1 1)
// expect r10:f = 1 1 -1 1 1 1 -1 1
mov (8) r10.0<1>:f 0x1F111F11:v

// case 9.2.1.1: SWZ without signs, by sel
// mask = 0xff ; set r0:f = 1 2 3 4 5 6 7 8
// expect r1:f = 0 3 1 -1 0 7 5 -1
mov (8) r6<1>:f 0xF000F000:v
mov (1) f0.0 8b'01100110
(f0.0)sel (8) r1.0<1>:f r0<4>.yzxy:f r6<4>.xyzw:f {Align16}

// case 9.2.2: four dot products to one register
// set r0:f = 1 0 0 0 1 0 0 0 ; set r1:f = 0 1 0 0 0 1 0 0 ; set r2:f = 0 0 1 0 0 0 1 0 ; set r3:f = 0 0 0 1 0 0 0 1 ; set r4:f = 1 2 3 4 5 6 7 8
// expect r5:f = 1 2 3 4 5 6 7 8
dp4 (8) r5.0<1>.x:f r0.0<4>:f r4.0<4>:f {NoDDClr}
dp4 (8) r5.0<1>.y:f r1.0<4>:f r4.0<4>:f {NoDDClr, NoDDChk}
dp4 (8) r5.0<1>.z:f r2.0<4>:f r4.0<4>:f {NoDDClr, NoDDChk}
dp4 (8) r5.0<1>.w:f r3.0<4>:f r4.0<4>:f {NoDDChk}

// case 9.2.2: the same with the regions and options as the guide spells them
// set r0:f = 1 0 0 0 1 0 0 0 ; set r1:f = 0 1 0 0 0 1 0 0 ; set r2:f = 0 0 1 0 0 0 1 0 ; set r3:f = 0 0 0 1 0 0 0 1 ; set r4:f = 1 2 3 4 5 6 7 8
// expect r5:f = 1 2 3 4 5 6 7 8
dp4 (8) r5.0<1>.x:f r0.0<4;4,1>:f r4.0<4;4,1>:f  {NoDDClr}
dp4 (8) r5.0<1>.y:f r1.0<4;4,1>:f r4.0<4;4,1>:f  {NoDDClr, NoDDCChk}
dp4 (8) r5.0<1>.z:f r2.0<4;4,1>:f r4.0<4;4,1>:f  {NoDDClr, NoDDCChk}
dp4 (8) r5.0<1>.w:f r3.0<4;4,1>:f r4.0<4;4,1>:f  {NoDDChk}

// case 9.2.2: reduction by moves between dot products, for comparison
// set r1:f = 0 1 0 0 ; set r2:f = 0 0 1 0 ; set r3:f = 0 0 0 1 ; set r0:f = 1 0 0 0 ; set r4:f = 1 2 3 4
// expect r5:f = 1 2 3 4
dp4 (4) r5.0<1>.y:f  r1.0<4;4,1>:f  r4.0<4;4,1>:f
dp4 (4) r8.0<1>:f  r2.0<4;4,1>:f  r4.0<4;4,1>:f
mov (1) r5.2<1>:f  r8.0<0;1,0>:f
dp4 (4) r8.0<1>:f  r3.0<4;4,1>:f  r4.0<4;4,1>:f
mov (1) r5.3<1>:f  r8.0<0;1,0>:f
dp4 (4) r5.0<1>.x:f  r0.0<4;4,1>:f  r4.0<4;4,1>:f

// case 9.2.3: null as destination, for the flags alone
// mask = 0xff ; set r2:d = 1 -1 1 -1 5 -5 0 0 ; set r3:d = 1 1 -1 0 -5 2 0 1
// expect f0.0 = 0x56
add.nz.f0.0 (8) null<1>:d r2<8;8,1>:d r3<8;8,1>:d
add.z.f0.0 (8) null<1>:d r2<8;8,1>:d r3<8;8,1>:d
// The sums that are zero: of channels 0+0, 1-1, 1-1, 5-5.

// case example 9-1: homogeneous dot product in channel serial
// set r0:f = 2 3 5 7 ; set r2:f = 1 2 3 4 5 6 7 8 ; set r3:f = 10 20 30 40 50 60 70 80 ; set r4:f = 0 1 0 1 0 1 0 1
// expect r6:f = 39 76 103 140 167 204 231 268
line (8) acc:f   r0<0;1,0>:f   r2<0;8,1>:f  // does acc = X# * Cx0 + Co0
mac  (8) acc:f   r0.1<0;1,0>:f r3<0;8,1>:f  // does acc.# = Y# * Cy0 + acc.#
mac  (8) r6<1>:f r0.2<0;1,0>:f r4<0;8,1>:f  // does r6.# = Z# * Cz0 + acc.#

// case 9.2.5.1: extended math under a mask; Gen6 has an instruction for it, with the channels of a send
// mask = 0xff ; set f0.0 = 0x0f ; set r0:f = 0 0 0 0 1 1 1 1 ; set r1:f = 9 ...
// expect r1:f = 1 9 1 1 9 9 9 9
(f0.0) math.cos (8) r1<1>.xzw:f r0<4>:f null {Align16}

// case 9.2.5.1: sixteen channels are two instructions, the second for the second half of the flags
// set f0.0 = 0x7ffe ; set r2..r3:f = 0 ... ; set r8..r9:f = 9 ...
// expect r8..r9:f = 9 1 1 1 1 1 1 1 1 1 1 1 1 1 1 9 ; expect r10..r11:f = 9 1 1 1 1 1 1 1 1 1 1 1 1 1 1 9
(f0.0) math.cos (8) r8<1>:f r2<8;8,1>:f null
(f0.0) math.cos (8) r9<1>:f r3<8;8,1>:f null {SecHalf}
mov (16) r10:f r8:f

// case 9.2.5.2: scratch for a pair of vertices: the mask travels with the message
// mask = 0xff ; memory 0x10000 size 4096 ; set f0.0 = 0xff ; set r0.5 = 0x10000
// set r1:f = 1 2 3 4 5 6 7 8 ; set r2:f = 10 ...
// expect mem 0x10040:f size 32 = 11 0 13 0 15 0 17 0
mov (8) m1:d r0:d {NoMask}
mov (8) m2:d 0:d {NoMask}
mov (1) m2.0:d 4:d {NoMask}
mov (1) m2.4:d 5:d {NoMask}
add (8) m3:f r1:f r2:f
// Null as the posted destination, and still its mask counts.
(f0.0) send (8) null.xz:f m1 render.oword_dual_block_write(bti=stateless, owords=1, mlen=3) {Align16}

// case 9.2.5.2: a ramp of addresses through the accumulators, sixteen channels
// set r4:d = 0 1 2 3 4 5 6 7
// expect m2..m3:d = 512 528 544 560 576 592 608 624 576 592 608 624 640 656 672 688
mov (8) r3<1>:d 0x76543210:v {NoMask}  // ramp function
mul (16) acc0:d r3<8;8,1>:d 16:d {NoMask}
add (8)  acc0:d acc0:d 64:d {NoMask,SecHalf}
add (16) m2:d acc0:d 512:d {NoMask}

// case 9.2.5.2: write to scratch and read back, dwords of sixteen channels
// mask = 0x7fff ; memory 0x10000 size 4096 ; set m1.5 = 0x10000
// set r20..r21:f = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
// expect r16..r17:f = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0 ; expect mem 0x10200:f = 1 ; expect mem 0x10240:f = 2
mov (8) r3<1>:d 0x76543210:v {NoMask}
mul (8) m2:d r3:d 16:d {NoMask}
add (8) r4:d r3:d 8:d {NoMask}
mul (8) m3:d r4:d 16:d {NoMask}
mov (1) m1.2:d 128:d {NoMask}
mov (16) m4:f r20:f
send (16) null m1 render.dword_scattered_write(bti=stateless, simd=16, header)
send (16) r16:f m1 render.dword_scattered_read(bti=stateless, simd=16, header) {NoMask}

// case 9.2.5.2: read, modify and write scratch under a predicate
// mask = 0xffff ; memory 0x10000 size 4096 ; set m1.5 = 0x10000 ; set mem 0x10200:f size 64 = 100 ... ; set f0 = 0x00ff0f0f
// set r0..r1:f = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 ; set r8..r9:f = 10 ...
// expect mem 0x10200:f size 64 = 11 12 13 14 15 16 17 18 19 20 21 22 100 100 100 100
mov (8) r3<1>:d 0x76543210:v {NoMask}
mov (8) m2:d r3:d {NoMask}
add (8) m3:d r3:d 8:d {NoMask}
mov (1) m1.2:d 128:d {NoMask}
send (16) r16:f m1 render.dword_scattered_read(bti=stateless, simd=16, header) {NoMask}
(f0.0.anyv) add (16) r16:f r0:f r8:f
mov (16) m4:f r16:f {NoMask}
send (16) null m1 render.dword_scattered_write(bti=stateless, simd=16, header) {NoMask}

// case 9.2.6: jump absolute
// expect r10:d = 0 0 ; expect r11:d = 1 1
mov (1) IP Here:ud
mov (8) r10<1>:d 1:d
Here: mov (8) r11<1>:d 1:d

// case 9.2.6: jump relative, in bytes
// expect r10:d = 0 0 ; expect r11:d = 1 1
 add (1) IP 3*16  // jumps to HERE_1
 mov (8) r10<1>:d 1:d
 mov (8) r10<1>:d 2:d
HERE_1: mov (8) r11<1>:d 1:d

// case 9.2.6: the four low bits do not count
// expect r10:d = 0 0 ; expect r11:d = 1 1
 add (1) IP 0x35  // jumps to HERE_1 (4 lsb's don't-care)
 mov (8) r10<1>:d 1:d
 mov (8) r10<1>:d 2:d
HERE_1: mov (8) r11<1>:d 1:d

// case 9.2.6: back, and the source ip is the address of its instruction
// set r10:d = 0 ... ; expect r10:d = 3 3 ; expect r12 = 32
 add (8) r10<1>:d r10<8;8,1>:d 1:d
 cmp.ge.f0.0 (1) null:d r10<0;1,0>:d 3:d
 mov (1) r12:ud ip {NoMask}
 (f0.0) jmpi (1) Out {NoMask}
 add (1) IP -4*16
Out: nop

// case 9.2.6: an infinite loop, to itself
// expect fault "did not end"
 add (1) IP 0

// case 9.2.6: an infinite loop, low bits set
// expect fault "did not end"
 add (1) IP 0xF

// case example 9-2: if / else / endif, targets left to the assembler
// mask = 0xff ; set r4:d = 1 2 3 4 5 6 7 8 ; set r5:d = 1 0 3 0 5 0 7 0
// expect r10:d = 1 2 1 2 1 2 1 2
  cmp.e.f0 (8)  null r5:d r4:d // does r5 == r4?
  (f0) if (8)
  mov (8) r10:d 1:d
  else (8)
  mov (8) r10:d 2:d
  endif

// case example 9-2: the targets written
// mask = 0xff ; set r4:d = 1 2 3 4 5 6 7 8 ; set r5:d = 1 0 3 0 5 0 7 0
// expect r10:d = 1 2 1 2 1 2 1 2
cmp.z.f0.0 (8)  null<1>:d r5<8;8,1>:d r4<8;8,1>:d
(f0.0) if (8)   Here1
mov (8) r10<1>:d 1:d
else (8) Here2
Here1: mov (8) r10<1>:d 2:d
Here2: endif (8) Out
Out: nop

// case example 9-3: a fast if is an if without else; Gen6 has no iff
// mask = 0xff ; set r4:d = 1 2 3 4 5 6 7 8 ; set r5:d = 1 0 3 0 5 0 7 0
// expect r10:d = 1 0 1 0 1 0 1 0
  cmp.e.f0 (8)  null r5:d r4:d
 (f0) if (8)
  mov (8) r10:d 1:d
  endif

// case example 9-4: if / elseif / else / endif
// mask = 0xff ; set r4:d = 1 2 1 2 1 2 1 2 ; set r5:d = 1 ... ; set r6:d = 5 5 5 5 1 1 1 1 ; set r7:d = 3 ...
// expect r10:d = 1 2 1 2 1 3 1 3
  cmp.e.f0 (8)  null r5:d r4:d // does r5 == r4?
 (f0) if (8)
  mov (8) r10:d 1:d
  else (8)
  cmp.g.f0 (8)  null r6:d r7:d // is r6 > r7?
 (f0) if (8)
  mov (8) r10:d 2:d
  else (8)
  mov (8) r10:d 3:d
  endif
  endif

// case example 9-5: a compound branch, "if (r0 > r1) or (r2 <= r3)"; the second flag is f0.1
// mask = 0xff ; set r0:d = 5 5 5 5 0 0 0 0 ; set r1:d = 3 ... ; set r2:d = 1 1 9 9 1 1 9 9 ; set r3:d = 4 ...
// expect r10:d = 1 1 1 1 1 1 0 0
  cmp.g.f0.0 (8)  null r0:d  r1:d  // r0 > r1?
  cmp.le.f0.1 (8) null r2:d  r3:d  // r2 <= r3?
  or (1) f0.0:uw f0.0<0;1,0>:uw f0.1<0;1,0>:uw {NoMask}
 (f0.0) if (8)
  mov (8) r10:d 1:d
  endif

// case example 9-6: a compound branch by 'all' of the flags, of which Gen6 has two
// mask = 0xffff ; set r2..r3:d = 0x81 0x81 0x80 0x80 0x81 0x81 0x80 0x80 0x81 0x81 0x80 0x80 0x81 0x81 0x80 0x80
// set r4..r5:d = 0x81 0x80 0x81 0x80 0x81 0x80 0x81 0x80 0x81 0x80 0x81 0x80 0x81 0x80 0x81 0x80
// expect r10..r11:d = 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0
  cmp.g.f0.0 (16)   null r2:d 0x80:d
  cmp.g.f0.1 (16)   null r4:d 0x80:d
 (f0.0.allv) if (16)
  mov (16) r10:d 1:d
  endif

// case example 9-7: the basic loop; Gen6 needs no do and no masks
// set r3:d = 0 ... ; mask = 0xff ; set r2:d = 4 3 2 1 4 3 2 1
// expect r3:d = 4 3 2 1 4 3 2 1
BEGIN_LOOP:
   add (8) r3<1>:d r3<8;8,1>:d 1:d
   add.nz.f0.0 (8) r2<1>:d r2<8;8,1>:d -1:d
  (f0) while (8)  BEGIN_LOOP

// case example 9-8: while (true) with a break
// set r4:d = 0 ... ; set r3:d = 0 ... ; mask = 0xff ; set r2:d = 4 3 2 1 4 3 2 1
// expect r3:d = 4 3 2 1 4 3 2 1 ; expect r4:d = 3 2 1 0 3 2 1 0
BEGIN_LOOP:
   add (8) r3:d r3:d 1:d
   add.z.f0.0 (8) r2:d r2:d -1:d
  (f0) break (8) LAST HERE_1
   add (8) r4:d r4:d 1:d
LAST: while (8) BEGIN_LOOP
HERE_1: nop

// case example 9-9: a break from within three ifs, and one outside
// set r4:d = 0 ... ; set r3:d = 0 ... ; mask = 0xff ; set r2:d = 4 3 2 1 9 9 9 9 ; set r5:d = 9 9 9 9 3 2 1 5
// expect r3:d = 4 3 2 1 3 2 1 5 ; expect r4:d = 3 2 1 0 2 1 0 4
BEGIN_LOOP:
   add (8) r3:d r3:d 1:d
   cmp.g.f0.0 (8) null r2:d 0:d
  (f0.0) if (8) Fi1
   cmp.g.f0.0 (8) null r2:d 0:d
  (f0.0) if (8) Fi2
   cmp.ge.f0.0 (8) null r3:d r2:d
  (f0.0) if (8) Fi3
   break (8) Fi3 HERE_1
Fi3: endif (8) Fi2
Fi2: endif (8) Fi1
Fi1: endif (8) Behind
Behind: cmp.ge.f0.0 (8) null r3:d r5:d
  (f0.0) break (8) LAST HERE_1
   add (8) r4:d r4:d 1:d
LAST: while (8) BEGIN_LOOP
HERE_1: nop

// case example 9-10: a loop with continue
// set r4:d = 0 ... ; set r3:d = 0 ... ; mask = 0xff ; set r2:d = 1 2 3 4 5 6 7 8
// expect r3:d = 8 8 8 8 8 8 8 8 ; expect r4:d = 7 6 5 4 3 2 1 0
BEGIN_LOOP:
   add (8) r3:d r3:d 1:d
   cmp.le.f0.0 (8) null r3:d r2:d
  (f0.0) cont (8) HERE_1 HERE_1
   add (8) r4:d r4:d 1:d
HERE_1: cmp.l.f0.0 (8) null r3:d 8:d
  (f0.0) while (8) BEGIN_LOOP

// 8.3.21: an instruction of the table is two units of 8 bytes; where it is compacted, one.
// case example 9-11: a jump table by jmpi, case 0
// set r0:d = 0 ; expect r10:d = 1 1 ; expect r11:d = 9 9
 .default_execution_size  (8)
 jmpi r0<0;1,0>:d   // jump relative, based on r0.a.x
 jmp HERE_0
 jmp HERE_1
 jmp HERE_2
 jmp HERE_3
HERE_0: mov r10:d 1:d
 jmp DONE
HERE_1: mov r10:d 2:d
 jmp DONE
HERE_2: mov r10:d 3:d
 jmp DONE
HERE_3: mov r10:d 4:d
DONE: mov r11:d 9:d

// case example 9-11: case 2
// set r0:d = 4 ; expect r10:d = 3 3 ; expect r11:d = 9 9
 .default_execution_size  (8)
 jmpi r0<0;1,0>:d
 jmp HERE_0
 jmp HERE_1
 jmp HERE_2
 jmp HERE_3
HERE_0: mov r10:d 1:d
 jmp DONE
HERE_1: mov r10:d 2:d
 jmp DONE
HERE_2: mov r10:d 3:d
 jmp DONE
HERE_3: mov r10:d 4:d
DONE: mov r11:d 9:d

// case example 9-11: case 3
// set r0:d = 6 ; expect r10:d = 4 4 ; expect r11:d = 9 9
 .default_execution_size  (8)
 jmpi r0<0;1,0>:d
 jmp HERE_0
 jmp HERE_1
 jmp HERE_2
 jmp HERE_3
HERE_0: mov r10:d 1:d
 jmp DONE
HERE_1: mov r10:d 2:d
 jmp DONE
HERE_2: mov r10:d 3:d
 jmp DONE
HERE_3: mov r10:d 4:d
DONE: mov r11:d 9:d
