//===- GlibcCompat.c - Functions newer than the glibc that ttc needs ------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Linked into the static tools only. LLVM's archives and the static libgcc and
// libstdc++ are built against glibc 2.36 and call two functions that glibc 2.34
// lacks; defining them in the program removes the need:
//
//   arc4random        2.36, random numbers for std::random_device
//   _dl_find_object   2.35, which the unwinder asks for the frame table of a
//                     code address; it has no other way once built with it, so
//                     without a true answer no exception could be caught
//
//===----------------------------------------------------------------------===//

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <link.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

uint32_t arc4random(void);
int _dl_find_object(void *address, struct dl_find_object *result);

uint32_t arc4random(void) {
  uint32_t value;
  // Requests this small are answered whole or not at all. Like glibc's own,
  // the function has no way to fail: callers rely on the number.
  while (getrandom(&value, sizeof(value), 0) != (ssize_t)sizeof(value))
    if (errno != EINTR)
      abort();
  return value;
}

struct Search {
  uintptr_t address;
  struct dl_find_object *result;
};

// Fills in the result when `info`'s object has the searched address in one of
// its segments and a table of frames (.eh_frame_hdr); returns whether it did.
static int visitObject(struct dl_phdr_info *info, size_t size, void *data) {
  struct Search *search = data;
  uintptr_t begin = UINTPTR_MAX, end = 0;
  void *frames = NULL;
  int found = 0;
  (void)size;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[i];
    uintptr_t first = info->dlpi_addr + header->p_vaddr;
    uintptr_t last = first + header->p_memsz;
    if (header->p_type == PT_GNU_EH_FRAME)
      frames = (void *)first;
    if (header->p_type != PT_LOAD)
      continue;
    begin = first < begin ? first : begin;
    end = last > end ? last : end;
    found |= search->address >= first && search->address < last;
  }
  if (!found || !frames)
    return 0;
  memset(search->result, 0, sizeof(*search->result));
  search->result->dlfo_map_start = (void *)begin;
  search->result->dlfo_map_end = (void *)end;
  search->result->dlfo_eh_frame = frames;
  return 1;
}

// The link map of the object stays null: the unwinder reads only the table.
int _dl_find_object(void *address, struct dl_find_object *result) {
  struct Search search = {(uintptr_t)address, result};
  return dl_iterate_phdr(visitObject, &search) ? 0 : -1;
}
