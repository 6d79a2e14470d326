//: A predicate in front of an instruction says for which lanes it counts. cmp compares lane by lane and leaves a bit
//: for each lane in a flag register; (f0.0) in front of an instruction then takes lanes whose bit is set, (-f0.0) the others.
//:
//: Step, and watch the rows f0.0 and enabled. Lanes that are not enabled keep what the destination held.
// gen: gen9
// mask = 0xff
// set r2:d = 3 -1 4 -1 5 -9 2 -6
// set r10:d = 0 ... ; set r11:d = 0 ...
// expect f0.0 = 0xaa
// expect r10:d = 0 1 0 1 0 9 0 6
// expect r11:d = 3 0 4 0 5 0 2 0
// expect r12:d = 3 1 4 1 5 9 2 6
cmp.l.f0.0 (8) null<1>:d r2<8;8,1>:d 0:d     // which lanes are negative?
(f0.0) mov (8) r10<1>:d -r2<8;8,1>:d         // these, negated
(-f0.0) mov (8) r11<1>:d r2<8;8,1>:d         // the others
(f0.0) sel (8) r12<1>:d -r2<8;8,1>:d r2<8;8,1>:d   // both at once: sel takes one source or the other
