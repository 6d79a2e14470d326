// Faces of 4 x 4 whose texels tell face, row and column.
// Made by tests/exec/generate/sampler_gen6_cases.py.
// gen: gen6

// case face 0 of a cube
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 4 pitch 64 format R32_FLOAT cube
// sampler 0 = nearest cube
// set mem 0x10000:f = 0 1 2 3
// set mem 0x10040:f = 4 5 6 7
// set mem 0x10080:f = 8 9 10 11
// set mem 0x100c0:f = 12 13 14 15
// set mem 0x10d00:f = 16 17 18 19
// set mem 0x10d40:f = 20 21 22 23
// set mem 0x10d80:f = 24 25 26 27
// set mem 0x10dc0:f = 28 29 30 31
// set mem 0x11a00:f = 32 33 34 35
// set mem 0x11a40:f = 36 37 38 39
// set mem 0x11a80:f = 40 41 42 43
// set mem 0x11ac0:f = 44 45 46 47
// set mem 0x12700:f = 48 49 50 51
// set mem 0x12740:f = 52 53 54 55
// set mem 0x12780:f = 56 57 58 59
// set mem 0x127c0:f = 60 61 62 63
// set mem 0x13400:f = 64 65 66 67
// set mem 0x13440:f = 68 69 70 71
// set mem 0x13480:f = 72 73 74 75
// set mem 0x134c0:f = 76 77 78 79
// set mem 0x14100:f = 80 81 82 83
// set mem 0x14140:f = 84 85 86 87
// set mem 0x14180:f = 88 89 90 91
// set mem 0x141c0:f = 92 93 94 95
// set m2..m2:f = 3 3 3 3 3 3 3 3
// set m3..m3:f = 2.25 -2.25 -0.75 0.75 -2.25 2.25 -0.75 2.25
// set m4..m4:f = 2.25 -2.25 0.75 -0.75 2.25 -2.25 -0.75 0.75
// set m5..m5:ud = 0x0 0x0 0x0 0x0 0x0 0x0 0x0 0x0
// set m6..m6:f = 0 0 0 0 0 0 0 0
// expect r60..r60:f = 0 15 9 6 12 3 10 1
// expect r61..r61:f = 0 0 0 0 0 0 0 0
// expect r62..r62:f = 0 0 0 0 0 0 0 0
// expect r63..r63:f = 1 1 1 1 1 1 1 1
send (8) r60:ud m2 0x2 0xa412000

// case face 1 of a cube
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 4 pitch 64 format R32_FLOAT cube
// sampler 0 = nearest cube
// set mem 0x10000:f = 0 1 2 3
// set mem 0x10040:f = 4 5 6 7
// set mem 0x10080:f = 8 9 10 11
// set mem 0x100c0:f = 12 13 14 15
// set mem 0x10d00:f = 16 17 18 19
// set mem 0x10d40:f = 20 21 22 23
// set mem 0x10d80:f = 24 25 26 27
// set mem 0x10dc0:f = 28 29 30 31
// set mem 0x11a00:f = 32 33 34 35
// set mem 0x11a40:f = 36 37 38 39
// set mem 0x11a80:f = 40 41 42 43
// set mem 0x11ac0:f = 44 45 46 47
// set mem 0x12700:f = 48 49 50 51
// set mem 0x12740:f = 52 53 54 55
// set mem 0x12780:f = 56 57 58 59
// set mem 0x127c0:f = 60 61 62 63
// set mem 0x13400:f = 64 65 66 67
// set mem 0x13440:f = 68 69 70 71
// set mem 0x13480:f = 72 73 74 75
// set mem 0x134c0:f = 76 77 78 79
// set mem 0x14100:f = 80 81 82 83
// set mem 0x14140:f = 84 85 86 87
// set mem 0x14180:f = 88 89 90 91
// set mem 0x141c0:f = 92 93 94 95
// set m2..m2:f = -3 -3 -3 -3 -3 -3 -3 -3
// set m3..m3:f = 2.25 -2.25 -0.75 0.75 -2.25 2.25 -0.75 2.25
// set m4..m4:f = -2.25 2.25 -0.75 0.75 -2.25 2.25 0.75 -0.75
// set m5..m5:ud = 0x0 0x0 0x0 0x0 0x0 0x0 0x0 0x0
// set m6..m6:f = 0 0 0 0 0 0 0 0
// expect r60..r60:f = 16 31 25 22 28 19 26 17
// expect r61..r61:f = 0 0 0 0 0 0 0 0
// expect r62..r62:f = 0 0 0 0 0 0 0 0
// expect r63..r63:f = 1 1 1 1 1 1 1 1
send (8) r60:ud m2 0x2 0xa412000

