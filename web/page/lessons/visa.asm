//: vISA is what Intel's compilers write before they choose registers: the same operations on variables, as many as one likes. Eugene lowers it to
//: the instructions of the machine, with a register for each part of a variable, and runs these.
//:
//: Registers are drawn with the names of their variables. A predicate is a variable, too (P1).
// set A:d = 1 -2 3 -4 5 -6 7 -8 ; set B:d = 10
// expect R:d = 11 8 13 6 15 4 17 2
// expect S:d = 1 2 3 4 5 6 7 8
.version 4.1
.kernel "lesson"
.decl A v_type=G type=d num_elts=8 align=GRF
.decl B v_type=G type=d num_elts=8 align=GRF
.decl R v_type=G type=d num_elts=8 align=GRF
.decl S v_type=G type=d num_elts=8 align=GRF
.decl P1 v_type=P num_elts=8
.kernel_attr Target="cm"
.function "lesson_0"
lesson_0:
  add (M1, 8) R(0,0)<1> A(0,0)<8;8,1> B(0,0)<0;1,0>
  mov (M1, 8) S(0,0)<1> A(0,0)<8;8,1>
  cmp.lt (M1, 8) P1 A(0,0)<8;8,1> 0:d
  (P1) mov (M1, 8) S(0,0)<1> (-)A(0,0)<8;8,1>
