// SNB PRM vol4 part2 5.3.7 region addressing modes: register-indirect sources and destinations.
// gen: gen6

// case one address for the whole region
// set r2..r5:d = 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119 120 121 122 123 124 125 126 127 128 129 130 131
// set a0.0 = 72
// expect r10:d = 102 103 104 105 106 107 108 109
mov (8) r10<1>:d r[a0.0]<8;8,1>:d

// case the address immediate is added
// set r2..r5:d = 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119 120 121 122 123 124 125 126 127 128 129 130 131
// set a0.3 = 64
// expect r10:d = 105 106 107 108 109 110 111 112
mov (8) r10<1>:d r[a0.3,20]<8;8,1>:d

// case a negative address immediate
// set r2..r5:d = 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119 120 121 122 123 124 125 126 127 128 129 130 131
// set a0.0 = 96
// expect r10:d = 104 105 106 107 108 109 110 111
mov (8) r10<1>:d r[a0.0,-16]<8;8,1>:d

// case a region with strides
// set r2..r5:d = 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119 120 121 122 123 124 125 126 127 128 129 130 131
// set a0.0 = 64
// expect r10:d = 100 102 104 106 116 118 120 122
mov (8) r10<1>:d r[a0.0]<16;4,2>:d

// case a scalar
// set r2..r5:d = 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119 120 121 122 123 124 125 126 127 128 129 130 131
// set a0.1 = 76
// expect r10:d = 103 103 103 103 103 103 103 103
mov (8) r10<1>:d r[a0.1]<0;1,0>:d

// case Vx1: an address for each channel
// set r2..r5:d = 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119 120 121 122 123 124 125 126 127 128 129 130 131
// set a0.0:uw = 64 72 80 68 124 128 188 64
// expect r10:d = 100 102 104 101 115 116 131 100
mov (8) r10<1>:d r[a0.0]<1,0>:d

// case Vx1 with an immediate
// set r2..r5:d = 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119 120 121 122 123 124 125 126 127 128 129 130 131
// set a0.0:uw = 64 72 80 68 124 128 184 64
// expect r10:d = 101 103 105 102 116 117 131 101
mov (8) r10<1>:d r[a0.0,4]<1,0>:d

// case VxH: an address for each row
// set r2..r5:d = 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119 120 121 122 123 124 125 126 127 128 129 130 131
// set a0.0:uw = 64 112
// expect r10:d = 100 101 102 103 112 113 114 115
mov (8) r10<1>:d r[a0.0]<4,1>:d

// case VxH: rows of two
// set r2..r5:d = 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119 120 121 122 123 124 125 126 127 128 129 130 131
// set a0.0:uw = 64 112 72 100
// expect r10:d = 100 101 112 113 102 103 109 110
mov (8) r10<1>:d r[a0.0]<2,1>:d

// case VxH: the first address is not a0.0
// set r2..r5:d = 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119 120 121 122 123 124 125 126 127 128 129 130 131
// set a0.0:uw = 0 0 64 112
// expect r10:d = 100 102 104 106 112 114 116 118
mov (8) r10<1>:d r[a0.2]<4,2>:d

// case an indirect destination
// set r2:d = 1 2 3 4 5 6 7 8 ; set a0.2 = 320
// expect r10:d = 1 2 3 4 5 6 7 8
mov (8) r[a0.2]<1>:d r2<8;8,1>:d

// case an indirect destination with immediate and stride
// set r2:d = 1 2 3 4 ; set a0.0 = 320
// expect r11:d = 1 0 2 0 3 0 4 0
mov (4) r[a0.0,32]<2>:d r2<4;4,1>:d

// case both indirect
// set r2..r5:d = 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119 120 121 122 123 124 125 126 127 128 129 130 131
// set a0.0:uw = 64 320
// expect r10:d = 100 101 102 103 104 105 106 107
mov (8) r[a0.1]<1>:d r[a0.0]<8;8,1>:d

// case words
// set r2:uw = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
// set a0.0:uw = 64 66 94 70
// expect r10:uw = 0 1 15 3
mov (4) r10<1>:uw r[a0.0]<1,0>:uw

// case bytes
// set r2:ub = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
// set a0.0:uw = 64 67 95 70
// expect r10:uw = 0 3 31 6
mov (4) r10<1>:uw r[a0.0]<1,0>:ub

// case an address beyond the registers is a fault
// set a0.0 = 4095
// expect fault ""
mov (8) r10<1>:d r[a0.0]<8;8,1>:d

// case 5.3.4.4: a0 is a source and a destination of moves
// set a0.0:uw = 1 2 3 4 5 6 7 8
// expect r1:uw = 1 2 3 4 5 6 7 8 5 5 5 5 5 5 5 5
mov (8) r1.0<1>:uw a0.0<8;8,1>:uw
mov (8) r1.8<1>:uw a0.4<0;1,0>:uw

// case 5.3.4.4: part of a0
// set r1:uw = 10 11 12 13 14
// expect a0.0:uw = 10 11 12 13 14 14 14 14
mov (4) a0.0<1>:uw r1.0<4;4,1>:uw
mov (4) a0.4<1>:uw r1.4<0;1,0>:uw

// case 5.3.4.4: a0.2 and a0.3 are the rows of src0
// set r2..r5:d = 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119 120 121 122 123 124 125 126 127 128 129 130 131
// set a0.2 = 64 ; set a0.3 = 128
// expect r1:d = 100 101 102 103 116 117 118 119
mov (8) r1.0<1>:d r[a0.2]<4,1>:d

// case a message register as indirect destination (table 5-4), byte 32 of the file being m1
// set r2:f = 1 2 3 4 5 6 7 8 ; set a0.0 = 0 0 16
// expect m1:f = 1 2 3 4 5 6 7 8 ; expect m0:f = 0 0 0 0 0 0 0 0 ; expect r1:f = 0 0 0 0 0 0 0 0
mov (8) m[a0.2,16]<1>:f r2<8;8,1>:f

// case past the message registers: 24 of them, as 5.3.3 says
// set r2 = 0 ... ; set a0.0 = 768
// expect fault "outside the register file"
mov (8) m[a0.0]<1>:f r2<8;8,1>:f

// case addresses of channels that are off are not used: an address for each channel
// mask = 0x55 ; set r2..r5:d = 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119 120 121 122 123 124 125 126 127 128 129 130 131
// set a0.0:uw = 64 4095 80 4094 124 4095 188 4093 ; set r10:d = 0 ...
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

// case of the sixteen bits of a0.0 and a0.1 twelve address (table 5-7)
// set r2:d = 1 2 3 4 5 6 7 8 ; set a0.0 = 0x1040 0xf050
// expect r10:d = 1 2 3 4 5 6 7 8 ; expect r11:d = 5 5 5 5 5 5 5 5
mov (8) r10<1>:d r[a0.0]<8;8,1>:d
mov (8) r11<1>:d r[a0.1]<0;1,0>:d

// case and of a destination
// set r2:d = 1 2 3 4 5 6 7 8 ; set a0.0 = 0x1140
// expect r10:d = 1 2 3 4 5 6 7 8
mov (8) r[a0.0]<1>:d r2<8;8,1>:d

// case movi into a register that a0 names
// set r2:ub = 10 11 12 13 14 15 16 17 ; set a0.0:uw = 0x40 0x41 0x42 0x43 0x44 0x45 0x46 320
// expect r10:ub = 10 11 12 13
movi (4) r[a0.7]<1>:ub r[a0.0]<4;4,1>:ub
