// SNB PRM vol4 part2 5.3.4.5 accumulators; 8.3.25 mac, 8.3.26 mach.
// gen: gen6

// case mul keeps 48 bits, mach completes 64 (8.3.26), signed
// set r2:d = 100000 -100000 2147483647 -2147483648 7 -1 65536 123456789 ; set r3:d = 100000 100000 2147483647 -2147483648 -9 -1 65536 987654321
// expect r5:d = 2 -3 1073741823 1073741824 -1 0 1 28389652
// expect r6:d = 1410065408 -1410065408 1 0 -63 1 0 -67153019
mul  (8) acc0:d r2.0<8;8,1>:d r3.0<8;8,1>:d
mach (8) r7<1>:d r2.0<8;8,1>:d r3.0<8;8,1>:d {AccWrEn}
mov  (8) r5.0<1>:d r7<8;8,1>:d
mov  (8) r6.0<1>:d acc0:d

// case mul and mach, unsigned
// set r2:ud = 100000 4294967295 2147483648 65535 3 4294967295 65536 0 ; set r3:ud = 100000 4294967295 2 65537 5 1 65536 9
// expect r5:ud = 2 4294967294 1 0 0 0 1 0
// expect r6:ud = 1410065408 1 0 4294967295 15 4294967295 0 0
mul (8) acc0:ud r2<8;8,1>:ud r3<8;8,1>:ud
mach (8) r5<1>:ud r2<8;8,1>:ud r3<8;8,1>:ud {AccWrEn}
mov (8) r6<1>:ud acc0:ud

// case mac of floats adds the accumulator
// set acc0:f = 1 2 3 4 5 6 7 8 ; set r2:f = 2 ... ; set r3:f = 10 ...
// expect r10:f = 21 22 23 24 25 26 27 28
mac (8) r10<1>:f r2<8;8,1>:f r3<8;8,1>:f

// case mac of words
// set acc0:w = 1 2 3 4 5 6 7 8 ; set r2:w = 2 ... ; set r3:w = 10 ...
// expect r10:w = 21 22 23 24 25 26 27 28
mac (8) r10<1>:w r2<8;8,1>:w r3<8;8,1>:w

// case an accumulator as destination and source, floats
// set r2:f = 1 2 3 4 5 6 7 8
// expect r10:f = 3 5 7 9 11 13 15 17
mul (8) acc0<1>:f r2<8;8,1>:f 2.0:f
add (8) r10<1>:f acc0<8;8,1>:f 1.0:f

// case AccWrEn keeps what the destination gets
// set r2:f = 1 2 3 4 5 6 7 8
// expect r10:f = 2 3 4 5 6 7 8 9 ; expect acc0:f = 2 3 4 5 6 7 8 9
add (8) r10<1>:f r2<8;8,1>:f 1.0:f {AccWrEn}

// case without AccWrEn the accumulator stays
// set acc0:f = 7 ... ; set r2:f = 1 ...
// expect acc0:f = 7 7 7 7 7 7 7 7
add (8) r10<1>:f r2<8;8,1>:f 1.0:f

// case AccWrEn writes the enabled channels only
// mask = 0x0f ; set acc0:f = 7 ... ; set r2:f = 1 ...
// expect acc0:f = 2 2 2 2 7 7 7 7
add (8) r10<1>:f r2<8;8,1>:f 1.0:f {AccWrEn}

// case sums of dwords keep their carry
// set r2:d = 0 ... ; set r2:d = 2147483647 -2147483648 5 0 ...
// expect acc0:q = 4294967294 -4294967296 10 0
add (8) acc0<1>:d r2<8;8,1>:d r2<8;8,1>:d

// case the second half of sixteen floats is acc1
// set r2..r3:f = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
// expect acc1:f = 10 11 12 13 14 15 16 17
add (16) acc0<1>:f r2<8;8,1>:f 1.0:f

// case 5.3.9: an implicit result is converted to the destination's type, floats to integers
// set r2:f = 1.75 -2.75 3.5 4 5 6 7 8 ; expect r10:d = 2 -1 4 5 6 7 8 9 ; expect acc0:q = 2 -1 4 5 6 7 8 9
add (8) r10<1>:d r2<8;8,1>:f 1.0:f {AccWrEn}

// case 5.3.9: and integers to floats
// set r2:d = 1 -2 3 4 5 6 7 8 ; expect r10:f = 2 -1 4 5 6 7 8 9 ; expect acc0:f = 2 -1 4 5 6 7 8 9
add (8) r10<1>:f r2<8;8,1>:d 1:d {AccWrEn}

