// dp4a: IGA's ModelXe.hpp; vISA manual DP4A.
// gen: gen12

// case signed bytes
// set r2:d = 0 100 -100 2147483647 -2147483648 7 0 -1 ; set r3:ud = 0x1020304 0xff80807f 0xffffffff 0x80808080 0x7f7f7f7f 0x0 0x10203 0xdeadbeef ; set r4:ud = 0x5060708 0x1020304 0xffffffff 0x80808080 0x80808080 0xffffffff 0xff00ff01 0x12345678
// expect r10:d = 70 -33 -96 -2147418113 2147418624 7 1 -12645
dp4a (8) r10<1>:d r2<8;8,1>:d r3<8;8,1>:d r4<8;8,1>:d

// case unsigned bytes
// set r2:d = 0 100 -100 2147483647 -2147483648 7 0 -1 ; set r3:ud = 0x1020304 0xff80807f 0xffffffff 0x80808080 0x7f7f7f7f 0x0 0x10203 0xdeadbeef ; set r4:ud = 0x5060708 0x1020304 0xffffffff 0x80808080 0x80808080 0xffffffff 0xff00ff01 0x12345678
// expect r10:d = 70 1503 260000 -2147418113 -2147418624 7 513 58011
dp4a (8) r10<1>:d r2<8;8,1>:d r3<8;8,1>:ud r4<8;8,1>:ud

// case signed bytes times unsigned bytes, and the other way round
// set r2:d = 0 100 -100 2147483647 -2147483648 7 0 -1 ; set r3:ud = 0x1020304 0xff80807f 0xffffffff 0x80808080 0x7f7f7f7f 0x0 0x10203 0xdeadbeef ; set r4:ud = 0x5060708 0x1020304 0xffffffff 0x80808080 0x80808080 0xffffffff 0xff00ff01 0x12345678
// expect r10:d = 70 -33 -1120 2147418111 -2147418624 7 513 -12645
// expect r11:d = 70 1503 -1120 2147418111 2147418624 7 1 58011
dp4a (8) r10<1>:d r2<8;8,1>:d r3<8;8,1>:d r4<8;8,1>:ud
dp4a (8) r11<1>:d r2<8;8,1>:d r3<8;8,1>:ud r4<8;8,1>:d

// case saturation, to a signed and to an unsigned destination
// set r2:d = 0 100 -100 2147483647 -2147483648 7 0 -1 ; set r3:ud = 0x1020304 0xff80807f 0xffffffff 0x80808080 0x7f7f7f7f 0x0 0x10203 0xdeadbeef ; set r4:ud = 0x5060708 0x1020304 0xffffffff 0x80808080 0x80808080 0xffffffff 0xff00ff01 0x12345678 ; set r5:ud = 4294967295 ...
// expect r10:d = 70 -33 -96 2147483647 -2147483648 7 1 -12645
// expect r11:ud = 4294967295 4294967295 4294967295 4294967295 4294967295 4294967295 4294967295 4294967295
dp4a.sat (8) r10<1>:d r2<8;8,1>:d r3<8;8,1>:d r4<8;8,1>:d
dp4a.sat (8) r11<1>:ud r5<8;8,1>:ud r3<8;8,1>:ud r4<8;8,1>:ud
