// SNB PRM vol4 part2 5.3.7, 5.3.8: Align16 swizzles sources and masks destinations, in groups of four channels.
// gen: gen6

// case swizzle xyzw
// set r2:f = 1 2 3 4 5 6 7 8
// expect r10:f = 1 2 3 4 5 6 7 8
mov (8) r10<1>:f r2<4>.xyzw:f

// case swizzle wzyx
// set r2:f = 1 2 3 4 5 6 7 8
// expect r10:f = 4 3 2 1 8 7 6 5
mov (8) r10<1>:f r2<4>.wzyx:f

// case swizzle xxxx
// set r2:f = 1 2 3 4 5 6 7 8
// expect r10:f = 1 1 1 1 5 5 5 5
mov (8) r10<1>:f r2<4>.xxxx:f

// case swizzle yyyy
// set r2:f = 1 2 3 4 5 6 7 8
// expect r10:f = 2 2 2 2 6 6 6 6
mov (8) r10<1>:f r2<4>.yyyy:f

// case swizzle zzzz
// set r2:f = 1 2 3 4 5 6 7 8
// expect r10:f = 3 3 3 3 7 7 7 7
mov (8) r10<1>:f r2<4>.zzzz:f

// case swizzle wwww
// set r2:f = 1 2 3 4 5 6 7 8
// expect r10:f = 4 4 4 4 8 8 8 8
mov (8) r10<1>:f r2<4>.wwww:f

// case swizzle yzwx
// set r2:f = 1 2 3 4 5 6 7 8
// expect r10:f = 2 3 4 1 6 7 8 5
mov (8) r10<1>:f r2<4>.yzwx:f

// case swizzle zwxy
// set r2:f = 1 2 3 4 5 6 7 8
// expect r10:f = 3 4 1 2 7 8 5 6
mov (8) r10<1>:f r2<4>.zwxy:f

// case swizzle xzyw
// set r2:f = 1 2 3 4 5 6 7 8
// expect r10:f = 1 3 2 4 5 7 6 8
mov (8) r10<1>:f r2<4>.xzyw:f

// case swizzle yyzz
// set r2:f = 1 2 3 4 5 6 7 8
// expect r10:f = 2 2 3 3 6 6 7 7
mov (8) r10<1>:f r2<4>.yyzz:f

// case swizzle wxwx
// set r2:f = 1 2 3 4 5 6 7 8
// expect r10:f = 4 1 4 1 8 5 8 5
mov (8) r10<1>:f r2<4>.wxwx:f

// case swizzle zzxy
// set r2:f = 1 2 3 4 5 6 7 8
// expect r10:f = 3 3 1 2 7 7 5 6
mov (8) r10<1>:f r2<4>.zzxy:f

// case swizzle xxyz
// set r2:f = 1 2 3 4 5 6 7 8
// expect r10:f = 1 1 2 3 5 5 6 7
mov (8) r10<1>:f r2<4>.xxyz:f

// case swizzle wwwx
// set r2:f = 1 2 3 4 5 6 7 8
// expect r10:f = 4 4 4 1 8 8 8 5
mov (8) r10<1>:f r2<4>.wwwx:f

// case swizzle yxwz
// set r2:f = 1 2 3 4 5 6 7 8
// expect r10:f = 2 1 4 3 6 5 8 7
mov (8) r10<1>:f r2<4>.yxwz:f

// case swizzle zyxw
// set r2:f = 1 2 3 4 5 6 7 8
// expect r10:f = 3 2 1 4 7 6 5 8
mov (8) r10<1>:f r2<4>.zyxw:f

// case write mask x
// set r2:f = 1 2 3 4 5 6 7 8 ; set r10:f = 9 ...
// expect r10:f = 1 9 9 9 5 9 9 9
mov (8) r10<1>.x:f r2<4>.xyzw:f {Align16}

// case write mask y
// set r2:f = 1 2 3 4 5 6 7 8 ; set r10:f = 9 ...
// expect r10:f = 9 2 9 9 9 6 9 9
mov (8) r10<1>.y:f r2<4>.xyzw:f {Align16}

// case write mask xy
// set r2:f = 1 2 3 4 5 6 7 8 ; set r10:f = 9 ...
// expect r10:f = 1 2 9 9 5 6 9 9
mov (8) r10<1>.xy:f r2<4>.xyzw:f {Align16}

// case write mask z
// set r2:f = 1 2 3 4 5 6 7 8 ; set r10:f = 9 ...
// expect r10:f = 9 9 3 9 9 9 7 9
mov (8) r10<1>.z:f r2<4>.xyzw:f {Align16}

