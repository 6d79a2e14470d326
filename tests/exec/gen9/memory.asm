// Data port messages on Gen9 (SKL PRM vol7 data port; descriptors as drivers write them).
// gen: gen9

// case untyped read of one dword a channel
// memory 0x10000 size 4096 ; surface 0 = 0x10000 size 4096 raw
// set mem 0x10000:d = 10 11 12 13 14 15 16 17
// set r2:ud = 0 4 8 12 16 20 24 28
// expect r10:d = 10 11 12 13 14 15 16 17
send (8) r10 r2 data1.untyped_read(bti=0, channels=x, simd=8)
send (8) null r127 spawner.dereference(keep) {EOT}

// case untyped read of four dwords a channel
// memory 0x10000 size 4096 ; surface 0 = 0x10000 size 4096 raw
// set mem 0x10000:d = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
// set r2:ud = 0 16 32 48 0 16 32 48
// expect r10:d = 0 4 8 12 0 4 8 12 ; expect r13:d = 3 7 11 15 3 7 11 15
send (8) r10 r2 data1.untyped_read(bti=0, channels=xyzw, simd=8)
send (8) null r127 spawner.dereference(keep) {EOT}

// case beyond the surface reads are 0
// memory 0x10000 size 4096 ; surface 0 = 0x10000 size 16 raw ; set mem 0x10000:d = 1 2 3 4 5 6 7 8
// set r2:ud = 0 4 8 12 16 20 24 28
// expect r10:d = 1 2 3 4 0 0 0 0
send (8) r10 r2 data1.untyped_read(bti=0, channels=x, simd=8)
send (8) null r127 spawner.dereference(keep) {EOT}

// case untyped write of one dword a channel
// memory 0x10000 size 4096 ; surface 0 = 0x10000 size 4096 raw
// set r2:ud = 0 4 8 12 16 20 24 28
// set r3:d = 7 6 5 4 3 2 1 0
// expect mem 0x10000:d = 7 6 5 4 3 2 1 0 0
send (8) null r2 data1.untyped_write(bti=0, channels=x, simd=8)
send (8) null r127 spawner.dereference(keep) {EOT}

// case predicated channels alone write
// memory 0x10000 size 4096 ; surface 0 = 0x10000 size 4096 raw
// set r2:ud = 0 4 8 12 16 20 24 28
// set r3:d = 7 6 5 4 3 2 1 9 ; set f0.0 = 0x81
// expect mem 0x10000:d = 7 0 0 0 0 0 0 9
(f0.0) send (8) null r2 data1.untyped_write(bti=0, channels=x, simd=8)
send (8) null r127 spawner.dereference(keep) {EOT}

// case a write beyond the surface is dropped
// memory 0x10000 size 4096 ; surface 0 = 0x10000 size 16 raw
// set r2:ud = 0 4 8 12 16 20 24 28
// set r3:d = 1 2 3 4 5 6 7 8
// expect mem 0x10000:d = 1 2 3 4 0 0 0 0
send (8) null r2 data1.untyped_write(bti=0, channels=x, simd=8)
send (8) null r127 spawner.dereference(keep) {EOT}

// case atomic add to one dword, channels in turn
// memory 0x10000 size 4096 ; surface 0 = 0x10000 size 4096 raw
// set r2:ud = 0 ... ; set r3:d = 1 2 3 4 5 6 7 8
// expect mem 0x10000:d = 36 ; expect r10:d = 0 1 3 6 10 15 21 28
send (8) r10 r2 data1.untyped_atomic(bti=0, op=add, returns, simd=8)
send (8) null r127 spawner.dereference(keep) {EOT}

// case shared local memory is binding table index 254
// slm size 1024
// set r2:ud = 0 4 8 12 16 20 24 28
// set r3:d = 7 6 5 4 3 2 1 0
// expect slm 0:d = 7 6 5 4 3 2 1 0
send (8) null r2 data1.untyped_write(bti=slm, channels=x, simd=8)
send (8) null r127 spawner.dereference(keep) {EOT}

// case IGC's pointers to shared local memory have bit 28 set
// slm size 1024
// set r2:ud = 0x10000000 0x10000004 0x10000008 0x1000000c 0x10000010 0x10000014 0x10000018 0x1000001c
// set r3:d = 7 6 5 4 3 2 1 0
// expect slm 0:d = 7 6 5 4 3 2 1 0
send (8) null r2 data1.untyped_write(bti=slm, channels=x, simd=8)
send (8) null r127 spawner.dereference(keep) {EOT}

// case writes beyond shared local memory are reported unasked
// slm size 1024
// set r2:ud = 0x3fc 0x400 0x10000 0x10004 0x10008 0x1000c 0x10010 0x10014
// set r3:d = 7 6 5 4 3 2 1 0
// expect slm 0:d = 0 ; expect slm 0x3fc:d = 7
// expect report "channel 1: write at offset 0x400 of shared local memory, which has 1024 bytes: it has no effect"
send (8) null r2 data1.untyped_write(bti=slm, channels=x, simd=8)
send (8) null r127 spawner.dereference(keep) {EOT}

// case so are negative indices
// slm size 1024
// set r2:ud = 0 0xfffffffc 4 4 4 4 4 4
// set r3:d = 1 2 3 3 3 3 3 3
// expect slm 0:d = 1 3
// expect report "channel 1: write at offset -0x4 of shared local memory"
send (8) null r2 data1.untyped_write(bti=slm, channels=x, simd=8)
send (8) null r127 spawner.dereference(keep) {EOT}

// case stateless memory is binding table index 255
// memory 0x20000 size 4096 ; set mem 0x20000:d = 5 6 7 8 9 10 11 12
// set r2:ud = 0x20000 0x20004 0x20008 0x2000c 0x20010 0x20014 0x20018 0x2001c
// expect r10:d = 5 6 7 8 9 10 11 12
send (8) r10 r2 data1.untyped_read(bti=stateless, channels=x, simd=8)
send (8) null r127 spawner.dereference(keep) {EOT}

// case an unmapped address is a fault
// set r2:ud = 0x999000 ...
// expect fault "mapped"
send (8) r10 r2 data1.untyped_read(bti=stateless, channels=x, simd=8)
send (8) null r127 spawner.dereference(keep) {EOT}

// case an unknown message is a fault
// set r2:d = 0 ... ; expect fault ""
send (8) r10 r2 0xC 0x0210fc00
send (8) null r127 spawner.dereference(keep) {EOT}

// case threads of a group meet at a barrier
// threads 4
mov (8) r3<1>:ud r0<8;8,1>:ud {NoMask}
send (8) null r3 gateway.barrier() {NoMask}
wait (1) n0
send (8) null r127 spawner.dereference(keep) {EOT}

// case a barrier that one thread does not reach
// set f0.0 = 0 ; threads 2 ; set thread 1 f0.0 = 1
// expect fault "waits"
(f0.0) jmpi (1) End {NoMask}
send (8) null r0 gateway.barrier() {NoMask}
wait (1) n0
End: send (8) null r127 spawner.dereference(keep) {EOT}
