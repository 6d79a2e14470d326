//: The number of a register can come from the address register a0: r[a0.0] is the byte a0.0 of the register file, r[a0.0, 32] the one 32
//: bytes on. <1,0> takes another address for each lane: a table look-up. Its offsets are bytes, so r2 begins at 64.
//:
//: Such operands cannot be coloured before they run; the row a0 among the channels shows the addresses.
// gen: gen9
// mask = 0xff
// set r2:d = 100 101 102 103 104 105 106 107 ; set r3:d = 110 111 112 113 114 115 116 117
// set r4:uw = 3 2 1 0 15 14 13 12
// expect r10:d = 103 102 101 100 117 116 115 114
// expect r11:d = 110 111 112 113 114 115 116 117
shl (8) r5<1>:uw r4<8;8,1>:uw 2:uw                 // elements of four bytes
add (8) a0.0<1>:uw r5<8;8,1>:uw 64:uw              // from r2 on
mov (8) r10<1>:d r[a0.0]<1,0>:d                    // an address for each lane
mov (1) a0.0<1>:uw 64:uw {NoMask}
mov (8) r11<1>:d r[a0.0, 32]<8;8,1>:d              // one for all, and 32 more