// case write mask xz
// set r2:f = 1 2 3 4 5 6 7 8 ; set r10:f = 9 ...
// expect r10:f = 1 9 3 9 5 9 7 9
mov (8) r10<1>.xz:f r2<4>.xyzw:f {Align16}

// case write mask yz
// set r2:f = 1 2 3 4 5 6 7 8 ; set r10:f = 9 ...
// expect r10:f = 9 2 3 9 9 6 7 9
mov (8) r10<1>.yz:f r2<4>.xyzw:f {Align16}

// case write mask xyz
// set r2:f = 1 2 3 4 5 6 7 8 ; set r10:f = 9 ...
// expect r10:f = 1 2 3 9 5 6 7 9
mov (8) r10<1>.xyz:f r2<4>.xyzw:f {Align16}

// case write mask w
// set r2:f = 1 2 3 4 5 6 7 8 ; set r10:f = 9 ...
// expect r10:f = 9 9 9 4 9 9 9 8
mov (8) r10<1>.w:f r2<4>.xyzw:f {Align16}

// case write mask xw
// set r2:f = 1 2 3 4 5 6 7 8 ; set r10:f = 9 ...
// expect r10:f = 1 9 9 4 5 9 9 8
mov (8) r10<1>.xw:f r2<4>.xyzw:f {Align16}

// case write mask yw
// set r2:f = 1 2 3 4 5 6 7 8 ; set r10:f = 9 ...
// expect r10:f = 9 2 9 4 9 6 9 8
mov (8) r10<1>.yw:f r2<4>.xyzw:f {Align16}

// case write mask xyw
// set r2:f = 1 2 3 4 5 6 7 8 ; set r10:f = 9 ...
// expect r10:f = 1 2 9 4 5 6 9 8
mov (8) r10<1>.xyw:f r2<4>.xyzw:f {Align16}

// case write mask zw
// set r2:f = 1 2 3 4 5 6 7 8 ; set r10:f = 9 ...
// expect r10:f = 9 9 3 4 9 9 7 8
mov (8) r10<1>.zw:f r2<4>.xyzw:f {Align16}

// case write mask xzw
// set r2:f = 1 2 3 4 5 6 7 8 ; set r10:f = 9 ...
// expect r10:f = 1 9 3 4 5 9 7 8
mov (8) r10<1>.xzw:f r2<4>.xyzw:f {Align16}

// case write mask yzw
// set r2:f = 1 2 3 4 5 6 7 8 ; set r10:f = 9 ...
// expect r10:f = 9 2 3 4 9 6 7 8
mov (8) r10<1>.yzw:f r2<4>.xyzw:f {Align16}

// case write mask xyzw
// set r2:f = 1 2 3 4 5 6 7 8 ; set r10:f = 9 ...
// expect r10:f = 1 2 3 4 5 6 7 8
mov (8) r10<1>.xyzw:f r2<4>.xyzw:f {Align16}

// case vertical stride 0 repeats the first four
// set r2:f = 1 2 3 4 5 6 7 8
// expect r10:f = 1 2 3 4 1 2 3 4
mov (8) r10<1>:f r2<0>.xyzw:f {Align16}

// case 5.2.2 SIMD4: add (4) r3<4>.xyz r2<4>.yzwx r2.4<4>.zwxy
// set r2:f = 1 2 3 4 10 20 30 40 ; set r3:f = 9 ...
// expect r3:f = 32 43 14 9 9 9 9 9
add (4)    r3<4>.xyz:f    r2<4>.yzwx:f    r2.4<4>.zwxy:f    {NoMask}

// case 5.2.3 SIMD4x2: add (8) r4<4>.xyz r2<4>.yxzw r3<4>.zwxy
// set r2:f = 1 2 3 4 5 6 7 8 ; set r3:f = 10 20 30 40 50 60 70 80 ; set r4:f = 9 ...
// expect r4:f = 32 41 13 9 76 85 57 9
add (8)    r4<4>.xyz:f    r2<4>.yxzw:f    r3<4>.zwxy:f

// case 5.2.3 SIMD4x2 with a vector common to both
// set r2:f = 1 2 3 4 5 6 7 8 ; set r3:f = 10 20 30 40 50 60 70 80 ; set r4:f = 9 ...
// expect r4:f = 32 41 13 9 72 81 53 9
add (8)    r4<4>.xyz:f    r2<0>.yxzw:f    r3<4>.zwxy:f
