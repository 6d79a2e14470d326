// SNB PRM vol4 part2 5.3.4, architecture registers: what is read, what is written, what has consequences.
// gen: gen6

// case 5.3.4.2: writes to unpopulated and read-only registers are dropped
// expect report "read-only" ; expect report "reserved-register"
// mask = 0x1234
// expect sr0.2 = 0x1234 ; expect n0.0:ud = 0 ; expect cr0.3 = 0 ; expect r10 = 0x1234
mov (1) sr0.2:ud 7:ud {NoMask}
mov (1) n0.0:ud 7:ud {NoMask}
mov (1) cr0.3:ud 7:ud {NoMask}
mov (1) r10:ud sr0.2<0;1,0>:ud {NoMask}

// case 5.3.4.3: a null destination leaves the condition and the implicit accumulator
// mask = 0xff ; set r2:f = 1 -1 2 -2 0 5 -5 3
// expect f0.1 = 0xa5 ; expect acc0:f = 2 -2 4 -4 0 10 -10 6
mul.g.f0.1 (8) null:f r2<8;8,1>:f 2.0:f {AccWrEn}

// case 5.3.4.4: a0.0 and a0.1 hold 16 bits, the others 12
// set r2:uw = 0xffff 0xfffe 0xfffd 0xfffc 0xfffb 0xfffa 0xfff9 0xfff8
// expect a0.0:uw = 0xffff 0xfffe 0xffd 0xffc 0xffb 0xffa 0xff9 0xff8 ; expect r10:uw = 0xffff 0xfffe 0xffd
mov (8) a0.0<1>:uw r2<8;8,1>:uw
mov (4) r10:uw a0.0<4;4,1>:uw

// case 5.3.4.4: a0 as dwords: a0.0:ud is a0.1 and a0.0
// expect a0.0:uw = 0x5678 0x1234 0xdef 0x9ab
mov (1) a0.0:ud 0x12345678:ud {NoMask}
mov (1) a0.1:ud 0x09abcdef:ud {NoMask}

// case 5.3.4.4: arithmetic in a0
// set a0.0:uw = 100 200 300 400 ; expect a0.0:uw = 132 232 332 432
add (4) a0.0<1>:uw a0.0<4;4,1>:uw 32:uw

// case 5.3.4.5: channels that are off keep the accumulator
// mask = 0x0f ; set acc0:d = 7 ... ; set r2:d = 1 ... ; expect acc0:d = 3 3 3 3 7 7 7 7
add (8) null:d r2<8;8,1>:d 2:d {AccWrEn}

// case 5.3.4.5: with SecHalf the implicit accumulator is acc1
// mask = 0xff00 ; set r2:f = 1 2 3 4 5 6 7 8 ; set acc0:f = 9 ... ; expect acc0:f = 9 ... ; expect acc1:f = 2 3 4 5 6 7 8 9
add (8) r10:f r2<8;8,1>:f 1.0:f {AccWrEn, SecHalf}

// case 5.3.4.5: and the explicit one too, in both directions
// set r2:d = 1 2 3 4 5 6 7 8 ; set acc0:d = 9 ... ; expect acc0:d = 9 ... ; expect acc1:d = 1 2 3 4 5 6 7 8 ; expect r10:d = 2 3 4 5 6 7 8 9
mov (8) acc0:d r2<8;8,1>:d {SecHalf}
add (8) r10:d acc0<8;8,1>:d 1:d {SecHalf}

// case 5.3.4.5: sixteen dwords use both accumulators
// set r2..r3:d = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 ; expect acc0:d = 2 4 6 8 10 12 14 16 ; expect acc1:d = 18 20 22 24 26 28 30 32
// expect r10..r11:d = 3 6 9 12 15 18 21 24 27 30 33 36 39 42 45 48
add (16) r12:d r2<8;8,1>:d r2<8;8,1>:d {AccWrEn}
add (16) r10:d acc0<8;8,1>:d r2<8;8,1>:d

