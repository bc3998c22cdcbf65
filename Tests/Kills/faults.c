/* Has the file system fail at random, for one program: LD_PRELOAD this.
 *
 * HOMENET_FAULTS=SEED:DIRECTORY   what is written below that directory fails in spells: after a random number
 * of calls, for a random number of calls, with EIO or ENOSPC, or only a part is written. Reads never fail.
 *
 * SQLite writes by pwrite64, flushes by fdatasync (fsync for directories) and shortens by ftruncate64; the
 * store itself makes files by open, link and rename. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char directory[4096];
static size_t directory_length;
static uint64_t state;
/* How many calls go well still, then how many are in the spell. */
static uint64_t calm, spell;
/* Of 16 calls in the spell so many fail. */
static uint64_t share;

/* SplitMix64. */
static uint64_t next(void) {
  state += 0x9E3779B97F4A7C15;
  uint64_t mixed = state;
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
  mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
  return mixed ^ (mixed >> 31);
}

/* A number below 2^bits, small ones as often as large ones. */
static uint64_t some(unsigned bits) { return next() & ((1ull << (next() % (bits + 1))) - 1); }

static void begin_calm(void) {
  calm = some(11);
  spell = 1 + some(6);
  share = (uint64_t[]){16, 8, 2}[next() % 3];
}

__attribute__((constructor)) static void prepare(void) {
  const char *setting = getenv("HOMENET_FAULTS");
  if (!setting) return;
  char *end;
  state = strtoull(setting, &end, 10);
  if (*end != ':' || strlen(end + 1) >= sizeof directory) {
    fprintf(stderr, "HOMENET_FAULTS is SEED:DIRECTORY\n");
    _exit(2);
  }
  strcpy(directory, end + 1);
  directory_length = strlen(directory);
  begin_calm();
}

static int is_inside(const char *path) {
  return directory_length > 0 && strncmp(path, directory, directory_length) == 0 &&
         (path[directory_length] == '/' || path[directory_length] == 0);
}

static int is_open_inside(int file) {
  if (directory_length == 0) return 0;
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return is_inside(path);
}

/* The error of this call; 0 where it goes well. */
static int fault(uint64_t *random) {
  int error = 0;
  pthread_mutex_lock(&lock);
  if (calm > 0) {
    calm--;
  } else if (spell > 0) {
    spell--;
    if (next() % 16 < share) error = next() % 2 ? EIO : ENOSPC;
    if (random) *random = next();
  } else {
    begin_calm();
  }
  pthread_mutex_unlock(&lock);
  return error;
}

/* The function that this one stands before. */
#define REAL(name) \
  static __typeof__(&name) real; \
  if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name);

/* Fails; or has a third of what fails write a part, which the caller must go on with. */
#define WRITING(name, ...) \
  REAL(name) \
  if (is_open_inside(file)) { \
    uint64_t random = 0; \
    int error = fault(&random); \
    if (error && random % 3 == 0 && count > 1) { \
      count = 1 + (random >> 8) % (count - 1); \
    } else if (error) { \
      errno = error; \
      return -1; \
    } \
  } \
  return real(__VA_ARGS__);

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
  WRITING(pwrite64, file, bytes, count, offset)
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
  WRITING(pwrite, file, bytes, count, offset)
}

ssize_t write(int file, const void *bytes, size_t count) { WRITING(write, file, bytes, count) }

#define FAILING(condition, name, ...) \
  REAL(name) \
  int error = (condition) ? fault(NULL) : 0; \
  if (error) { \
    errno = error; \
    return -1; \
  } \
  return real(__VA_ARGS__);

int fsync(int file) { FAILING(is_open_inside(file), fsync, file) }
int fdatasync(int file) { FAILING(is_open_inside(file), fdatasync, file) }
int ftruncate(int file, off_t length) { FAILING(is_open_inside(file), ftruncate, file, length) }
int ftruncate64(int file, off64_t length) { FAILING(is_open_inside(file), ftruncate64, file, length) }
int link(const char *from, const char *to) { FAILING(is_inside(to), link, from, to) }
int rename(const char *from, const char *to) { FAILING(is_inside(to), rename, from, to) }

/* Only the making of files fails. */
#define OPENING(name) \
  mode_t mode = 0; \
  if (flags & O_CREAT) { \
    va_list more; \
    va_start(more, flags); \
    mode = va_arg(more, mode_t); \
    va_end(more); \
  } \
  FAILING((flags & O_CREAT) && is_inside(path), name, path, flags, mode)

int open(const char *path, int flags, ...) { OPENING(open) }
int open64(const char *path, int flags, ...) { OPENING(open64) }
