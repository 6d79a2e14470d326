/* Whether the program looks for a driver of OpenCL, for `eugene run` to know whether a missing one matters: a program
   of OpenGL does without. OpenCL's loader (libOpenCL.so) begins with looking for the .icd files that name drivers. */
#pragma once

/* Leaves a mark in `eugene run`'s directory the first time that a clean name is one of those files, or their directory.
 */
void note_opencl(const char* name);
