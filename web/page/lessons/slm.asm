//: A group of threads shares local memory: binding table index 254, which the assembler calls slm. It is as fast as the L3 cache and
//: gone when the group ends. Here each lane writes a word and reads the one of its mirror.
//:
//: Atomics work there as well: eight lanes add to one counter, and each gets the value from before its turn.
// gen: gen9
// slm size 256
// set r2:ud = 0 4 8 12 16 20 24 28 ; set r3:d = 1 2 3 4 5 6 7 8
// set r6:ud = 28 24 20 16 12 8 4 0
// set r20:ud = 64 ... ; set r21:d = 1 2 3 4 5 6 7 8
// set slm 64:d = 0
// expect slm 0:d = 1 2 3 4 5 6 7 8
// expect r10:d = 8 7 6 5 4 3 2 1
// expect r11:d = 0 1 3 6 10 15 21 28
// expect slm 64:d = 36
send (8) null r2 data1.untyped_write(bti=slm, channels=x, simd=8)
send (8) r10 r6 data1.untyped_read(bti=slm, channels=x, simd=8)
send (8) r11 r20 data1.untyped_atomic(bti=slm, op=add, returns, simd=8)
send (8) null r127 spawner.dereference(keep) {EOT}
