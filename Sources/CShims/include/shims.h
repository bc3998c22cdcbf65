// What Swift's Glibc module leaves out. Header-only: constants, structures and inline wrappers.
#pragma once

// No _GNU_SOURCE: Swift's Glibc module is built without it, and structures must look the same.
// The C library's headers first: the kernel's then leave out what these have defined.
#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <linux/errqueue.h>
#include <linux/filter.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <linux/if_tun.h>
#include <linux/neighbour.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>

// Namespaces. By number, since <sched.h> shows them under _GNU_SOURCE only, which a modular import
// does not hand on.
enum {
  SHIM_CLONE_NEWNS = 0x00020000,
  SHIM_CLONE_NEWUSER = 0x10000000,
  SHIM_CLONE_NEWNET = 0x40000000,
};

static inline int shim_unshare(int flags) { return (int)syscall(SYS_unshare, flags); }

static inline int shim_setns(int descriptor, int kind) {
  return (int)syscall(SYS_setns, descriptor, kind);
}

// Names the calling thread for `ps -L` (PR_SET_NAME); the kernel keeps 15 bytes.
static inline void shim_name_thread(const char *name) { syscall(SYS_prctl, 15, name, 0, 0, 0); }

// The C library's streams are mutable globals, which Swift 6 does not let anybody touch.
static inline FILE *shim_stdout(void) { return stdout; }
static inline FILE *shim_stderr(void) { return stderr; }

// TUN and TAP devices. Gives the open `/dev/net/tun` the interface of that name; -1 and errno.
static inline int shim_attach_tap(int descriptor, const char *name) {
  struct ifreq request;
  memset(&request, 0, sizeof request);
  strncpy(request.ifr_name, name, IFNAMSIZ - 1);
  request.ifr_flags = IFF_TAP | IFF_NO_PI;
  return ioctl(descriptor, TUNSETIFF, &request);
}

// The next connection of a listening socket, its flags set at once.
static inline int shim_accept4(int descriptor, int flags) {
  return (int)syscall(SYS_accept4, descriptor, NULL, NULL, flags);
}

// A file that lives as long as its descriptors (memfd_create(2)); close-on-exec.
static inline int shim_memory_file(const char *name) {
  return (int)syscall(SYS_memfd_create, name, 1u);
}

// A timer on CLOCK_MONOTONIC that can be polled; non-blocking, close-on-exec.
static inline int shim_timer(void) {
  return (int)syscall(SYS_timerfd_create, CLOCK_MONOTONIC, O_NONBLOCK | O_CLOEXEC);
}

