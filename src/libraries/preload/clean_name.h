/* The names that programs give to calls, as one form: absolute, without "." and "..", as the program sees them. */
#pragma once

enum { name_room = 4352 }; /* PATH_MAX, and the name of the directory where things lie instead */

enum cleaned {
  unknown, /* the name is too long, or what it begins with does not exist */
  known,
  through_ours, /* known; the name leads through the GPU's files, so the kernel would look for it in the tree's
                   directory */
};

/* Writes to `room` (of name_room bytes) what `path` means from the directory of a descriptor, or from the current one
   (AT_FDCWD). A slash at its end stays. Links are followed in /sys and among the GPU's files, the last part of the name
   if `follows`; those of /proc to descriptors and directories, unless they are that; other links where ".." comes
   after them. Leaves errno as it was. */
enum cleaned clean_name(int directory, const char* path, int follows, char* room);

/* The descriptor of this process that a clean name is the link of in /proc; -1 if it is none. */
int descriptor_of_link(const char* name);
