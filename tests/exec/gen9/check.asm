// What --check reports of Gen9 programs, their messages above all, and what it must not (docs/user/exec.md).
// gen: gen9

// case a response in channels that are off (SKL PRM vol7)
// memory 0x10000 size 4096 ; surface 0 = 0x10000 size 4096 raw
// set r2:ud = 0 4 8 12 16 20 24 28 ; set f0.0 = 0x0f
// expect report "source 0 reads r10, byte 16, which was never written"
(f0.0) send (8) r10 r2 data1.untyped_read(bti=0, channels=x, simd=8)
mov (8) r11<1>:d r10<8;8,1>:d
send (8) null r127 spawner.dereference(keep) {EOT}

// case a response in channels that are on
// check
// memory 0x10000 size 4096 ; surface 0 = 0x10000 size 4096 raw ; set mem 0x10000:d = 1 2 3 4
// set r2:ud = 0 4 8 12 16 20 24 28 ; set f0.0 = 0x0f
// expect r11:d = 1 2 3 4
(f0.0) send (8) r10 r2 data1.untyped_read(bti=0, channels=x, simd=8)
(f0.0) mov (8) r11<1>:d r10<8;8,1>:d
send (8) null r127 spawner.dereference(keep) {EOT}

// case a response in channels that the header masks (M0.7)
// memory 0x10000 size 4096 ; surface 0 = 0x10000 size 4096 raw
// set r2:ud = 0 0 2 0 0 0 0 0x0f ; set r3:ud = 0 4 8 12 16 20 24 28
// expect report "source 0 reads r10, byte 16, which was never written"
send (8) r10 r2 data1.untyped_read(bti=0, channels=x, simd=8, header)
mov (8) r11<1>:d r10<8;8,1>:d
send (8) null r127 spawner.dereference(keep) {EOT}

// case a header's mask and no offset in it: only scattered messages have one (M0.2)
// check
// memory 0x10000 size 4096 ; surface 0 = 0x10000 size 4096 raw ; set mem 0x10000:d = 1 2 3 4
// set r2:ud = 0 0 2 0 0 0 0 0x0f ; set r3:ud = 0 4 8 12 0 4 8 13 ; set r4:d = 5 6 7 8 9 9 9 9 ; set f0.0 = 0x0f
// expect r11:d = 1 2 3 4 ; expect mem 0x10000:d = 5 6 7 8 0
send (8) r10 r2 data1.untyped_read(bti=0, channels=x, simd=8, header)
(f0.0) mov (8) r11<1>:d r10<8;8,1>:d
send (8) null r2 data1.untyped_write(bti=0, channels=x, simd=8, header)
send (8) null r127 spawner.dereference(keep) {EOT}

// case different values to one address
// memory 0x10000 size 4096 ; surface 0 = 0x10000 size 4096 raw
// set r2:ud = 0 4 8 12 0 20 24 28 ; set r3:d = 1 2 3 4 5 6 7 8
// expect report "same-byte" ; expect mem 0x10000:d = 5 2 3 4
send (8) null r2 data1.untyped_write(bti=0, channels=x, simd=8)
send (8) null r127 spawner.dereference(keep) {EOT}

// case the same value to one address
// check
// memory 0x10000 size 4096 ; surface 0 = 0x10000 size 4096 raw
// set r2:ud = 0 ... ; set r3:d = 1 ...
// expect mem 0x10000:d = 1 0
send (8) null r2 data1.untyped_write(bti=0, channels=x, simd=8)
send (8) null r127 spawner.dereference(keep) {EOT}

// case an address that is not aligned
// memory 0x10000 size 4096 ; surface 0 = 0x10000 size 4096 raw
// set r2:ud = 2 4 8 12 16 20 24 28
// expect report "unaligned"
send (8) r10 r2 data1.untyped_read(bti=0, channels=x, simd=8)
send (8) null r127 spawner.dereference(keep) {EOT}

// case the bytes beside what a byte message reads
// memory 0x10000 size 4096 ; surface 0 = 0x10000 size 4096 raw
// set r2:ud = 0 1 2 3 4 5 6 7
// expect report "source 0 reads r10, byte 1, which holds an undefined value"
send (8) r10 r2 data0.byte_scattered_read(bti=0, simd=8, bytes=1)
mov (8) r11<1>:ud r10<8;8,1>:ud
send (8) null r127 spawner.dereference(keep) {EOT}

// case the bytes that it reads
// check
// memory 0x10000 size 4096 ; surface 0 = 0x10000 size 4096 raw ; set mem 0x10000:ub = 9 8 7 6
// set r2:ud = 0 1 2 3 4 5 6 7
// expect r11:ud = 9 8 7 6 0
send (8) r10 r2 data0.byte_scattered_read(bti=0, simd=8, bytes=1)
mov (8) r11<1>:ud r10<32;8,4>:ub
send (8) null r127 spawner.dereference(keep) {EOT}

