//: All memory is reached by messages. send gives registers to a shared function and gets registers back. This one goes to the data port:
//: r2 has a byte offset for each lane, surface 0 (a buffer that the directive describes) is what they count from.
//:
//: The colours show the payload and the response as whole registers; memory is drawn at the end of the page.
// gen: gen9
// memory 0x10000 size 4096 ; surface 0 = 0x10000 size 4096 raw
// set mem 0x10000:d = 10 11 12 13 14 15 16 17
// set r2:ud = 28 24 20 16 12 8 4 0
// set r4:ud = 32 36 40 44 48 52 56 60
// expect r10:d = 17 16 15 14 13 12 11 10
// expect mem 0x10020:d = 34 32 30 28 26 24 22 20
send (8) r10 r2 data1.untyped_read(bti=0, channels=x, simd=8)       // gather
add (8) r5<1>:d r10<8;8,1>:d r10<8;8,1>:d
send (8) null r4 data1.untyped_write(bti=0, channels=x, simd=8)     // scatter: r4 has offsets, r5 the data
send (8) null r127 spawner.dereference(keep) {EOT}                  // the thread ends
