// SNB PRM vol4 part2 5.3.5 immediates, 4.2.4 packed half-byte vectors, 4.2.5 packed restricted floats.
// gen: gen6

// case 0x76543210:v in words
// expect r10:w = 0 1 2 3 4 5 6 7
mov (8) r10<1>:w 0x76543210:v

// case 0x76543210:v in dwords
// expect r10:d = 0 1 2 3 4 5 6 7
mov (8) r10<1>:d 0x76543210:v

// case 0x76543210:v as floats
// expect r10:f = 0 1 2 3 4 5 6 7
mov (8) r10<1>:f 0x76543210:v

// case 0xfedcba98:v in words
// expect r10:w = -8 -7 -6 -5 -4 -3 -2 -1
mov (8) r10<1>:w 0xfedcba98:v

// case 0xfedcba98:v in dwords
// expect r10:d = -8 -7 -6 -5 -4 -3 -2 -1
mov (8) r10<1>:d 0xfedcba98:v

// case 0xfedcba98:v as floats
// expect r10:f = -8 -7 -6 -5 -4 -3 -2 -1
mov (8) r10<1>:f 0xfedcba98:v

// case 0x88888888:v in words
// expect r10:w = -8 -8 -8 -8 -8 -8 -8 -8
mov (8) r10<1>:w 0x88888888:v

// case 0x88888888:v in dwords
// expect r10:d = -8 -8 -8 -8 -8 -8 -8 -8
mov (8) r10<1>:d 0x88888888:v

// case 0x88888888:v as floats
// expect r10:f = -8 -8 -8 -8 -8 -8 -8 -8
mov (8) r10<1>:f 0x88888888:v

// case 0x1f111f11:v in words
// expect r10:w = 1 1 -1 1 1 1 -1 1
mov (8) r10<1>:w 0x1f111f11:v

// case 0x1f111f11:v in dwords
// expect r10:d = 1 1 -1 1 1 1 -1 1
mov (8) r10<1>:d 0x1f111f11:v

// case 0x1f111f11:v as floats
// expect r10:f = 1 1 -1 1 1 1 -1 1
mov (8) r10<1>:f 0x1f111f11:v

// case 0xf000f:v in words
// expect r10:w = -1 0 0 0 -1 0 0 0
mov (8) r10<1>:w 0xf000f:v

// case 0xf000f:v in dwords
// expect r10:d = -1 0 0 0 -1 0 0 0
mov (8) r10<1>:d 0xf000f:v

// case 0xf000f:v as floats
// expect r10:f = -1 0 0 0 -1 0 0 0
mov (8) r10<1>:f 0xf000f:v

// case restricted floats 0x00 to 0x0f (table 4-2)
// expect r10:f = 0 0.1328125 0.140625 0.1484375
// expect r11:f = 0.15625 0.1640625 0.171875 0.1796875
// expect r12:f = 0.1875 0.1953125 0.203125 0.2109375
// expect r13:f = 0.21875 0.2265625 0.234375 0.2421875
mov (4) r10<1>:f 0x3020100:vf
mov (4) r11<1>:f 0x7060504:vf
mov (4) r12<1>:f 0xb0a0908:vf
mov (4) r13<1>:f 0xf0e0d0c:vf

// case restricted floats 0x10 to 0x1f (table 4-2)
// expect r10:f = 0.25 0.265625 0.28125 0.296875
// expect r11:f = 0.3125 0.328125 0.34375 0.359375
// expect r12:f = 0.375 0.390625 0.40625 0.421875
// expect r13:f = 0.4375 0.453125 0.46875 0.484375
mov (4) r10<1>:f 0x13121110:vf
mov (4) r11<1>:f 0x17161514:vf
mov (4) r12<1>:f 0x1b1a1918:vf
mov (4) r13<1>:f 0x1f1e1d1c:vf

// case restricted floats 0x20 to 0x2f (table 4-2)
// expect r10:f = 0.5 0.53125 0.5625 0.59375
// expect r11:f = 0.625 0.65625 0.6875 0.71875
// expect r12:f = 0.75 0.78125 0.8125 0.84375
// expect r13:f = 0.875 0.90625 0.9375 0.96875
mov (4) r10<1>:f 0x23222120:vf
mov (4) r11<1>:f 0x27262524:vf
mov (4) r12<1>:f 0x2b2a2928:vf
mov (4) r13<1>:f 0x2f2e2d2c:vf

