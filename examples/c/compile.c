//===- compile.c - Compiles a kernel through the C library ----------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   compile KERNEL TARGET
//
// Writes the PTX to standard output, and the kernel's parameters or what is
// wrong with it to standard error.
//
//===----------------------------------------------------------------------===//

#include <stdio.h>
#include <stdlib.h>

#include "ttc-c/Compiler.h"

/* The contents of a file, which the caller frees; NULL if it can't be read. */
static char *readFile(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (!file)
    return NULL;
  char *text = NULL;
  size_t read;
  *size = 0;
  do {
    char *larger = realloc(text, *size + 65536);
    if (!larger) {
      free(text);
      text = NULL;
      break;
    }
    text = larger;
    read = fread(text + *size, 1, 65536, file);
    *size += read;
  } while (read > 0);
  fclose(file);
  return text;
}

/* Says what is wrong, where something is; the error is used up. */
static int isFine(ttcError *error) {
  if (!error)
    return 1;
  fprintf(stderr, "%s\n", ttcErrorGetMessage(error));
  ttcErrorDestroy(error);
  return 0;
}

static void show(const ttcResult *result) {
  size_t size, i;
  const char *ptx = ttcResultGetArtifact(result, ttcStagePTX, &size);
  fwrite(ptx, 1, size, stdout);
  fprintf(stderr, "%s for %s:\n", ttcResultGetString(result, "name"),
          ttcResultGetString(result, "arch"));
  for (i = 0; i < ttcResultGetNumParameters(result); ++i)
    fprintf(stderr, "  %s %s%s\n", ttcResultGetParameterName(result, i),
            ttcResultGetParameterKind(result, i) == ttcParameterPointer ? "*"
                                                                        : "",
            ttcResultGetParameterType(result, i));
}

int main(int argc, char **argv) {
  size_t size;
  ttcOptions *options;
  ttcResult *result = NULL;
  char *text;
  int fine;

  if (argc != 3) {
    fprintf(stderr, "usage: compile KERNEL TARGET\n");
    return 2;
  }
  text = readFile(argv[1], &size);
  if (!text) {
    fprintf(stderr, "cannot read %s\n", argv[1]);
    return 1;
  }
  options = ttcOptionsCreate();
  fine = isFine(ttcOptionsSetString(options, "target", argv[2])) &&
         isFine(ttcOptionsSetString(options, "stop_after", "ptx")) &&
         isFine(ttcCompile(text, size, argv[1], options, &result));
  if (fine)
    show(result);
  ttcResultDestroy(result);
  ttcOptionsDestroy(options);
  free(text);
  return fine ? 0 : 1;
}