// case 5.3.4.5: sixteen words are one accumulator
// set r2:w = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 ; expect acc0:w = 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30 32 ; expect acc1:w = 0 ...
add (16) r12:w r2<16;16,1>:w r2<16;16,1>:w {AccWrEn}

// case 5.3.4.5: the product of any two words fits in 33 bits
// set r2:w = -32768 32767 -32768 -1 ; set r3:w = -32768 32767 32767 -1 ; expect r10:d = 1073741824 1073676289 -1073709056 1
mul (4) acc0:w r2<4;4,1>:w r3<4;4,1>:w
mov (4) r10:d acc0<4;4,1>:w

// case 5.3.4.5: and of unsigned words
// set r2:uw = 65535 65535 ; set r3:uw = 65535 1 ; expect r10:ud = 4294836225 65535
mul (2) acc0:uw r2<2;2,1>:uw r3<2;2,1>:uw
mov (2) r10:ud acc0<2;2,1>:uw

// case 5.3.4.5: beyond 33 bits it wraps: bit 32 becomes the sign
// set r2:w = -32768 -32768 ; expect r10:f = -4294967296 -4294967296 ; expect r11:f = 4294967296
// Four times 2^30 is 2^32; three more times 2^30 is still positive.
mul (2) acc0:w r2<2;2,1>:w r2<2;2,1>:w
mac (2) r12<2>:w r2<2;2,1>:w r2<2;2,1>:w {AccWrEn}
mac (2) r12<2>:w r2<2;2,1>:w r2<2;2,1>:w {AccWrEn}
mac (2) r12<2>:w r2<2;2,1>:w r2<2;2,1>:w {AccWrEn}
mov (2) r10:f acc0<2;2,1>:w
mov (1) r11:f -r10<0;1,0>:f

// case 5.3.4.5: 64 bits hold the product of dwords
// set r2:d = -2147483648 2147483647 ; set r3:d = -2147483648 -2147483648 ; expect acc0:q = 0x4000000000000000 0xc000000080000000
mul (2) acc0:d r2<2;2,1>:d r3<2;2,1>:d
mach (2) r10:d r2<2;2,1>:d r3<2;2,1>:d {AccWrEn}

// case 5.3.4.8: the accumulator disable bit stops implicit writes, not explicit ones
// set acc0:f = 7 ... ; set acc1:f = 7 ... ; set r2:f = 1 2 3 4 5 6 7 8
// expect acc0:f = 7 ... ; expect acc1:f = 1 2 3 4 5 6 7 8 ; expect r10:f = 2 3
or (1) cr0.0:ud cr0.0<0;1,0>:ud 2:ud {NoMask}
add (8) r10:f r2<8;8,1>:f 1.0:f {AccWrEn}
mov (8) acc1:f r2<8;8,1>:f

// case 5.3.4.6: a flag register as a source and a destination, in words and whole
// set f0 = 0x12345678 ; expect r10 = 0x12345678 ; expect r11:uw = 0x1234 ; expect f0 = 0xffff00ff
mov (1) r10:ud f0<0;1,0>:ud {NoMask}
mov (1) r11:uw f0.1<0;1,0>:uw {NoMask}
mov (1) f0.0:uw 0x00ff:uw {NoMask}
mov (1) f0.1:uw 0xffff:uw {NoMask}

// case 5.3.4.6: a condition writes the bits of enabled channels only
// mask = 0x0ff0 ; set f0.0 = 0xf00f ; set r2..r3:d = 0 ... ; expect f0.0 = 0xfaaf
// set r2:d = 0 1 0 1 0 1 0 1 ; set r3:d = 0 1 0 1 0 1 0 1
cmp.nz.f0.0 (16) null:d r2<8;8,1>:d 0:d

// case 5.3.4.6: with SecHalf the high half
// mask = 0xffff ; set f0.0 = 0 ; set r2:d = 0 1 0 1 0 1 0 1 ; expect f0.0 = 0xaa00
cmp.nz.f0.0 (8) null:d r2<8;8,1>:d 0:d {SecHalf}