// case a block message with channels off
// memory 0x10000 size 4096 ; surface 0 = 0x10000 size 4096 raw
// mask = 0x0f ; set r2 = 0 ...
// expect report "block-enables"
send (8) r10 r2 data0.oword_block_read(bti=0, owords=2)
send (8) null r127 spawner.dereference(keep) {EOT}

// case a sampler message of 64 channels in chroma downsampled to 8 bits
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 8 height 4 format R32G32B32A32_FLOAT
// sampler 0 = nearest clamp
// set r20:ud = 0 0 0xc0000 0 0 0 0 0 ; set r21:ud = 0 ...
// expect report "sampler-output-format"
// expect fault "downsampled chroma"
send (8) r60:ud r20 0x2 0x44eb000
send (8) null r127 0x27 0x02000010 {EOT}

// case a block message with NoMask
// check
// memory 0x10000 size 4096 ; surface 0 = 0x10000 size 4096 raw ; set mem 0x10000:d = 1 2 3 4 5
// mask = 0x0f ; set r2 = 0 ...
// expect r11:d = 1 2 3 4 5
send (8) r10 r2 data0.oword_block_read(bti=0, owords=2) {NoMask}
mov (8) r11<1>:d r10<8;8,1>:d {NoMask}
send (8) null r127 spawner.dereference(keep) {EOT}

// case the half of a register that one OWord does not fill
// memory 0x10000 size 4096 ; surface 0 = 0x10000 size 4096 raw
// set r2 = 0 ...
// expect report "source 0 reads r10, byte 16, which was never written"
send (8) r10 r2 data0.oword_block_read(bti=0, owords=1) {NoMask}
mov (8) r11<1>:d r10<8;8,1>:d
send (8) null r127 spawner.dereference(keep) {EOT}

// case the response of a fence
// set r2 = 0 ...
// expect report "source 0 reads r10, byte 0, which holds an undefined value"
send (8) r10 r2 data0.memory_fence(bti=0, commit, rlen=1) {NoMask}
mov (8) r11<1>:d r10<8;8,1>:d
send (8) null r127 spawner.dereference(keep) {EOT}

// case waiting for a fence reads nothing
// check
// set r2 = 0 ...
send (8) r10 r2 data0.memory_fence(bti=0, commit, rlen=1) {NoMask}
mov (8) null<1>:ud r10<8;8,1>:ud
send (8) null r127 spawner.dereference(keep) {EOT}

// case an operand of a float atomic that is a NaN
// memory 0x10000 size 4096 ; surface 0 = 0x10000 size 4096 raw
// set r2:ud = 0 4 8 12 16 20 24 28 ; set r3:f = nan 1 2 3 4 5 6 7
// expect report "float-atomic-nan"
send (8) r10 r2 data1.untyped_float_atomic(bti=0, op=fmax, returns, simd=8, mlen=2, rlen=1)
send (8) null r127 spawner.dereference(keep) {EOT}

// case memory of a float atomic that is a NaN
// memory 0x10000 size 4096 ; surface 0 = 0x10000 size 4096 raw ; set mem 0x10000:f = 0 nan
// set r2:ud = 0 4 8 12 16 20 24 28 ; set r3:f = 0 1 2 3 4 5 6 7
// expect report "float-atomic-nan"
send (8) r10 r2 data1.untyped_float_atomic(bti=0, op=fmax, returns, simd=8, mlen=2, rlen=1)
send (8) null r127 spawner.dereference(keep) {EOT}

// case an atomic outside its surface
// memory 0x10000 size 4096 ; surface 0 = 0x10000 size 16 raw
// set r2:ud = 16 ... ; set r3:d = 1 ...
// expect report "atomic-outside"
send (8) r10 r2 data1.untyped_atomic(bti=0, op=add, returns, simd=8)
send (8) null r127 spawner.dereference(keep) {EOT}

// case an A64 address whose upper bits are no sign
// memory 0x10000 size 4096
// set r2..r3:uq = 0x1000000010000 ...
// expect report "address-bits"
send (8) r10 r2 data1.a64_scattered_read(bti=0, element_bytes=1, elements=2, simd=8)
send (8) null r127 spawner.dereference(keep) {EOT}

// case shared local memory that was never written
// slm size 1024 ; set slm 0:d = 1 2 3 4
// set r2:ud = 0 4 8 12 16 20 24 28
// expect report "local-memory"
send (8) r10 r2 data1.untyped_read(bti=slm, channels=x, simd=8)
send (8) null r127 spawner.dereference(keep) {EOT}

