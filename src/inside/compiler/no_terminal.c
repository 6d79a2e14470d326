/* LLVM up to 17 asks terminfo whether a terminal has colours. The compiler does not need the answer. A portable build
   cannot link terminfo's archive into a library (the archive is not position independent), so this file is a terminfo
   without terminals. */
int setupterm(const char* terminal, int file, int* error);
int tigetnum(const char* name);
void* set_curterm(void* terminal);
int del_curterm(void* terminal);

int setupterm(const char* terminal, int file, int* error) {
  (void)terminal;
  (void)file;
  if (error) *error = -1; /* no terminfo database */
  return -1;
}
int tigetnum(const char* name) {
  (void)name;
  return -1;
}
void* set_curterm(void* terminal) {
  (void)terminal;
  return 0;
}
int del_curterm(void* terminal) {
  (void)terminal;
  return -1;
}
