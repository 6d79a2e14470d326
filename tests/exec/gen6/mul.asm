// SNB PRM vol4 part2 8.3.31 mul: dst = src0 * src1.
// gen: gen6

// case table 8-5: A of every kind, B -inf
// set r2..r3:f = -inf -2.5 -1 0x80000001 -0.0 0 0x1 1 1.5 inf nan 0 ...
// set r4..r5:f = -inf ...
// expect r10..r11:f = inf inf inf nan nan nan nan -inf -inf -inf nan
mul (16) r10.0<1>:f r2.0<8;8,1>:f r4.0<8;8,1>:f

// case table 8-5: A of every kind, B -fin
// set r2..r3:f = -inf -2.5 -1 0x80000001 -0.0 0 0x1 1 1.5 inf nan 0 ...
// set r4..r5:f = -2.5 ...
// expect r10..r11:f = inf 6.25 2.5 0 0 -0.0 -0.0 -2.5 -3.75 -inf nan
mul (16) r10.0<1>:f r2.0<8;8,1>:f r4.0<8;8,1>:f

// case table 8-5: A of every kind, B -one
// set r2..r3:f = -inf -2.5 -1 0x80000001 -0.0 0 0x1 1 1.5 inf nan 0 ...
// set r4..r5:f = -1 ...
// expect r10..r11:f = inf 2.5 1 0 0 -0.0 -0.0 -1 -1.5 -inf nan
mul (16) r10.0<1>:f r2.0<8;8,1>:f r4.0<8;8,1>:f

// case table 8-5: A of every kind, B -denorm
// set r2..r3:f = -inf -2.5 -1 0x80000001 -0.0 0 0x1 1 1.5 inf nan 0 ...
// set r4..r5:f = 0x80000001 ...
// expect r10..r11:f = nan 0 0 0 0 -0.0 -0.0 -0.0 -0.0 nan nan
mul (16) r10.0<1>:f r2.0<8;8,1>:f r4.0<8;8,1>:f

// case table 8-5: A of every kind, B -0
// set r2..r3:f = -inf -2.5 -1 0x80000001 -0.0 0 0x1 1 1.5 inf nan 0 ...
// set r4..r5:f = -0.0 ...
// expect r10..r11:f = nan 0 0 0 0 -0.0 -0.0 -0.0 -0.0 nan nan
mul (16) r10.0<1>:f r2.0<8;8,1>:f r4.0<8;8,1>:f

// case table 8-5: A of every kind, B +0
// set r2..r3:f = -inf -2.5 -1 0x80000001 -0.0 0 0x1 1 1.5 inf nan 0 ...
// set r4..r5:f = 0 ...
// expect r10..r11:f = nan -0.0 -0.0 -0.0 -0.0 0 0 0 0 nan nan
mul (16) r10.0<1>:f r2.0<8;8,1>:f r4.0<8;8,1>:f

// case table 8-5: A of every kind, B +denorm
// set r2..r3:f = -inf -2.5 -1 0x80000001 -0.0 0 0x1 1 1.5 inf nan 0 ...
// set r4..r5:f = 0x1 ...
// expect r10..r11:f = nan -0.0 -0.0 -0.0 -0.0 0 0 0 0 nan nan
mul (16) r10.0<1>:f r2.0<8;8,1>:f r4.0<8;8,1>:f

// case table 8-5: A of every kind, B +one
// set r2..r3:f = -inf -2.5 -1 0x80000001 -0.0 0 0x1 1 1.5 inf nan 0 ...
// set r4..r5:f = 1 ...
// expect r10..r11:f = -inf -2.5 -1 -0.0 -0.0 0 0 1 1.5 inf nan
mul (16) r10.0<1>:f r2.0<8;8,1>:f r4.0<8;8,1>:f

// case table 8-5: A of every kind, B +fin
// set r2..r3:f = -inf -2.5 -1 0x80000001 -0.0 0 0x1 1 1.5 inf nan 0 ...
// set r4..r5:f = 1.5 ...
// expect r10..r11:f = -inf -3.75 -1.5 -0.0 -0.0 0 0 1.5 2.25 inf nan
mul (16) r10.0<1>:f r2.0<8;8,1>:f r4.0<8;8,1>:f

