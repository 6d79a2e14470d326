//: Every operand names the type of its elements: ub b uw w ud d uq q are integers, hf f df floating point. An instruction converts
//: where source and destination differ: from float to integer towards zero, and .sat keeps the result in the type's range.
//:
//: Change "Show as" above the registers to see the same bytes as other types.
// gen: gen9
// set r2:f = 1.75 -1.75 300 -300 0.25 2.5 1e10 -0.0
// expect r10:d = 1 -1 300 -300 0 2 2147483647 0
// expect r11:f = 1 -2 300 -300 0 2 1e10 -0.0
// expect r13:f = 1 0 1 0 0.25 1 1 0
// expect r14:hf = 1.75
mov (8) r10<1>:d r2<8;8,1>:f          // float to integer
rndd (8) r11<1>:f r2<8;8,1>:f         // down to a whole number, still a float
mov.sat (8) r13<1>:f r2<8;8,1>:f      // kept between 0 and 1
mov (8) r14<2>:hf r2<8;8,1>:f         // halves, one in each dword
mov (8) r16<4>:ub r2<8;8,1>:f         // the lowest bytes of what they convert to