// case face 2 of a cube
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 4 pitch 64 format R32_FLOAT cube
// sampler 0 = nearest cube
// set mem 0x10000:f = 0 1 2 3
// set mem 0x10040:f = 4 5 6 7
// set mem 0x10080:f = 8 9 10 11
// set mem 0x100c0:f = 12 13 14 15
// set mem 0x10d00:f = 16 17 18 19
// set mem 0x10d40:f = 20 21 22 23
// set mem 0x10d80:f = 24 25 26 27
// set mem 0x10dc0:f = 28 29 30 31
// set mem 0x11a00:f = 32 33 34 35
// set mem 0x11a40:f = 36 37 38 39
// set mem 0x11a80:f = 40 41 42 43
// set mem 0x11ac0:f = 44 45 46 47
// set mem 0x12700:f = 48 49 50 51
// set mem 0x12740:f = 52 53 54 55
// set mem 0x12780:f = 56 57 58 59
// set mem 0x127c0:f = 60 61 62 63
// set mem 0x13400:f = 64 65 66 67
// set mem 0x13440:f = 68 69 70 71
// set mem 0x13480:f = 72 73 74 75
// set mem 0x134c0:f = 76 77 78 79
// set mem 0x14100:f = 80 81 82 83
// set mem 0x14140:f = 84 85 86 87
// set mem 0x14180:f = 88 89 90 91
// set mem 0x141c0:f = 92 93 94 95
// set m2..m2:f = -2.25 2.25 -0.75 0.75 -2.25 2.25 0.75 -0.75
// set m3..m3:f = 3 3 3 3 3 3 3 3
// set m4..m4:f = -2.25 2.25 0.75 -0.75 2.25 -2.25 0.75 -2.25
// set m5..m5:ud = 0x0 0x0 0x0 0x0 0x0 0x0 0x0 0x0
// set m6..m6:f = 0 0 0 0 0 0 0 0
// expect r60..r60:f = 32 47 41 38 44 35 42 33
// expect r61..r61:f = 0 0 0 0 0 0 0 0
// expect r62..r62:f = 0 0 0 0 0 0 0 0
// expect r63..r63:f = 1 1 1 1 1 1 1 1
send (8) r60:ud m2 0x2 0xa412000

// case face 3 of a cube
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 4 pitch 64 format R32_FLOAT cube
// sampler 0 = nearest cube
// set mem 0x10000:f = 0 1 2 3
// set mem 0x10040:f = 4 5 6 7
// set mem 0x10080:f = 8 9 10 11
// set mem 0x100c0:f = 12 13 14 15
// set mem 0x10d00:f = 16 17 18 19
// set mem 0x10d40:f = 20 21 22 23
// set mem 0x10d80:f = 24 25 26 27
// set mem 0x10dc0:f = 28 29 30 31
// set mem 0x11a00:f = 32 33 34 35
// set mem 0x11a40:f = 36 37 38 39
// set mem 0x11a80:f = 40 41 42 43
// set mem 0x11ac0:f = 44 45 46 47
// set mem 0x12700:f = 48 49 50 51
// set mem 0x12740:f = 52 53 54 55
// set mem 0x12780:f = 56 57 58 59
// set mem 0x127c0:f = 60 61 62 63
// set mem 0x13400:f = 64 65 66 67
// set mem 0x13440:f = 68 69 70 71
// set mem 0x13480:f = 72 73 74 75
// set mem 0x134c0:f = 76 77 78 79
// set mem 0x14100:f = 80 81 82 83
// set mem 0x14140:f = 84 85 86 87
// set mem 0x14180:f = 88 89 90 91
// set mem 0x141c0:f = 92 93 94 95
// set m2..m2:f = -2.25 2.25 -0.75 0.75 -2.25 2.25 0.75 -0.75
// set m3..m3:f = -3 -3 -3 -3 -3 -3 -3 -3
// set m4..m4:f = 2.25 -2.25 -0.75 0.75 -2.25 2.25 -0.75 2.25
// set m5..m5:ud = 0x0 0x0 0x0 0x0 0x0 0x0 0x0 0x0
// set m6..m6:f = 0 0 0 0 0 0 0 0
// expect r60..r60:f = 48 63 57 54 60 51 58 49
// expect r61..r61:f = 0 0 0 0 0 0 0 0
// expect r62..r62:f = 0 0 0 0 0 0 0 0
// expect r63..r63:f = 1 1 1 1 1 1 1 1
send (8) r60:ud m2 0x2 0xa412000