// case table 8-5: A of every kind, B +inf
// set r2..r3:f = -inf -2.5 -1 0x80000001 -0.0 0 0x1 1 1.5 inf nan 0 ...
// set r4..r5:f = inf ...
// expect r10..r11:f = -inf -inf -inf nan nan nan nan inf inf inf nan
mul (16) r10.0<1>:f r2.0<8;8,1>:f r4.0<8;8,1>:f

// case table 8-5: A of every kind, B nan
// set r2..r3:f = -inf -2.5 -1 0x80000001 -0.0 0 0x1 1 1.5 inf nan 0 ...
// set r4..r5:f = nan ...
// expect r10..r11:f = nan nan nan nan nan nan nan nan nan nan nan
mul (16) r10.0<1>:f r2.0<8;8,1>:f r4.0<8;8,1>:f

// case table 8-6, ALT mode: A of every kind, B -fmax
// set cr0.0 = 1
// set r2..r3:f = -3.40282347e+38 -2.5 -1 0x80000001 -0.0 0 0x1 1 1.5 3.40282347e+38 0 ...
// set r4..r5:f = -3.40282347e+38 ...
// expect r10..r11:f = 3.40282347e+38 3.40282347e+38 3.40282347e+38 0 0 -0.0 -0.0 -3.40282347e+38 -3.40282347e+38 -3.40282347e+38
mul (16) r10.0<1>:f r2.0<8;8,1>:f r4.0<8;8,1>:f

// case table 8-6, ALT mode: A of every kind, B -fin
// set cr0.0 = 1
// set r2..r3:f = -3.40282347e+38 -2.5 -1 0x80000001 -0.0 0 0x1 1 1.5 3.40282347e+38 0 ...
// set r4..r5:f = -2.5 ...
// expect r10..r11:f = 3.40282347e+38 6.25 2.5 0 0 -0.0 -0.0 -2.5 -3.75 -3.40282347e+38
mul (16) r10.0<1>:f r2.0<8;8,1>:f r4.0<8;8,1>:f

// case table 8-6, ALT mode: A of every kind, B -one
// set cr0.0 = 1
// set r2..r3:f = -3.40282347e+38 -2.5 -1 0x80000001 -0.0 0 0x1 1 1.5 3.40282347e+38 0 ...
// set r4..r5:f = -1 ...
// expect r10..r11:f = 3.40282347e+38 2.5 1 0 0 -0.0 -0.0 -1 -1.5 -3.40282347e+38
mul (16) r10.0<1>:f r2.0<8;8,1>:f r4.0<8;8,1>:f

// case table 8-6, ALT mode: A of every kind, B -denorm
// set cr0.0 = 1
// set r2..r3:f = -3.40282347e+38 -2.5 -1 0x80000001 -0.0 0 0x1 1 1.5 3.40282347e+38 0 ...
// set r4..r5:f = 0x80000001 ...
// expect r10..r11:f = 0 0 0 0 0 -0.0 -0.0 -0.0 -0.0 -0.0
mul (16) r10.0<1>:f r2.0<8;8,1>:f r4.0<8;8,1>:f

// case table 8-6, ALT mode: A of every kind, B -0
// set cr0.0 = 1
// set r2..r3:f = -3.40282347e+38 -2.5 -1 0x80000001 -0.0 0 0x1 1 1.5 3.40282347e+38 0 ...
// set r4..r5:f = -0.0 ...
// expect r10..r11:f = 0 0 0 0 0 -0.0 -0.0 -0.0 -0.0 -0.0
mul (16) r10.0<1>:f r2.0<8;8,1>:f r4.0<8;8,1>:f

// case table 8-6, ALT mode: A of every kind, B +0
// set cr0.0 = 1
// set r2..r3:f = -3.40282347e+38 -2.5 -1 0x80000001 -0.0 0 0x1 1 1.5 3.40282347e+38 0 ...
// set r4..r5:f = 0 ...
// expect r10..r11:f = -0.0 -0.0 -0.0 -0.0 -0.0 0 0 0 0 0
mul (16) r10.0<1>:f r2.0<8;8,1>:f r4.0<8;8,1>:f