// case 5.3.9: words become floats, which lie as floats
// set r2:w = 1 -2 3 4 5 6 7 8 ; expect acc0:f = 2 -1 4 5 6 7 8 9
add (8) r10<1>:f r2<8;8,1>:w 1:w {AccWrEn}

// case 5.3.9: floats become words, in the channels of floats
// set r2:f = 1 -2 3 4 5 6 7 8 ; expect acc0:q = 2 -1 4 5 6 7 8 9
add (8) r10<2>:w r2<8;8,1>:f 1.0:f {AccWrEn}

// case 5.3.9: the explicit result is converted alike
// set r2:f = 1.75 -2.75 3.5 4 5 6 7 8 ; expect acc0:q = 2 -1 4 5 6 7 8 9
add (8) acc0<1>:d r2<8;8,1>:f 1.0:f

// case 5.3.9: saturation is part of the conversion
// set r2:w = 32767 -32768 3 4 5 6 7 8 ; expect acc0:w = 32767 -32767 4 5 6 7 8 9 ; expect r11:d = 32767 -32767 4 5 6 7 8 9
add.sat (8) r10<1>:w r2<8;8,1>:w 1:w {AccWrEn}
asr (8) r11<1>:d acc0<8;8,1>:w 0:w

// case integers keep their guard bits
// set r2:w = 32767 -32768 3 4 5 6 7 8 ; expect r11:d = 32768 -32767 4 5 6 7 8 9
add (8) r10<1>:w r2<8;8,1>:w 1:w {AccWrEn}
asr (8) r11<1>:d acc0<8;8,1>:w 0:w

// case table 5-9: the channels are those of the execution type: words, though the destination has dwords
// set r2:w = 1 2 3 4 5 6 7 8 ; expect acc0:w = 2 3 4 5 6 7 8 9 ; expect r10:d = 2 3 4 5 6 7 8 9
add (8) r10<1>:d r2<8;8,1>:w 1:w {AccWrEn}

// case table 5-9: dwords, though the destination has words
// set r2:d = 65536 2 3 4 5 6 7 8 ; expect acc0:q = 65537 3 4 5 6 7 8 9
add (8) r10<2>:w r2<8;8,1>:d 1:d {AccWrEn}

// case table 5-9: one dword among the sources makes dwords of both accumulators of mac
// set acc0:d = 10 20 30 40 50 60 70 80 ; set r2:w = 1 2 3 4 5 6 7 8 ; expect r10:d = 12 24 36 48 60 72 84 96 ; expect acc0:q = 12 24 36 48 60 72 84 96
mac (8) r10<1>:d r2<8;8,1>:w 2:d {AccWrEn}

// case a strided region of the accumulator
// set acc0:w = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 ; set r10:d = 0 ... ; expect r10:w = 2 0 4 0 6 0 8 0 10 0 12 0 14 0 16 0
add (8) r10<2>:w acc0<16;8,2>:w 1:w

// case a scalar region of the accumulator is read as the destination's
// set acc0:d = 1 2 3 4 5 6 7 8 ; expect r10:d = 2 3 4 5 6 7 8 9
add (8) r10<1>:d acc0.0<0;1,0>:d 1:d

// case a strided destination in the accumulator keeps guard bits
// set acc0:w = 0 ... ; set r2:w = 32767 -32768 3 4 5 6 7 8 ; set r11:d = 0 ... ; expect r11:w = 16384 0 -16384 0 2 0 2 0 3 0 3 0 4 0 4 0
add (8) acc0<2>:w r2<8;8,1>:w 1:w
asr (8) r11<2>:w acc0<16;8,2>:w 1:w

// case 5.3.4.5: a word channel has a sign, whatever the operands' types
// set r2:w = -6876 100 -3 7 ; set r3:uw = 20 20 0 0
// expect r10:uw = 0 720 0 7 ; expect r11:w = -6256 720 -3 7 ; expect r12:uw = 0 131 28 38 ; expect r13:f = -6876 100 -3 7
// expect f0.0 = 0x5
mov (4) acc0<1>:w r2<4;4,1>:w
mac.sat (4) r10<1>:uw r3<4;4,1>:uw 31:uw
mac.sat (4) r11<1>:w r3<4;4,1>:uw 31:uw
add.sat (4) r12<1>:uw acc0<4;4,1>:uw 31:uw
mov (4) r13<1>:f acc0<4;4,1>:uw
mul.l.f0.0 (4) null<1>:f r13<4;4,1>:f 1.0:f