// CLOCK_MONOTONIC in nanoseconds. Here, because Foundation declares timespec to Swift once more, and
// which of the two an import brings depends on how a module is compiled.
static inline int64_t shim_monotonic_nanoseconds(void) {
  struct timespec time = {0, 0};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

// Rings once, at an absolute moment; 0 turns it off. On failure it just doesn't ring.
static inline void shim_set_timer(int descriptor, int64_t nanoseconds) {
  struct { struct timespec interval, value; } setting = {{0, 0}, {0, 0}};
  setting.value.tv_sec = nanoseconds / 1000000000;
  setting.value.tv_nsec = nanoseconds % 1000000000;
  syscall(SYS_timerfd_settime, descriptor, 1 /* TFD_TIMER_ABSTIME */, &setting, NULL);
}

// One message of a batch, laid out as the kernel's mmsghdr.
struct shim_mmsghdr {
  struct msghdr header;
  unsigned int length;
};

static inline int shim_recvmmsg(int descriptor, struct shim_mmsghdr *messages, unsigned int count,
                                int flags) {
  return (int)syscall(SYS_recvmmsg, descriptor, messages, count, flags, NULL);
}

static inline int shim_sendmmsg(int descriptor, struct shim_mmsghdr *messages, unsigned int count,
                                int flags) {
  return (int)syscall(SYS_sendmmsg, descriptor, messages, count, flags);
}

// Control messages: the CMSG macros are not imported.
static inline struct cmsghdr *shim_cmsg_first(struct msghdr *message) {
  return CMSG_FIRSTHDR(message);
}

static inline struct cmsghdr *shim_cmsg_next(struct msghdr *message, struct cmsghdr *control) {
  return CMSG_NXTHDR(message, control);
}

static inline void *shim_cmsg_data(struct cmsghdr *control) { return CMSG_DATA(control); }

static inline size_t shim_cmsg_data_length(const struct cmsghdr *control) {
  return control->cmsg_len < CMSG_LEN(0) ? 0 : control->cmsg_len - CMSG_LEN(0);
}

static inline size_t shim_cmsg_space(size_t length) { return CMSG_SPACE(length); }
static inline size_t shim_cmsg_length(size_t length) { return CMSG_LEN(length); }

// Options whose constants Swift's Glibc does not show, or shows as something that is no Int32.
enum {
  SHIM_SO_TIMESTAMPNS = SO_TIMESTAMPNS,
  SHIM_SCM_TIMESTAMPNS = SO_TIMESTAMPNS,
  SHIM_IP_PKTINFO = IP_PKTINFO,
  SHIM_IP_RECVTTL = IP_RECVTTL,
  SHIM_IP_TTL = IP_TTL,
  SHIM_IP_RECVERR = IP_RECVERR,
  SHIM_IP_RECVERR_RFC4884 = 26,
  SHIM_IPV6_RECVERR_RFC4884 = 31,
  SHIM_IPV6_UNICAST_HOPS = 16,
  SHIM_IP_MULTICAST_ALL = IP_MULTICAST_ALL,
  SHIM_IPV6_RECVERR = 25,
  SHIM_IPV6_RECVPKTINFO = 49,
  SHIM_IPV6_PKTINFO = 50,
  SHIM_IPV6_RECVHOPLIMIT = 51,
  SHIM_IPV6_HOPLIMIT = 52,
  SHIM_IPV6_MULTICAST_ALL = 29,
  SHIM_ICMP_FILTER = 1,
  SHIM_ICMPV6_FILTER = 1,
  SHIM_SOL_RAW = 255,
  SHIM_SOL_PACKET = 263,
  SHIM_SOL_NETLINK = 270,
};

// Waits with nanoseconds (epoll_pwait2, Linux 5.11), or with milliseconds rounded up before it.
// A negative timeout waits for ever.
static inline int shim_epoll_wait(int descriptor, struct epoll_event *events, int count,
                                  int64_t nanoseconds) {
  if (nanoseconds < 0) return epoll_wait(descriptor, events, count, -1);
  if (nanoseconds == 0) return epoll_wait(descriptor, events, count, 0);
#ifdef SYS_epoll_pwait2
  struct { int64_t seconds, nanoseconds; } limit = {nanoseconds / 1000000000,
                                                    nanoseconds % 1000000000};
  long result = syscall(SYS_epoll_pwait2, descriptor, events, count, &limit, NULL, 0);
  if (result >= 0 || errno != ENOSYS) return (int)result;
#endif
  int64_t milliseconds = (nanoseconds + 999999) / 1000000;
  return epoll_wait(descriptor, events, count,
                    milliseconds > 86400000 ? 86400000 : (int)milliseconds);
}

// The round trip that the kernel itself measured on a TCP connection, in microseconds; 0 unknown.
static inline uint32_t shim_tcp_round_trip(int descriptor) {
  struct tcp_info information;
  socklen_t length = sizeof information;
  memset(&information, 0, sizeof information);
  if (getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &information, &length) != 0) return 0;
  return information.tcpi_rtt;
}

// The structures that come with datagrams; Glibc's own need _GNU_SOURCE.
struct shim_in6_pktinfo {
  struct in6_addr address;
  unsigned int interface;
};

// Where ICMP extensions begin in what the error queue gives (IP_RECVERR_RFC4884, Linux 5.9): the
// structure's last word is 16 bits of length and 8 of flags; the lowest flag says invalid.
static inline uint16_t shim_extension_offset(const struct sock_extended_err *error) {
  struct { uint16_t length; uint8_t flags, reserved; } place;
  memcpy(&place, &error->ee_data, sizeof place);
  return (place.flags & 1) ? 0 : place.length;
}

// Unmaps the code and constants of the program and its libraries; what is used again comes back from
// the file, or rather from the page cache, by itself.
void shim_release_program_pages(void);

// Gives the heap's free pages back to the system (malloc_trim(3)).
void shim_release_free_memory(void);

// Has all threads share so many heaps (mallopt(3), M_ARENA_MAX), and gives large blocks and the free end of
// a heap back at once; glibc would raise both limits with each large block.
void shim_share_heaps(int most);

// Has a process that is spawned close all descriptors from that number on; `actions` is a
// posix_spawn_file_actions_t. <spawn.h> shows it under _GNU_SOURCE only (glibc 2.34). 0, or an error's number.
int shim_spawn_close_from(void *actions, int first);