// case table 8-6, ALT mode: A of every kind, B +denorm
// set cr0.0 = 1
// set r2..r3:f = -3.40282347e+38 -2.5 -1 0x80000001 -0.0 0 0x1 1 1.5 3.40282347e+38 0 ...
// set r4..r5:f = 0x1 ...
// expect r10..r11:f = -0.0 -0.0 -0.0 -0.0 -0.0 0 0 0 0 0
mul (16) r10.0<1>:f r2.0<8;8,1>:f r4.0<8;8,1>:f

// case table 8-6, ALT mode: A of every kind, B +one
// set cr0.0 = 1
// set r2..r3:f = -3.40282347e+38 -2.5 -1 0x80000001 -0.0 0 0x1 1 1.5 3.40282347e+38 0 ...
// set r4..r5:f = 1 ...
// expect r10..r11:f = -3.40282347e+38 -2.5 -1 -0.0 -0.0 0 0 1 1.5 3.40282347e+38
mul (16) r10.0<1>:f r2.0<8;8,1>:f r4.0<8;8,1>:f

// case table 8-6, ALT mode: A of every kind, B +fin
// set cr0.0 = 1
// set r2..r3:f = -3.40282347e+38 -2.5 -1 0x80000001 -0.0 0 0x1 1 1.5 3.40282347e+38 0 ...
// set r4..r5:f = 1.5 ...
// expect r10..r11:f = -3.40282347e+38 -3.75 -1.5 -0.0 -0.0 0 0 1.5 2.25 3.40282347e+38
mul (16) r10.0<1>:f r2.0<8;8,1>:f r4.0<8;8,1>:f

// case table 8-6, ALT mode: A of every kind, B +fmax
// set cr0.0 = 1
// set r2..r3:f = -3.40282347e+38 -2.5 -1 0x80000001 -0.0 0 0x1 1 1.5 3.40282347e+38 0 ...
// set r4..r5:f = 3.40282347e+38 ...
// expect r10..r11:f = -3.40282347e+38 -3.40282347e+38 -3.40282347e+38 -0.0 -0.0 0 0 3.40282347e+38 3.40282347e+38 3.40282347e+38
mul (16) r10.0<1>:f r2.0<8;8,1>:f r4.0<8;8,1>:f

// case mul rounds to nearest even, 1 (4.3.1.2)
// set r2:f = 0xc812c3df 0xb2f502ba 0xbbc39917 0xb4d24b1b 0xba6c37a0 0x372ef004 0xb962cedc 0xcac55212
// set r3:f = 0x462a3276 0xcb4e7e43 0xb86110b5 0xbe9ea441 0x3966d363 0x41c241fc 0xb2dd9189 0x4b039371
// expect r10:f = 0xcec32600 0x3ec5a109 0x34abf651 0x34025148 0xb454fd07 0x3984befa 0x2cc44d84 0xd64ad549
mul (8) r10<1>:f r2<8;8,1>:f r3<8;8,1>:f

// case mul rounds to nearest even, 2 (4.3.1.2)
// set r2:f = 0x3a3c725c 0xc558a48f 0xc02c1165 0xc977f04f 0x3dacbd0f 0x351c381c 0x383c2b94 0xc11a28e8
// set r3:f = 0xc5fe1ca3 0xc1003e88 0xbd5394c8 0xb4d2522f 0xb5d48e12 0xcb31bb8a 0x3860049a 0x37f1cb1c
// expect r10:f = 0xc0bb0e8c 0x46d90e65 0x3e0e3657 0x3ecbb2b9 0xb40f6c6d 0xc0d8ea79 0x3124a983 0xb9919ad2
mul (8) r10<1>:f r2<8;8,1>:f r3<8;8,1>:f

// case mul rounds to nearest even, 3 (4.3.1.2)
// set r2:f = 0x46650263 0x490b1a9e 0xbebb48d8 0xb4f930a4 0xb7145565 0x329042cb 0xc0cb9fbc 0xb6d3f329
// set r3:f = 0xc569cb18 0xc73cb7ba 0xb6acda27 0x36462e38 0xc901d2b6 0xc28d27a2 0x36778104 0xb87e4740
// expect r10:f = 0xcc5124da 0xd0cd16c2 0x35fce913 0xabc0e89c 0x4096723f 0xb59f163f 0xb7c4ddbd 0x2fd28640
mul (8) r10<1>:f r2<8;8,1>:f r3<8;8,1>:f

