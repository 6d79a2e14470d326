//: Threads of a group run in any order. A barrier makes them meet: each sends a message to the gateway and waits for its answer,
//: which comes when all have sent theirs. Here two threads write to local memory, meet, and read what the other one wrote.
//:
//: Choose the thread above the registers; stepping shows how one waits and the other goes on. Take the wait away: what do they read then?
// gen: gen9
// threads 2 ; slm size 64
// set thread 0 r2:ud = 0 4 8 12 16 20 24 28 ; set thread 0 r3:d = 100 ...
// set thread 1 r2:ud = 32 36 40 44 48 52 56 60 ; set thread 1 r3:d = 200 ...
// set thread 0 r6:ud = 32 36 40 44 48 52 56 60 ; set thread 1 r6:ud = 0 4 8 12 16 20 24 28
// expect thread 0 r10:d = 200 ... ; expect thread 1 r10:d = 100 ...
send (8) null r2 data1.untyped_write(bti=slm, channels=x, simd=8)
mov (8) r5<1>:ud r0<8;8,1>:ud {NoMask}
send (8) null r5 gateway.barrier() {NoMask}
wait (1) n0
send (8) r10 r6 data1.untyped_read(bti=slm, channels=x, simd=8)
send (8) null r127 spawner.dereference(keep) {EOT}