// case face 4 of a cube
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 4 pitch 64 format R32_FLOAT cube
// sampler 0 = nearest cube
// set mem 0x10000:f = 0 1 2 3
// set mem 0x10040:f = 4 5 6 7
// set mem 0x10080:f = 8 9 10 11
// set mem 0x100c0:f = 12 13 14 15
// set mem 0x10d00:f = 16 17 18 19
// set mem 0x10d40:f = 20 21 22 23
// set mem 0x10d80:f = 24 25 26 27
// set mem 0x10dc0:f = 28 29 30 31
// set mem 0x11a00:f = 32 33 34 35
// set mem 0x11a40:f = 36 37 38 39
// set mem 0x11a80:f = 40 41 42 43
// set mem 0x11ac0:f = 44 45 46 47
// set mem 0x12700:f = 48 49 50 51
// set mem 0x12740:f = 52 53 54 55
// set mem 0x12780:f = 56 57 58 59
// set mem 0x127c0:f = 60 61 62 63
// set mem 0x13400:f = 64 65 66 67
// set mem 0x13440:f = 68 69 70 71
// set mem 0x13480:f = 72 73 74 75
// set mem 0x134c0:f = 76 77 78 79
// set mem 0x14100:f = 80 81 82 83
// set mem 0x14140:f = 84 85 86 87
// set mem 0x14180:f = 88 89 90 91
// set mem 0x141c0:f = 92 93 94 95
// set m2..m2:f = -2.25 2.25 -0.75 0.75 -2.25 2.25 0.75 -0.75
// set m3..m3:f = 2.25 -2.25 -0.75 0.75 -2.25 2.25 -0.75 2.25
// set m4..m4:f = 3 3 3 3 3 3 3 3
// set m5..m5:ud = 0x0 0x0 0x0 0x0 0x0 0x0 0x0 0x0
// set m6..m6:f = 0 0 0 0 0 0 0 0
// expect r60..r60:f = 64 79 73 70 76 67 74 65
// expect r61..r61:f = 0 0 0 0 0 0 0 0
// expect r62..r62:f = 0 0 0 0 0 0 0 0
// expect r63..r63:f = 1 1 1 1 1 1 1 1
send (8) r60:ud m2 0x2 0xa412000

// case face 5 of a cube
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 4 pitch 64 format R32_FLOAT cube
// sampler 0 = nearest cube
// set mem 0x10000:f = 0 1 2 3
// set mem 0x10040:f = 4 5 6 7
// set mem 0x10080:f = 8 9 10 11
// set mem 0x100c0:f = 12 13 14 15
// set mem 0x10d00:f = 16 17 18 19
// set mem 0x10d40:f = 20 21 22 23
// set mem 0x10d80:f = 24 25 26 27
// set mem 0x10dc0:f = 28 29 30 31
// set mem 0x11a00:f = 32 33 34 35
// set mem 0x11a40:f = 36 37 38 39
// set mem 0x11a80:f = 40 41 42 43
// set mem 0x11ac0:f = 44 45 46 47
// set mem 0x12700:f = 48 49 50 51
// set mem 0x12740:f = 52 53 54 55
// set mem 0x12780:f = 56 57 58 59
// set mem 0x127c0:f = 60 61 62 63
// set mem 0x13400:f = 64 65 66 67
// set mem 0x13440:f = 68 69 70 71
// set mem 0x13480:f = 72 73 74 75
// set mem 0x134c0:f = 76 77 78 79
// set mem 0x14100:f = 80 81 82 83
// set mem 0x14140:f = 84 85 86 87
// set mem 0x14180:f = 88 89 90 91
// set mem 0x141c0:f = 92 93 94 95
// set m2..m2:f = 2.25 -2.25 0.75 -0.75 2.25 -2.25 -0.75 0.75
// set m3..m3:f = 2.25 -2.25 -0.75 0.75 -2.25 2.25 -0.75 2.25
// set m4..m4:f = -3 -3 -3 -3 -3 -3 -3 -3
// set m5..m5:ud = 0x0 0x0 0x0 0x0 0x0 0x0 0x0 0x0
// set m6..m6:f = 0 0 0 0 0 0 0 0
// expect r60..r60:f = 80 95 89 86 92 83 90 81
// expect r61..r61:f = 0 0 0 0 0 0 0 0
// expect r62..r62:f = 0 0 0 0 0 0 0 0
// expect r63..r63:f = 1 1 1 1 1 1 1 1
send (8) r60:ud m2 0x2 0xa412000

