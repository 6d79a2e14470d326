// Register-indirect operands on Gen9: SNB PRM vol4 part2 5.3.7, BXT PRM vol6 "Regioning Rules for Register Indirect
// Addressing".
// gen: gen9

// case addresses of channels that are off are not used: an address for each channel
// mask = 0x55 ; set r2..r5:d = 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119 120 121 122 123 124 125 126 127 128 129 130 131
// set a0.0:uw = 64 4095 80 4094 124 0xfffd 188 4093 ; set r10:d = 0 ...
// expect r10:d = 100 0 104 0 115 0 131 0
mov (8) r10<1>:d r[a0.0]<1,0>:d

// case by a predicate
// set r2..r5:d = 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119 120 121 122 123 124 125 126 127 128 129 130 131
// set a0.0:uw = 64 4095 80 4094 124 4095 188 4093 ; set r10:d = 0 ... ; set f0.0 = 0x55
// expect r10:d = 100 0 104 0 115 0 131 0
(f0.0) mov (8) r10<1>:d r[a0.0]<1,0>:d

// case an address for each row
// mask = 0x0f ; set r2:d = 1 2 3 4 ; set a0.0:uw = 64 4088 ; set r10:d = 0 ...
// expect r10:d = 1 2 3 4 0 0 0 0
mov (8) r10<1>:d r[a0.0]<4,1>:d

// case one address, and the channels that are off lie behind the last register
// mask = 0x0f ; set r127:d = 1 2 3 4 5 6 7 8 ; set a0.0 = 4080 ; set r10:d = 0 ...
// expect r10:d = 5 6 7 8 0 0 0 0
mov (8) r10<1>:d r[a0.0]<8;8,1>:d

// case the same for a destination
// mask = 0x0f ; set r2:d = 1 2 3 4 5 6 7 8 ; set a0.0 = 4080 ; set r127:d = 0 ...
// expect r127:d = 0 0 0 0 1 2 3 4
mov (8) r[a0.0]<1>:d r2<8;8,1>:d

// case before the first register
// mask = 0xf0 ; set r10:d = 0 ... ; set a0.1 = 48 ; set r0:d = 1 2 3 4
// expect r10:d = 0 0 0 0 1 2 3 4
mov (8) r10<1>:d r[a0.1,-64]<8;8,1>:d

// case a channel that is on must not lie there
// mask = 0x1f ; set r127:d = 1 ... ; set a0.0 = 4080
// expect fault "outside the register file"
mov (8) r10<1>:d r[a0.0]<8;8,1>:d

// case nor name such a row
// mask = 0x03 ; set r2:d = 1 ... ; set a0.0:uw = 64 4095
// expect fault "outside the register file"
mov (8) r10<1>:d r[a0.0]<1,0>:d