// case restricted floats 0x30 to 0x3f (table 4-2)
// expect r10:f = 1 1.0625 1.125 1.1875
// expect r11:f = 1.25 1.3125 1.375 1.4375
// expect r12:f = 1.5 1.5625 1.625 1.6875
// expect r13:f = 1.75 1.8125 1.875 1.9375
mov (4) r10<1>:f 0x33323130:vf
mov (4) r11<1>:f 0x37363534:vf
mov (4) r12<1>:f 0x3b3a3938:vf
mov (4) r13<1>:f 0x3f3e3d3c:vf

// case restricted floats 0x40 to 0x4f (table 4-2)
// expect r10:f = 2 2.125 2.25 2.375
// expect r11:f = 2.5 2.625 2.75 2.875
// expect r12:f = 3 3.125 3.25 3.375
// expect r13:f = 3.5 3.625 3.75 3.875
mov (4) r10<1>:f 0x43424140:vf
mov (4) r11<1>:f 0x47464544:vf
mov (4) r12<1>:f 0x4b4a4948:vf
mov (4) r13<1>:f 0x4f4e4d4c:vf

// case restricted floats 0x50 to 0x5f (table 4-2)
// expect r10:f = 4 4.25 4.5 4.75
// expect r11:f = 5 5.25 5.5 5.75
// expect r12:f = 6 6.25 6.5 6.75
// expect r13:f = 7 7.25 7.5 7.75
mov (4) r10<1>:f 0x53525150:vf
mov (4) r11<1>:f 0x57565554:vf
mov (4) r12<1>:f 0x5b5a5958:vf
mov (4) r13<1>:f 0x5f5e5d5c:vf

// case restricted floats 0x60 to 0x6f (table 4-2)
// expect r10:f = 8 8.5 9 9.5
// expect r11:f = 10 10.5 11 11.5
// expect r12:f = 12 12.5 13 13.5
// expect r13:f = 14 14.5 15 15.5
mov (4) r10<1>:f 0x63626160:vf
mov (4) r11<1>:f 0x67666564:vf
mov (4) r12<1>:f 0x6b6a6968:vf
mov (4) r13<1>:f 0x6f6e6d6c:vf

// case restricted floats 0x70 to 0x7f (table 4-2)
// expect r10:f = 16 17 18 19
// expect r11:f = 20 21 22 23
// expect r12:f = 24 25 26 27
// expect r13:f = 28 29 30 31
mov (4) r10<1>:f 0x73727170:vf
mov (4) r11<1>:f 0x77767574:vf
mov (4) r12<1>:f 0x7b7a7978:vf
mov (4) r13<1>:f 0x7f7e7d7c:vf

// case restricted floats 0x80 to 0x8f (table 4-2)
// expect r10:f = -0.0 -0.1328125 -0.140625 -0.1484375
// expect r11:f = -0.15625 -0.1640625 -0.171875 -0.1796875
// expect r12:f = -0.1875 -0.1953125 -0.203125 -0.2109375
// expect r13:f = -0.21875 -0.2265625 -0.234375 -0.2421875
mov (4) r10<1>:f 0x83828180:vf
mov (4) r11<1>:f 0x87868584:vf
mov (4) r12<1>:f 0x8b8a8988:vf
mov (4) r13<1>:f 0x8f8e8d8c:vf

// case restricted floats 0x90 to 0x9f (table 4-2)
// expect r10:f = -0.25 -0.265625 -0.28125 -0.296875
// expect r11:f = -0.3125 -0.328125 -0.34375 -0.359375
// expect r12:f = -0.375 -0.390625 -0.40625 -0.421875
// expect r13:f = -0.4375 -0.453125 -0.46875 -0.484375
mov (4) r10<1>:f 0x93929190:vf
mov (4) r11<1>:f 0x97969594:vf
mov (4) r12<1>:f 0x9b9a9998:vf
mov (4) r13<1>:f 0x9f9e9d9c:vf

// case restricted floats 0xa0 to 0xaf (table 4-2)
// expect r10:f = -0.5 -0.53125 -0.5625 -0.59375
// expect r11:f = -0.625 -0.65625 -0.6875 -0.71875
// expect r12:f = -0.75 -0.78125 -0.8125 -0.84375
// expect r13:f = -0.875 -0.90625 -0.9375 -0.96875
mov (4) r10<1>:f 0xa3a2a1a0:vf
mov (4) r11<1>:f 0xa7a6a5a4:vf
mov (4) r12<1>:f 0xabaaa9a8:vf
mov (4) r13<1>:f 0xafaeadac:vf