// case seam of +x and -z, row 0, cube
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 4 pitch 64 format R32_FLOAT cube
// sampler 0 = linear cube
// set mem 0x10000:f = 0 1 2 3
// set mem 0x10040:f = 4 5 6 7
// set mem 0x10080:f = 8 9 10 11
// set mem 0x100c0:f = 12 13 14 15
// set mem 0x10d00:f = 16 17 18 19
// set mem 0x10d40:f = 20 21 22 23
// set mem 0x10d80:f = 24 25 26 27
// set mem 0x10dc0:f = 28 29 30 31
// set mem 0x11a00:f = 32 33 34 35
// set mem 0x11a40:f = 36 37 38 39
// set mem 0x11a80:f = 40 41 42 43
// set mem 0x11ac0:f = 44 45 46 47
// set mem 0x12700:f = 48 49 50 51
// set mem 0x12740:f = 52 53 54 55
// set mem 0x12780:f = 56 57 58 59
// set mem 0x127c0:f = 60 61 62 63
// set mem 0x13400:f = 64 65 66 67
// set mem 0x13440:f = 68 69 70 71
// set mem 0x13480:f = 72 73 74 75
// set mem 0x134c0:f = 76 77 78 79
// set mem 0x14100:f = 80 81 82 83
// set mem 0x14140:f = 84 85 86 87
// set mem 0x14180:f = 88 89 90 91
// set mem 0x141c0:f = 92 93 94 95
// set m2..m2:f = 1 1 1 1 1 1 1 1
// set m3..m3:f = 0.75 0.75 0.75 0.75 0.75 0.75 0.75 0.75
// set m4..m4:f = -1 -1 -1 -1 -1 -1 -1 -1
// set m5..m5:ud = 0x0 0x0 0x0 0x0 0x0 0x0 0x0 0x0
// set m6..m6:f = 0 0 0 0 0 0 0 0
// expect r60..r60:f = 41.5 41.5 41.5 41.5 41.5 41.5 41.5 41.5
// expect r61..r61:f = 0 0 0 0 0 0 0 0
// expect r62..r62:f = 0 0 0 0 0 0 0 0
// expect r63..r63:f = 1 1 1 1 1 1 1 1
send (8) r60:ud m2 0x2 0xa412000

// case seam of +x and -z, row 1, cube
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 4 pitch 64 format R32_FLOAT cube
// sampler 0 = linear cube
// set mem 0x10000:f = 0 1 2 3
// set mem 0x10040:f = 4 5 6 7
// set mem 0x10080:f = 8 9 10 11
// set mem 0x100c0:f = 12 13 14 15
// set mem 0x10d00:f = 16 17 18 19
// set mem 0x10d40:f = 20 21 22 23
// set mem 0x10d80:f = 24 25 26 27
// set mem 0x10dc0:f = 28 29 30 31
// set mem 0x11a00:f = 32 33 34 35
// set mem 0x11a40:f = 36 37 38 39
// set mem 0x11a80:f = 40 41 42 43
// set mem 0x11ac0:f = 44 45 46 47
// set mem 0x12700:f = 48 49 50 51
// set mem 0x12740:f = 52 53 54 55
// set mem 0x12780:f = 56 57 58 59
// set mem 0x127c0:f = 60 61 62 63
// set mem 0x13400:f = 64 65 66 67
// set mem 0x13440:f = 68 69 70 71
// set mem 0x13480:f = 72 73 74 75
// set mem 0x134c0:f = 76 77 78 79
// set mem 0x14100:f = 80 81 82 83
// set mem 0x14140:f = 84 85 86 87
// set mem 0x14180:f = 88 89 90 91
// set mem 0x141c0:f = 92 93 94 95
// set m2..m2:f = 1 1 1 1 1 1 1 1
// set m3..m3:f = 0.25 0.25 0.25 0.25 0.25 0.25 0.25 0.25
// set m4..m4:f = -1 -1 -1 -1 -1 -1 -1 -1
// set m5..m5:ud = 0x0 0x0 0x0 0x0 0x0 0x0 0x0 0x0
// set m6..m6:f = 0 0 0 0 0 0 0 0
// expect r60..r60:f = 45.5 45.5 45.5 45.5 45.5 45.5 45.5 45.5
// expect r61..r61:f = 0 0 0 0 0 0 0 0
// expect r62..r62:f = 0 0 0 0 0 0 0 0
// expect r63..r63:f = 1 1 1 1 1 1 1 1
send (8) r60:ud m2 0x2 0xa412000