// case 5.3.4.6: predicate and condition share the subregister
// mask = 0xff ; set f0.1 = 0x0f ; set r2:d = 0 1 0 1 0 1 0 1 ; set r10:d = 9 ... ; expect f0.1 = 0x0a ; expect r10:d = 0 1 0 1 9 9 9 9
(f0.1) add.nz.f0.1 (8) r10:d r2<8;8,1>:d 0:d

// case 5.3.4.6: sel and embedded comparisons leave the flag
// mask = 0xff ; set f0.0 = 0x5a ; set r2:d = 1 2 3 4 5 6 7 8 ; expect f0.0 = 0x5a ; expect r10:d = 4 4 4 4 5 6 7 8
sel.ge.f0.0 (8) r10:d r2<8;8,1>:d 4:d
if.g (8) null r2<8;8,1>:d r10<8;8,1>:d Fi
nop
Fi: endif (8) Out
Out: nop

// case 5.3.4.7: sr0 tells threads apart: EUID in bits 11:8, TID in 2:0; FFTID in sr0.1 bits 31:24
// An EU has four threads (6.3.6; TID has two bits in table 8-17).
// threads 10 ; expect thread 0 r10 = 0 0 ; expect thread 3 r10 = 3 0x03000000 ; expect thread 9 r10 = 0x201 0x09000000
mov (2) r10:ud sr0.0<2;2,1>:ud {NoMask}

// case 5.3.4.7: bytes of sr0
// threads 10 ; expect thread 9 r10 = 1 2
mov (1) r10.0:ud sr0.0<0;1,0>:ub {NoMask}
mov (1) r10.1:ud sr0.1<0;1,0>:ub {NoMask}

// case 5.3.4.8: the vector mask, where it is enabled, dispatches groups of four
// mask = 0x0110 ; set cr0.0 = 8 ; expect r10..r11:d = 0 0 0 0 1 1 1 1 1 1 1 1 0 0 0 0
mov (16) r10:d 1:d

// case 5.3.4.8: without it the dispatch mask
// mask = 0x0110 ; set cr0.0 = 0 ; expect r10..r11:d = 0 0 0 0 1 0 0 0 1 0 0 0 0 0 0 0
mov (16) r10:d 1:d

// case 5.3.4.8: the floating point mode, switched by a program
// set r2 = 0x7f7fffff ; expect r10 = 0x7f800000 ; expect r11 = 0x7f7fffff ; expect r12 = 0x7f800000
add (1) r10:f r2<0;1,0>:f r2<0;1,0>:f {NoMask}
or (1) cr0.0:ud cr0.0<0;1,0>:ud 1:ud {NoMask, Switch}
add (1) r11:f r2<0;1,0>:f r2<0;1,0>:f {NoMask}
and (1) cr0.0:ud cr0.0<0;1,0>:ud 0xfffffffe:ud {NoMask, Switch}
add (1) r12:f r2<0;1,0>:f r2<0;1,0>:f {NoMask}

// case 5.3.4.9: notification counts can be read; wait takes one at a time
// set n0.0:ud = 3 ; expect r10 = 3 ; expect r11 = 2 ; expect n0.0:ud = 1
mov (1) r10:ud n0.0<0;1,0>:ud {NoMask}
wait (1) n0
mov (1) r11:ud n0.0<0;1,0>:ud {NoMask}
wait (1) n0

// case 5.3.4.9: the three are apart
// set n0.0:ud = 1 1 1 ; expect n0.0:ud = 1 0 0
wait (1) n1
nop
wait (1) n2

// case 5.3.4.10: ip as a source is the address of its instruction
// expect r10 = 16
nop
mov (1) r10:ud ip {NoMask}

// case 5.3.4.11: tdr has an FFTID and a valid bit in each subregister
// set tdr0.0:uw = 0x8005 0x0006 0x8007 ; expect r10:uw = 0x8005 0x0006 0x8007 0
mov (4) r10:uw tdr0.0<4;4,1>:uw

// case 5.3.4.11: a write clears the valid bits it reaches and changes no FFTID
// set tdr0.0:uw = 0x8001 0x8002 0x8003 0x8004 ; expect tdr0.0:uw = 0x8001 0x0002 0x0003 0x8004
mov (2) tdr0.1<1>:uw 0xffff:uw {NoMask}

