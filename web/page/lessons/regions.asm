//: An operand is a region: a walk over the bytes of registers. r2.0<8;4,2>:w starts at r2, takes 4 elements that
//: are 2 apart, and then starts a new row 8 elements after the last one. <0;1,0> is one element for all lanes.
//:
//: Put the cursor on an instruction: its bytes get their colours. Change <8;8,1> of the third into <4;4,2>, and see
//: what it reads then.
// gen: gen9
// set r2:d = 0 1 2 3 4 5 6 7 ; set r3:d = 10 11 12 13 14 15 16 17
// expect r10:d = 0 1 2 3 4 5 6 7
// expect r11:d = 5 5 5 5 5 5 5 5
// expect r12:d = 0 2 4 6 10 12 14 16
// expect r13:d = 0 1 2 3 0 1 2 3
// expect r14.0:d = 0 ; expect r14.2:d = 1 ; expect r15.6:d = 7
mov (8) r10<1>:d r2<8;8,1>:d      // eight neighbours
mov (8) r11<1>:d r2.5<0;1,0>:d    // the same element eight times
mov (8) r12<1>:d r2<8;4,2>:d      // every second one of two registers
mov (8) r13<1>:d r2<0;4,1>:d      // a row of four, twice
mov (8) r14<2>:d r2<8;8,1>:d      // a destination with a gap after each element