// case mul rounds to nearest even, 4 (4.3.1.2)
// set r2:f = 0x38efdc2e 0x38a03c1f 0xb9c02612 0x3c4b105f 0xbf45ad59 0xb390c705 0xbd5eb5c4 0xc73aa504
// set r3:f = 0x42e85376 0x4269dfb6 0xb6c412d7 0xb2c1599a 0x4ab85603 0xb24de51e 0x36e64b37 0xc1121e9a
// expect r10:f = 0x3c59adbd 0x3b9262bf 0x31132b4a 0xaf995e6a 0xca8e5703 0x2668e1e4 0xb4c858bd 0x48d510d8
mul (8) r10<1>:f r2<8;8,1>:f r3<8;8,1>:f

// case mul rounds to nearest even, 5 (4.3.1.2)
// set r2:f = 0xb5dcd322 0xbc07e798 0xc2c25940 0xcb3dc222 0x438d94fe 0x381fcea9 0x4a8566c5 0xc040fcc5
// set r3:f = 0xca03911a 0x3474cc68 0xc5a9adb5 0xc540b5f7 0x4819860b 0xc239e677 0xc16757a4 0xb9f8831b
// expect r10:f = 0x4062fa69 0xb101f541 0x4900d0cb 0x510ed87b 0x4c29d05c 0xbae8186c 0xcc711ace 0x3abb57b5
mul (8) r10<1>:f r2<8;8,1>:f r3<8;8,1>:f

// case mul rounds to nearest even, 6 (4.3.1.2)
// set r2:f = 0xba42f888 0xb8479e25 0x3639489a 0x3e8f914e 0xb4287206 0x3f9ecd40 0x471b396b 0xb5e45803
// set r3:f = 0xb6e37286 0xc6dba9d0 0x36aedf18 0xb67100aa 0xb93bdec4 0x3579eba7 0x41f1457b 0xc77eb41b
// expect r10:f = 0x31ad3999 0x3fab48b3 0x2d7d21a1 0xb587282a 0x2df73bbc 0x359b07d1 0x49924b2f 0x3de32ff9
mul (8) r10<1>:f r2<8;8,1>:f r3<8;8,1>:f

// case mul ub to w
// set r2:ub = 0 1 255 0 254 2 128 3
// set r3:ub = 0 254 2 128 3 0 1 255
// expect r10:w = 0 254 510 0 762 0 128 765
mul (8) r10<1>:w r2<8;8,1>:ub r3<8;8,1>:ub

// case mul ub to uw
// set r2:ub = 0 1 255 0 254 2 128 3
// set r3:ub = 0 254 2 128 3 0 1 255
// expect r10:uw = 0 254 510 0 762 0 128 765
mul (8) r10<1>:uw r2<8;8,1>:ub r3<8;8,1>:ub

// case mul ub to d
// set r2:ub = 0 1 255 0 254 2 128 3
// set r3:ub = 0 254 2 128 3 0 1 255
// expect r10:d = 0 254 510 0 762 0 128 765
mul (8) r10<1>:d r2<8;8,1>:ub r3<8;8,1>:ub

// case mul ub to ud
// set r2:ub = 0 1 255 0 254 2 128 3
// set r3:ub = 0 254 2 128 3 0 1 255
// expect r10:ud = 0 254 510 0 762 0 128 765
mul (8) r10<1>:ud r2<8;8,1>:ub r3<8;8,1>:ub

// case mul b to w
// set r2:b = 0 1 127 -128 126 -127 64 3
// set r3:b = -128 126 -127 64 3 0 1 127
// expect r10:w = 0 126 -16129 -8192 378 0 64 381
mul (8) r10<1>:w r2<8;8,1>:b r3<8;8,1>:b

