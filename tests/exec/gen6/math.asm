// SNB PRM vol4 part2 8.3.28 math, with the special values of 4.3.1.1.
// gen: gen6

// case inv of powers of two
// set r2:f = 1 2 4 0.5 -8 0.25 1024 -1
// expect r10:f = 1 0.5 0.25 2 -0.125 4 0.0009765625 -1
math.inv (8) r10<1>:f r2<8;8,1>:f null

// case inv: special values (4.3.1.1)
// set r2:f = 0 -0.0 inf -inf nan 0x1 0x80000001 1
// expect r10:f = inf -inf 0 -0.0 nan inf -inf 1
math.inv (8) r10<1>:f r2<8;8,1>:f null

// case inv in ALT mode: no infinity
// set cr0.0 = 1
// set r2:f = 0 -0.0 2 4 1 1 1 1
// expect r10:f = 3.40282347e+38 -3.40282347e+38 0.5 0.25 1 1 1 1
math.inv (8) r10<1>:f r2<8;8,1>:f null

// case sqt
// set r2:f = 0 1 4 9 16 0.25 1e10 2
// expect r10:f = 0 1 2 3 4 0.5 100000 1.41421356 within 1 ulp
math.sqt (8) r10<1>:f r2<8;8,1>:f null

// case sqt: special values
// set r2:f = -0.0 -1 inf -inf nan 0 -4 1
// expect r10:f = -0.0 nan inf nan nan 0 nan 1
math.sqt (8) r10<1>:f r2<8;8,1>:f null

// case sqt in ALT mode takes the absolute value
// set cr0.0 = 1
// set r2:f = -4 -9 4 16 0 1 1 1
// expect r10:f = 2 3 2 4 0 1 1 1
math.sqt (8) r10<1>:f r2<8;8,1>:f null

// case rsq
// set r2:f = 1 4 16 0.25 64 256 100 1
// expect r10:f = 1 0.5 0.25 2 0.125 0.0625 0.1 1 within 1 ulp
math.rsq (8) r10<1>:f r2<8;8,1>:f null

// case rsq: special values
// set r2:f = 0 -0.0 -1 inf nan -4 4 1
// expect r10:f = inf -inf nan 0 nan nan 0.5 1
math.rsq (8) r10<1>:f r2<8;8,1>:f null

// case rsq in ALT mode
// set cr0.0 = 1
// set r2:f = 0 -4 16 1 1 1 1 1
// expect r10:f = 3.40282347e+38 0.5 0.25 1 1 1 1 1
math.rsq (8) r10<1>:f r2<8;8,1>:f null

// case log is to base 2
// set r2:f = 1 2 4 8 0.5 0.125 1024 65536
// expect r10:f = 0 1 2 3 -1 -3 10 16
math.log (8) r10<1>:f r2<8;8,1>:f null

// case log: special values
// set r2:f = 0 -0.0 -1 -inf inf nan 1 2
// expect r10:f = -inf -inf nan nan inf nan 0 1
math.log (8) r10<1>:f r2<8;8,1>:f null

// case log in ALT mode
// set cr0.0 = 1
// set r2:f = -2 -4 8 0 1 1 1 1
// expect r10:f = 1 2 3 -3.40282347e+38 0 0 0 0
math.log (8) r10<1>:f r2<8;8,1>:f null

// case exp is of base 2
// set r2:f = 0 1 2 -1 10 0.5 -3 4
// expect r10:f = 1 2 4 0.5 1024 1.41421356 0.125 16 within 1 ulp
math.exp (8) r10<1>:f r2<8;8,1>:f null

// case exp: special values
// set r2:f = inf -inf nan 200 -200 0 0 0
// expect r10:f = inf 0 nan inf 0 1 1 1
math.exp (8) r10<1>:f r2<8;8,1>:f null

// case sin
// set r2:f = 0 0.5 1.0 -1.0 2.0 3.0 -0.25 1.5
// expect r10:f = 0 0.479425539 0.841470985 -0.841470985 0.909297427 0.141120008 -0.247403959 0.997494987 within 4 ulp
math.sin (8) r10<1>:f r2<8;8,1>:f null

// case sin of NaN
// set r2:f = nan nan nan nan nan nan nan nan
// expect r10:f = nan nan nan nan nan nan nan nan
math.sin (8) r10<1>:f r2<8;8,1>:f null

// case cos
// set r2:f = 0 0.5 1.0 -1.0 2.0 3.0 -0.25 1.5
// expect r10:f = 1 0.877582562 0.540302306 0.540302306 -0.416146837 -0.989992497 0.968912422 0.0707372017 within 4 ulp
math.cos (8) r10<1>:f r2<8;8,1>:f null

// case cos of NaN
// set r2:f = nan nan nan nan nan nan nan nan
// expect r10:f = nan nan nan nan nan nan nan nan
math.cos (8) r10<1>:f r2<8;8,1>:f null

// case fdiv
// set r2:f = 1 6 -9 0 1 -1 0 inf ; set r3:f = 2 3 3 5 0 0 0 inf
// expect r10:f = 0.5 2 -3 0 inf -inf nan nan
math.fdiv (8) r10<1>:f r2<8;8,1>:f r3<8;8,1>:f

// case pow
// set r2:f = 2 4 10 9 2 1 5 0.5 ; set r3:f = 3 0.5 2 0.5 -1 100 0 2
// expect r10:f = 8 2 100 3 0.5 1 1 0.25 within 2 ulp
math.pow (8) r10<1>:f r2<8;8,1>:f r3<8;8,1>:f

// case idiv signed
// set r2:d = 7 -7 7 -7 100 0 2147483647 -100 ; set r3:d = 2 2 -2 -2 7 5 10 -33
// expect r10:d = 3 -3 -3 3 14 0 214748364 3
// expect r11:d = 1 -1 1 -1 2 0 7 -1
math.idiv (8) r10<1>:d r2<8;8,1>:d r3<8;8,1>:d

// case idiv converts both results
// set r2:d = 7 -7 7 -7 100 0 2147483647 -100 ; set r3:d = 2 2 -2 -2 7 5 10 -33
// expect r10:f = 3 -3 -3 3 14 0 214748364 3
// expect r11:f = 1 -1 1 -1 2 0 7 -1
math.idiv (8) r10<1>:f r2<8;8,1>:d r3<8;8,1>:d

// case iqot signed
// set r2:d = 7 -7 7 -7 100 0 2147483647 -100 ; set r3:d = 2 2 -2 -2 7 5 10 -33
// expect r10:d = 3 -3 -3 3 14 0 214748364 3
// expect r11:d = 0 0 ...
math.iqot (8) r10<1>:d r2<8;8,1>:d r3<8;8,1>:d

// case irem signed
// set r2:d = 7 -7 7 -7 100 0 2147483647 -100 ; set r3:d = 2 2 -2 -2 7 5 10 -33
// expect r10:d = 1 -1 1 -1 2 0 7 -1
// expect r11:d = 0 0 ...
math.irem (8) r10<1>:d r2<8;8,1>:d r3<8;8,1>:d

// case idiv unsigned
// set r2:ud = 7 4294967295 100 0 2147483648 12345678 9 1 ; set r3:ud = 2 10 7 5 3 1000 9 2
// expect r10:ud = 3 429496729 14 0 715827882 12345 1 0 ; expect r11:ud = 1 5 2 0 2 678 0 1
math.idiv (8) r10<1>:ud r2<8;8,1>:ud r3<8;8,1>:ud
