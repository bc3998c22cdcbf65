// Separate from the header, since <link.h> shows its structures under _GNU_SOURCE only.
#define _GNU_SOURCE
#include <link.h>
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include "shims.h"

// Only what the linker marked as not writable: the kernel has such pages in the file as they are here.
// What was relocated (RELRO) lies in a writable segment and stays.
static int release_segments(struct dl_phdr_info *object, size_t size, void *unused) {
  (void)size;
  (void)unused;
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
    if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W)) continue;
    const uintptr_t start = object->dlpi_addr + segment->p_vaddr;
    const uintptr_t first = (start + page - 1) & ~(page - 1);
    const uintptr_t last = (start + segment->p_filesz) & ~(page - 1);
    if (first < last) madvise((void *)first, last - first, MADV_DONTNEED);
  }
  return 0;
}

void shim_release_program_pages(void) { dl_iterate_phdr(release_segments, NULL); }

void shim_release_free_memory(void) { malloc_trim(0); }

void shim_share_heaps(int most) {
  mallopt(M_ARENA_MAX, most);
  mallopt(M_MMAP_THRESHOLD, 256 << 10);
  mallopt(M_TRIM_THRESHOLD, 1 << 20);
}
