//: One operand reaches over two registers at most: 64 bytes. Sixteen lanes of 32 bits just fit; for thirty-two, the program has two
//: instructions. {H2} says that the second one is for channels 16 to 31: it has their part of the execution mask and their flag bits, which are f0.1.
//:
//: Try add (32) on these types: the checker says which rule that breaks. Thirty-two words are 64 bytes again, and fit.
// gen: gen9
// set r2..r3:d = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
// set r4..r5:d = 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
// expect r10..r11:d = 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115
// expect r12..r13:d = 116 117 118 119 120 121 122 123 124 125 126 127 128 129 130 131
// expect f0.0 = 0xfff8 ; expect f0.1 = 0x00ff
// expect r20..r21:w = 7 ...
add (16) r10<1>:d r2<8;8,1>:d 100:d                  // channels 0 to 15
add (16) r12<1>:d r4<8;8,1>:d 100:d {H2}             // channels 16 to 31
cmp.ge.f0.0 (16) null<1>:d r2<8;8,1>:d 3:d
cmp.l.f0.0 (16) null<1>:d r4<8;8,1>:d 24:d {H2}
mov (32) r20<1>:w 7:w