// case shared local memory that a message has written
// check
// slm size 1024
// set r2:ud = 0 4 8 12 16 20 24 28 ; set r3:d = 1 2 3 4 5 6 7 8
// expect r10:d = 1 2 3 4 5 6 7 8
send (8) null r2 data1.untyped_write(bti=slm, channels=x, simd=8)
send (8) r10 r2 data1.untyped_read(bti=slm, channels=x, simd=8)
send (8) null r127 spawner.dereference(keep) {EOT}

// case math under another rounding mode
// set cr0.0 = 0x30 ; set r2:f = 3 ...
// expect report "math-rounding"
math.inv (8) r10<1>:f r2<8;8,1>:f null<8;8,1>:f

// case bfe beyond the dword
// set r2:ud = 16 ... ; set r3:ud = 24 ... ; set r4:ud = 1 ...
// expect report "bit-field"
bfe (8) r10<1>:ud r2<4>.xyzw:ud r3<4>.xyzw:ud r4<4>.xyzw:ud {Align16}

// case integer dwords in acc1
// set r2:d = 1 ...
// expect report "acc1-dwords"
mov (8) acc1<1>:d r2<8;8,1>:d

// case the magnitude of the least quadword
// set r2..r3:q = 0x8000000000000000 ...
// expect report "least-quadword"
mov.sat (8) r10<1>:q -r2<4;4,1>:q

// case goto.b to where its other channels do not wait
// mask = 0xff ; set f0.0 = 0x0f
// expect report "goto-channels" ; expect report "stranded-channels"
(f0.0) goto.b (8) J K
nop
J: join (8) K
K: join (8) End
End: nop

// case a comparison fills its destination on Gen9
// check
// set r2:d = 1 ...
// expect r11:d = 0 0 0 0
cmp.g.f0.0 (8) r10<1>:d r2<8;8,1>:d 0:d
add (8) r11<1>:d r10<8;8,1>:d 1:d

// case madm behind an early-out flag that says nothing is left to do
// set r2:f = 3 ... ; set acc2:f = 0 ... ; set acc3:f = 0 ...
// expect report "madm-chain"
math.invm (8) r10<1>.x:f r2<4>.xxxx:f r2<4>.yxxx:f {Align16}
madm (8) r11<1>.x:f r10<4>.xxxx:f r2<4>.xxxx:f r2<4>.xxxx:f {Align16}

// case channels beyond the end of a surface: dropped without a word but where asked (SKL PRM vol7)
// check bounds
// memory 0x10000 size 4096 ; surface 0 = 0x10000 size 16 raw
// set r2:ud = 0 4 8 12 16 20 24 28 ; set r3:ud = 1 2 3 4 5 6 7 8
// expect report "bounds"
// expect mem 0x10000:ud = 1 2 3 4 0 0 0 0
send (8) null r2 data1.untyped_write(bti=0, channels=x, simd=8)
send (8) null r127 spawner.dereference(keep) {EOT}

// case channels beyond the end of a surface, where nobody asked
// check
// memory 0x10000 size 4096 ; surface 0 = 0x10000 size 16 raw
// set r2:ud = 0 4 8 12 16 20 24 28 ; set r3:ud = 1 2 3 4 5 6 7 8
// expect mem 0x10000:ud = 1 2 3 4 0 0 0 0
send (8) null r2 data1.untyped_write(bti=0, channels=x, simd=8)
send (8) null r127 spawner.dereference(keep) {EOT}

// case a barrier's count, which only hull shader threads may set
// set r10:ud = 0 0 0x8200
// expect report "barrier-count"
send (1) null r10 gateway.barrier() {NoMask}
wait (1) n0 {NoMask}
send (8) null r127 spawner.dereference(keep) {EOT}

// case a barrier's count that is not enabled
// check
// set r10:ud = 0 0 0x7e00
send (1) null r10 gateway.barrier() {NoMask}
wait (1) n0 {NoMask}
send (8) null r127 spawner.dereference(keep) {EOT}

// case a surface state that changes while the state cache has it: its address, at 0xffff00000420
// memory 0x10000 size 4096 ; surface 0 = 0x10000 width 4 height 1 format R32_UINT
// set mem 0x10000:ud = 5 6 7 8
// set r2:ud = 0 ...
// set r20..r21:uq = 0xffffffff00000420 ... ; set r22:ud = 4 ...
// expect r10:ud = 5 ... ; expect r14:ud = 5 ...
// expect report "stale-state"
send (8) r10:ud r2 sampler.ld_lz(bti=0, sampler=0, simd=8, mlen=1, rlen=4)
send (1) null r20 data1.a64_scattered_write(bti=0, element_bytes=4, elements=1, simd=8)
send (8) r14:ud r2 sampler.ld_lz(bti=0, sampler=0, simd=8, mlen=1, rlen=4)
send (8) null r127 spawner.dereference(keep) {EOT}
