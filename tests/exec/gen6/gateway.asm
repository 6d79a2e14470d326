// SNB PRM vol4 part2 chapter 1, the message gateway: between threads of this file's cases.
// gen: gen6

// case forward writes into the register file of a thread with an open gateway (1.1.2, 1.1.4)
// threads 2 ; set thread 1 f0.0 = 1 ; mask = 0xff
// set thread 0 m1.5 = 0x02800000
// set thread 1 m1 = 0x11223344 0 0 0 0 0x00680200
// expect thread 0 r23 = 0 0 0x11223344 0
(f0.0) jmpi (1) Sender {NoMask}
send (8) null m1 0x3 0x02000000 {NoMask}
wait (1) n0
jmpi (1) End {NoMask}
Sender: send (8) null m1 0x3 0x02008002 {NoMask}
End: nop

// case forward to a thread whose gateway is closed is answered with error code 2 (1.1.4.2)
// threads 2 ; mask = 0xff
// set m1 = 0x11223344 0 0 0 0x00010000 0x00680200
// expect thread 0 r10 = 0x00030002
send (8) r10 m1 0x3 0x02104002 {NoMask}

// case a barrier for all threads (1.1.6)
// threads 4 ; barrier 5 threads 4 byte 0x7f ; mask = 0xff
// set m1.2 = 0x05000000
// expect n0 = 0 ; expect r10:d = 1
send (8) null m1 0x3 0x02000004 {NoMask}
wait (1) n0
mov (1) r10<1>:d 1:d

// case a barrier for more threads than come
// threads 2 ; barrier 5 threads 3 ; mask = 0xff
// set m1.2 = 0x05000000
// expect fault "waits"
send (8) null m1 0x3 0x02000004 {NoMask}
wait (1) n0
