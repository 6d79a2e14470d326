/* LLVM up to 17 asks terminfo whether a terminal has colours, which the compiler never does. A portable build cannot link
   terminfo's archive into a library (it is not position independent), so it has this terminfo, without terminals. */
int setupterm(const char* terminal, int file, int* error);
int tigetnum(const char* name);
void* set_curterm(void* terminal);
int del_curterm(void* terminal);

int setupterm(const char* terminal, int file, int* error) {
  (void)terminal;
  (void)file;
  if (error) *error = -1; /* there is no data base of terminals */
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
