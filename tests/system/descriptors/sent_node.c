/* Opens the render node and sends the descriptor to a new process, as an X server does for its clients. The new process
   uses the GPU by that descriptor, and sends a dma-buf descriptor of an object back. Exits with 1 if something differs
   from a kernel's node.

     sent_node  */
#define _GNU_SOURCE
#include <drm.h>
#include <errno.h>
#include <fcntl.h>
#include <i915_drm.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

enum { bytes = 8192, word = 0x1234567 };

static void check(int condition, const char* what) {
  if (condition) return;
  fprintf(stderr, "sent_node: %s: %s\n", what, strerror(errno));
  exit(1);
}

union control {
  struct cmsghdr header;
  char room[CMSG_SPACE(sizeof(int))];
};

static void send_descriptor(int socket, int descriptor) {
  union control control = {0};
  struct iovec one = {.iov_base = "", .iov_len = 1};
  struct msghdr message = {
      .msg_iov = &one, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  struct cmsghdr* header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  check(sendmsg(socket, &message, 0) == 1, "sendmsg()");
}

static int receive_descriptor(int socket) {
  union control control;
  char byte;
  struct iovec one = {.iov_base = &byte, .iov_len = 1};
  struct msghdr message = {
      .msg_iov = &one, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  check(recvmsg(socket, &message, 0) == 1 && CMSG_FIRSTHDR(&message) != NULL, "recvmsg()");
  int descriptor;
  memcpy(&descriptor, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof descriptor);
  return descriptor;
}

static void check_node(int node) {
  struct stat status;
  check(fstat(node, &status) == 0 && S_ISCHR(status.st_mode) && status.st_rdev == makedev(226, 128),
        "fstat() of a received node");
  char name[16] = "";
  struct drm_version version = {.name = name, .name_len = sizeof name - 1};
  check(ioctl(node, DRM_IOCTL_VERSION, &version) == 0 && strcmp(name, "i915") == 0, "the driver of a received node");
}

/* The new process. */
static int use(int socket) {
  const int node = receive_descriptor(socket);
  check_node(node);
  struct drm_i915_gem_create object = {.size = bytes};
  check(ioctl(node, DRM_IOCTL_I915_GEM_CREATE, &object) == 0, "GEM_CREATE");
  struct drm_i915_gem_mmap_offset place = {.handle = object.handle, .flags = I915_MMAP_OFFSET_WB};
  check(ioctl(node, DRM_IOCTL_I915_GEM_MMAP_OFFSET, &place) == 0, "GEM_MMAP_OFFSET");
  uint32_t* words = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, node, (off_t)place.offset);
  check(words != MAP_FAILED, "mmap() of a received node");
  words[1] = word;
  struct drm_prime_handle shared = {.handle = object.handle, .flags = DRM_CLOEXEC | DRM_RDWR};
  check(ioctl(node, DRM_IOCTL_PRIME_HANDLE_TO_FD, &shared) == 0, "PRIME_HANDLE_TO_FD");
  send_descriptor(socket, shared.fd);
  return 0;
}

int main(int count, char** arguments) {
  if (count == 2) return use(atoi(arguments[1]));
  int ends[2];
  check(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0, "socketpair()");
  const int node = open("/dev/dri/renderD128", O_RDWR | O_CLOEXEC);
  check(node >= 0, "open()");
  check_node(node);

  const pid_t child = fork();
  check(child >= 0, "fork()");
  if (child == 0) {
    char socket[16];
    snprintf(socket, sizeof socket, "%d", ends[1]);
    execl(arguments[0], arguments[0], socket, NULL);
    check(0, "execl()");
  }
  close(ends[1]);
  send_descriptor(ends[0], node);
  struct drm_prime_handle shared = {.fd = receive_descriptor(ends[0])};
  check(ioctl(node, DRM_IOCTL_PRIME_FD_TO_HANDLE, &shared) == 0, "PRIME_FD_TO_HANDLE");
  int status = -1;
  check(waitpid(child, &status, 0) == child && status == 0, "the process that gets the node");

  struct drm_i915_gem_mmap_offset place = {.handle = shared.handle, .flags = I915_MMAP_OFFSET_WB};
  check(ioctl(node, DRM_IOCTL_I915_GEM_MMAP_OFFSET, &place) == 0, "GEM_MMAP_OFFSET of the other process's object");
  const uint32_t* words = mmap(NULL, bytes, PROT_READ, MAP_SHARED, node, (off_t)place.offset);
  check(words != MAP_FAILED && words[1] == word, "the other process's object");
  puts("a node and an object went from process to process");
  return 0;
}
