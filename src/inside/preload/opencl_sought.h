/* Notes whether the program looks for an OpenCL driver, so that `eugene run` knows whether a missing driver matters: a
   program of OpenGL needs none. OpenCL's loader (libOpenCL.so) first looks for the .icd files that name drivers. */
#pragma once

/* Leaves a mark in `eugene run`'s directory the first time that a clean name is one of these files or their
   directory. */
void note_opencl(const char* name);
