//: f0 and f1 hold a bit for each channel, f0.0 the bits of channels 0 to 15. Conditions set them (.z .nz .g .ge .l .le, and .o for overflow),
//: of cmp or of any arithmetic: then the result is compared with zero. Predicates can also ask about several bits:
//: .anyv and .any8h hold where any of the channels' bits is set, .all8h where all of them are.
//:
//: Flags can be read and written like registers: and combines two conditions.
// gen: gen9
// mask = 0xff
// set r2:d = 1 2 3 4 5 6 7 8 ; set r10:d = 0 ... ; set r11:d = 0 ...
// expect f0.0 = 0x38 ; expect r10:d = 0 0 0 1 1 1 0 0 ; expect r11:d = 5 5 5 5 5 5 5 5
// expect r12:d = -3 -2 -1 0 1 2 3 4
cmp.g.f0.0 (8) null<1>:d r2<8;8,1>:d 3:d            // more than 3
cmp.l.f1.0 (8) null<1>:d r2<8;8,1>:d 7:d            // and less than 7
and (1) f0.0<1>:uw f0.0<0;1,0>:uw f1.0<0;1,0>:uw {NoMask}
(f0.0) mov (8) r10<1>:d 1:d
(f0.0.any8h) mov (8) r11<1>:d 5:d                   // any lane: then all of them
add.z.f1.0 (8) r12<1>:d r2<8;8,1>:d -4:d            // sets f1.0 where the sum is zero
