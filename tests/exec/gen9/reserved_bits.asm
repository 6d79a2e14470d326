// Bits that no field has, or of fields that are ignored, change nothing: SNB PRM vol4 part2 7.2 (tables 7-11 to 7-14), BDW
// vol7, instruction formats.
// gen: gen9

// case bit 61 of nop
// expect r10:d = 5 5
nop {Bit=61}
mov (8) r10<1>:d 5:d

// case the place of an immediate source 0
// expect r10:d = 5 5 5 5 5 5 5 5
mov (8) r10<1>:d 5:d {Bit=64, Bit=71, Bit=78, Bit=84, Bit=95}

// case bit 47 of a direct destination
// set r2:d = 1 2 3 4 5 6 7 8
// expect r10:d = 2 4 6 8 10 12 14 16
add (8) r10<1>:d r2<8;8,1>:d r2<8;8,1>:d {Bit=47}

// case bits 47 and 84 of the message that ends the thread
// set r2:d = 7 ; expect r2:d = 7
mov (8) r127<1>:ud r0<8;8,1>:ud
send (16) null<1>:uw r127:ud spawner.dereference(keep) {EOT, Bit=47, Bit=84}