// case 5.3.4.11: under its write enables
// mask = 0xa ; set tdr0.0:uw = 0x8001 0x8002 0x8003 0x8004 ; expect tdr0.0:uw = 0x8001 0x0002 0x8003 0x0004
mov (4) tdr0.0<1>:uw 0:uw

// case 8.3.45: sendc waits until the threads in tdr0 have ended
// set f0.0 = 0 ; set f0.0 = 0 ; set m1:d = 0 ... ; threads 3 ; memory 0x1000 size 4096 ; surface 0 = 0x1000 size 64 raw ; mask = 0xff
// set thread 0 tdr0.0:uw = 0x8001 0x8002 ; set thread 0 f0.0 = 1 ; set thread 0 m2:d = 5 ... ; set thread 1 m2:d = 6 ... ; set thread 2 m2:d = 7 ...
// expect mem 0x1000:d size 32 = 5 ... ; expect thread 0 tdr0.0:uw = 1 2
(f0.0) jmpi (1) Waits {NoMask}
send (8) null m1 render.oword_block_write(bti=0, owords=2) {NoMask}
send (8) null m1 spawner.dereference() {EOT, NoMask}
Waits: sendc (8) null m1 render.oword_block_write(bti=0, owords=2) {NoMask}

// case 8.3.45: for a thread that never ends
// set m2:d = 0 ... ; set f0.0 = 0 ; set m1:d = 0 ... ; threads 2 ; set thread 0 tdr0.0:uw = 0x8001 ; set thread 0 f0.0 = 1 ; mask = 0xff
// expect fault "thread 0 waits for the threads in tdr0 to end, thread 1 waits for a notification in n0"
(f0.0) jmpi (1) Waits {NoMask}
wait (1) n0
Waits: sendc (8) null m1 render.oword_block_write(bti=0, owords=2) {NoMask}

// case 8.3.45: without a dependency sendc is send
// set m1:d = 0 ... ; memory 0x1000 size 4096 ; surface 0 = 0x1000 size 64 raw ; set m2:d = 5 ... ; set tdr0.0:uw = 0x0001 ; mask = 0xff
// expect mem 0x1000:d size 32 = 5 ...
sendc (8) null m1 render.oword_block_write(bti=0, owords=2) {NoMask}

// case 8.3.44: the descriptor in a0.0
// memory 0x1000 size 4096 ; surface 0 = 0x1000 size 64 raw ; set m2:d = 5 ... ; set a0.0:uw = 0x0200 0x0409 ; mask = 0xff
// expect mem 0x1000:d size 32 = 5 ...
send (8) null m1 0x5 a0.0<0;1,0>:ud {NoMask}

// case 8.3.44: an indirect destination
// set m1:d = 0 ... ; memory 0x1000 size 4096 ; surface 0 = 0x1000 size 64 raw ; set mem 0x1000:d = 1 2 3 4 5 6 7 8 ; set a0.2 = 640 ; mask = 0xff
// expect r20:d = 1 2 3 4 5 6 7 8
send (8) r[a0.2]<1>:d m1 render.oword_block_read(bti=0, owords=2) {NoMask}

// case 8.3.44: a predicate without a channel sends nothing
// memory 0x1000 size 4096 ; surface 0 = 0x1000 size 64 raw ; set m2:d = 5 ... ; set f0.0 = 0 ; mask = 0xff
// expect mem 0x1000:d size 32 = 0 ...
(f0.0) send (8) null m1 render.oword_block_write(bti=0, owords=2)

// case 5.6: a send with EOT ends the thread
// expect r10 = 0
send (8) null m1 spawner.dereference() {EOT, NoMask}
mov (1) r10:ud 1:ud

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

// case jmp with a false predicate goes on
// set f0.0 = 0 ; expect r10:d = 1 1 1 1 1 1 1 1
(f0.0) jmp Behind
mov (8) r10:d 1:d
Behind: mov (8) r11:d 2:d