// case restricted floats 0xb0 to 0xbf (table 4-2)
// expect r10:f = -1 -1.0625 -1.125 -1.1875
// expect r11:f = -1.25 -1.3125 -1.375 -1.4375
// expect r12:f = -1.5 -1.5625 -1.625 -1.6875
// expect r13:f = -1.75 -1.8125 -1.875 -1.9375
mov (4) r10<1>:f 0xb3b2b1b0:vf
mov (4) r11<1>:f 0xb7b6b5b4:vf
mov (4) r12<1>:f 0xbbbab9b8:vf
mov (4) r13<1>:f 0xbfbebdbc:vf

// case restricted floats 0xc0 to 0xcf (table 4-2)
// expect r10:f = -2 -2.125 -2.25 -2.375
// expect r11:f = -2.5 -2.625 -2.75 -2.875
// expect r12:f = -3 -3.125 -3.25 -3.375
// expect r13:f = -3.5 -3.625 -3.75 -3.875
mov (4) r10<1>:f 0xc3c2c1c0:vf
mov (4) r11<1>:f 0xc7c6c5c4:vf
mov (4) r12<1>:f 0xcbcac9c8:vf
mov (4) r13<1>:f 0xcfcecdcc:vf

// case restricted floats 0xd0 to 0xdf (table 4-2)
// expect r10:f = -4 -4.25 -4.5 -4.75
// expect r11:f = -5 -5.25 -5.5 -5.75
// expect r12:f = -6 -6.25 -6.5 -6.75
// expect r13:f = -7 -7.25 -7.5 -7.75
mov (4) r10<1>:f 0xd3d2d1d0:vf
mov (4) r11<1>:f 0xd7d6d5d4:vf
mov (4) r12<1>:f 0xdbdad9d8:vf
mov (4) r13<1>:f 0xdfdedddc:vf

// case restricted floats 0xe0 to 0xef (table 4-2)
// expect r10:f = -8 -8.5 -9 -9.5
// expect r11:f = -10 -10.5 -11 -11.5
// expect r12:f = -12 -12.5 -13 -13.5
// expect r13:f = -14 -14.5 -15 -15.5
mov (4) r10<1>:f 0xe3e2e1e0:vf
mov (4) r11<1>:f 0xe7e6e5e4:vf
mov (4) r12<1>:f 0xebeae9e8:vf
mov (4) r13<1>:f 0xefeeedec:vf

// case restricted floats 0xf0 to 0xff (table 4-2)
// expect r10:f = -16 -17 -18 -19
// expect r11:f = -20 -21 -22 -23
// expect r12:f = -24 -25 -26 -27
// expect r13:f = -28 -29 -30 -31
mov (4) r10<1>:f 0xf3f2f1f0:vf
mov (4) r11<1>:f 0xf7f6f5f4:vf
mov (4) r12<1>:f 0xfbfaf9f8:vf
mov (4) r13<1>:f 0xfffefdfc:vf

// case a scalar immediate of type ud goes to all channels
// expect r10:ud = 0xfffffff0 0xfffffff0 0xfffffff0 0xfffffff0 0xfffffff0 0xfffffff0 0xfffffff0 0xfffffff0
mov (8) r10<1>:ud 0xfffffff0:ud

// case a scalar immediate of type d goes to all channels
// expect r10:d = -5 -5 -5 -5 -5 -5 -5 -5
mov (8) r10<1>:d -5:d

// case a scalar immediate of type uw goes to all channels
// expect r10:uw = 0xfff0 0xfff0 0xfff0 0xfff0 0xfff0 0xfff0 0xfff0 0xfff0
mov (8) r10<1>:uw 0xfff0:uw

// case a scalar immediate of type w goes to all channels
// expect r10:w = -5 -5 -5 -5 -5 -5 -5 -5
mov (8) r10<1>:w -5:w

// case a scalar immediate of type f goes to all channels
// expect r10:f = 2.5 2.5 2.5 2.5 2.5 2.5 2.5 2.5
mov (8) r10<1>:f 2.5:f