// case mul b to uw
// set r2:b = 0 1 127 -128 126 -127 64 3
// set r3:b = -128 126 -127 64 3 0 1 127
// expect r10:uw = 0 126 49407 57344 378 0 64 381
mul (8) r10<1>:uw r2<8;8,1>:b r3<8;8,1>:b

// case mul b to d
// set r2:b = 0 1 127 -128 126 -127 64 3
// set r3:b = -128 126 -127 64 3 0 1 127
// expect r10:d = 0 126 -16129 -8192 378 0 64 381
mul (8) r10<1>:d r2<8;8,1>:b r3<8;8,1>:b

// case mul b to ud
// set r2:b = 0 1 127 -128 126 -127 64 3
// set r3:b = -128 126 -127 64 3 0 1 127
// expect r10:ud = 0 126 4294951167 4294959104 378 0 64 381
mul (8) r10<1>:ud r2<8;8,1>:b r3<8;8,1>:b

// case mul uw to w
// set r2:uw = 0 1 65535 0 65534 2 32768 3
// set r3:uw = 0 65534 2 32768 3 0 1 65535
// expect r10:w = 0 -2 -2 0 -6 0 -32768 -3
mul (8) r10<1>:w r2<8;8,1>:uw r3<8;8,1>:uw

// case mul uw to uw
// set r2:uw = 0 1 65535 0 65534 2 32768 3
// set r3:uw = 0 65534 2 32768 3 0 1 65535
// expect r10:uw = 0 65534 65534 0 65530 0 32768 65533
mul (8) r10<1>:uw r2<8;8,1>:uw r3<8;8,1>:uw

// case mul uw to d
// set r2:uw = 0 1 65535 0 65534 2 32768 3
// set r3:uw = 0 65534 2 32768 3 0 1 65535
// expect r10:d = 0 65534 131070 0 196602 0 32768 196605
mul (8) r10<1>:d r2<8;8,1>:uw r3<8;8,1>:uw

// case mul uw to ud
// set r2:uw = 0 1 65535 0 65534 2 32768 3
// set r3:uw = 0 65534 2 32768 3 0 1 65535
// expect r10:ud = 0 65534 131070 0 196602 0 32768 196605
mul (8) r10<1>:ud r2<8;8,1>:uw r3<8;8,1>:uw

// case mul w to w
// set r2:w = 0 1 32767 -32768 32766 -32767 16384 3
// set r3:w = -32768 32766 -32767 16384 3 0 1 32767
// expect r10:w = 0 32766 -1 0 32762 0 16384 32765
mul (8) r10<1>:w r2<8;8,1>:w r3<8;8,1>:w

// case mul w to uw
// set r2:w = 0 1 32767 -32768 32766 -32767 16384 3
// set r3:w = -32768 32766 -32767 16384 3 0 1 32767
// expect r10:uw = 0 32766 65535 0 32762 0 16384 32765
mul (8) r10<1>:uw r2<8;8,1>:w r3<8;8,1>:w

// case mul w to d
// set r2:w = 0 1 32767 -32768 32766 -32767 16384 3
// set r3:w = -32768 32766 -32767 16384 3 0 1 32767
// expect r10:d = 0 32766 -1073676289 -536870912 98298 0 16384 98301
mul (8) r10<1>:d r2<8;8,1>:w r3<8;8,1>:w

// case mul w to ud
// set r2:w = 0 1 32767 -32768 32766 -32767 16384 3
// set r3:w = -32768 32766 -32767 16384 3 0 1 32767
// expect r10:ud = 0 32766 3221291007 3758096384 98298 0 16384 98301
mul (8) r10<1>:ud r2<8;8,1>:w r3<8;8,1>:w

// case mul d: the low 16 bits of src0 (8.3.31)
// set r2:d = 3 65538 32767 305399416
// set r3:d = 7 5 65537 -3
// expect r10:d = 21 10 2147450879 -4968
mul (4) r10<1>:d r2<4;4,1>:d r3<4;4,1>:d

// case mul ud: the low 16 bits of src0 (8.3.31)
// set r2:ud = 3 65538 32767 305399416
// set r3:ud = 7 5 65537 12
// expect r10:ud = 21 10 2147450879 19872
mul (4) r10<1>:ud r2<4;4,1>:ud r3<4;4,1>:ud