// case seam of +x and -z, row 2, cube
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 4 pitch 64 format R32_FLOAT cube
// sampler 0 = linear cube
// set mem 0x10000:f = 0 1 2 3
// set mem 0x10040:f = 4 5 6 7
// set mem 0x10080:f = 8 9 10 11
// set mem 0x100c0:f = 12 13 14 15
// set mem 0x10d00:f = 16 17 18 19
// set mem 0x10d40:f = 20 21 22 23
// set mem 0x10d80:f = 24 25 26 27
// set mem 0x10dc0:f = 28 29 30 31
// set mem 0x11a00:f = 32 33 34 35
// set mem 0x11a40:f = 36 37 38 39
// set mem 0x11a80:f = 40 41 42 43
// set mem 0x11ac0:f = 44 45 46 47
// set mem 0x12700:f = 48 49 50 51
// set mem 0x12740:f = 52 53 54 55
// set mem 0x12780:f = 56 57 58 59
// set mem 0x127c0:f = 60 61 62 63
// set mem 0x13400:f = 64 65 66 67
// set mem 0x13440:f = 68 69 70 71
// set mem 0x13480:f = 72 73 74 75
// set mem 0x134c0:f = 76 77 78 79
// set mem 0x14100:f = 80 81 82 83
// set mem 0x14140:f = 84 85 86 87
// set mem 0x14180:f = 88 89 90 91
// set mem 0x141c0:f = 92 93 94 95
// set m2..m2:f = 1 1 1 1 1 1 1 1
// set m3..m3:f = -0.25 -0.25 -0.25 -0.25 -0.25 -0.25 -0.25 -0.25
// set m4..m4:f = -1 -1 -1 -1 -1 -1 -1 -1
// set m5..m5:ud = 0x0 0x0 0x0 0x0 0x0 0x0 0x0 0x0
// set m6..m6:f = 0 0 0 0 0 0 0 0
// expect r60..r60:f = 49.5 49.5 49.5 49.5 49.5 49.5 49.5 49.5
// expect r61..r61:f = 0 0 0 0 0 0 0 0
// expect r62..r62:f = 0 0 0 0 0 0 0 0
// expect r63..r63:f = 1 1 1 1 1 1 1 1
send (8) r60:ud m2 0x2 0xa412000

// case seam of +x and -z, row 3, cube
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 4 pitch 64 format R32_FLOAT cube
// sampler 0 = linear cube
// set mem 0x10000:f = 0 1 2 3
// set mem 0x10040:f = 4 5 6 7
// set mem 0x10080:f = 8 9 10 11
// set mem 0x100c0:f = 12 13 14 15
// set mem 0x10d00:f = 16 17 18 19
// set mem 0x10d40:f = 20 21 22 23
// set mem 0x10d80:f = 24 25 26 27
// set mem 0x10dc0:f = 28 29 30 31
// set mem 0x11a00:f = 32 33 34 35
// set mem 0x11a40:f = 36 37 38 39
// set mem 0x11a80:f = 40 41 42 43
// set mem 0x11ac0:f = 44 45 46 47
// set mem 0x12700:f = 48 49 50 51
// set mem 0x12740:f = 52 53 54 55
// set mem 0x12780:f = 56 57 58 59
// set mem 0x127c0:f = 60 61 62 63
// set mem 0x13400:f = 64 65 66 67
// set mem 0x13440:f = 68 69 70 71
// set mem 0x13480:f = 72 73 74 75
// set mem 0x134c0:f = 76 77 78 79
// set mem 0x14100:f = 80 81 82 83
// set mem 0x14140:f = 84 85 86 87
// set mem 0x14180:f = 88 89 90 91
// set mem 0x141c0:f = 92 93 94 95
// set m2..m2:f = 1 1 1 1 1 1 1 1
// set m3..m3:f = -0.75 -0.75 -0.75 -0.75 -0.75 -0.75 -0.75 -0.75
// set m4..m4:f = -1 -1 -1 -1 -1 -1 -1 -1
// set m5..m5:ud = 0x0 0x0 0x0 0x0 0x0 0x0 0x0 0x0
// set m6..m6:f = 0 0 0 0 0 0 0 0
// expect r60..r60:f = 53.5 53.5 53.5 53.5 53.5 53.5 53.5 53.5
// expect r61..r61:f = 0 0 0 0 0 0 0 0
// expect r62..r62:f = 0 0 0 0 0 0 0 0
// expect r63..r63:f = 1 1 1 1 1 1 1 1
send (8) r60:ud m2 0x2 0xa412000
