/* Brings the names that programs pass to calls into one form: absolute, without "." and "..", as the program sees
   them. */
#pragma once

enum { name_room = 4352 }; /* PATH_MAX, and the name of the tree's directory (tree.h) */

enum cleaned {
  unknown, /* the name is too long, or the directory that it starts from does not exist */
  known,
  through_ours, /* known; the name leads through the GPU's files, so the kernel would look for it in the tree's
                   directory */
};

/* Writes the clean form of `path` to `room` (of name_room bytes). `path` is relative to the directory of a descriptor,
   or to the current directory (AT_FDCWD). A slash at the end stays. Links in /sys and among the GPU's files are
   followed; a link in the last part only if `follows`. Links of /proc to descriptors and directories are followed,
   unless they are the last part. Other links are followed before "..". Leaves errno as it was. */
enum cleaned clean_name(int directory, const char* path, int follows, char* room);

/* Returns the descriptor of this process whose link in /proc has this clean name; -1 if there is none. */
int descriptor_of_link(const char* name);
