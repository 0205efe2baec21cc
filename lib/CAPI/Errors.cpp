//===- Errors.cpp - Errors, diagnostics and versions for C ----------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Handles.h"

#include "ttc/Target/Info/TargetInfo.h"
#include "ttc/Version.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"

#include <elf.h>
#include <link.h>

using namespace ttc;
using namespace ttc::capi;

//===----------------------------------------------------------------------===//
// Version
//===----------------------------------------------------------------------===//

unsigned ttcGetAPIVersion(void) { return TTC_API_VERSION; }
const char *ttcGetVersion(void) { return TTC_VERSION_STRING; }
const char *ttcGetLLVMVersion(void) { return LLVM_VERSION_STRING; }

/// The digits of the linker's note in the segment.
static std::string readBuildID(const char *segment, size_t size) {
  const char *end = segment + size;
  while (segment + sizeof(ElfW(Nhdr)) <= end) {
    auto *note = reinterpret_cast<const ElfW(Nhdr) *>(segment);
    const char *name = segment + sizeof(*note);
    const char *contents = name + llvm::alignTo(note->n_namesz, 4);
    if (note->n_type == NT_GNU_BUILD_ID)
      return llvm::toHex(llvm::StringRef(contents, note->n_descsz),
                         /*LowerCase=*/true);
    segment = contents + llvm::alignTo(note->n_descsz, 4);
  }
  return "";
}

/// Called for each object in the process; stops at the one with this code.
static int findBuildID(dl_phdr_info *object, size_t, void *result) {
  auto self = reinterpret_cast<uintptr_t>(&findBuildID);
  bool isThis = false;
  std::string id;
  for (const ElfW(Phdr) &header :
       llvm::ArrayRef(object->dlpi_phdr, object->dlpi_phnum)) {
    uintptr_t start = object->dlpi_addr + header.p_vaddr;
    if (header.p_type == PT_LOAD)
      isThis |= self - start < header.p_memsz;
    if (header.p_type == PT_NOTE && id.empty())
      id = readBuildID(reinterpret_cast<const char *>(start), header.p_memsz);
  }
  if (isThis)
    *static_cast<std::string *>(result) = id;
  return isThis;
}

const char *ttcGetBuildID(void) {
  static const std::string id = [] {
    std::string found;
    dl_iterate_phdr(findBuildID, &found);
    return found;
  }();
  return id.c_str();
}

const char *ttcGetTarget(size_t index) {
  static const std::vector<std::string> targets = [] {
    std::string names = TargetInfo::listNames();
    llvm::SmallVector<llvm::StringRef> parts;
    llvm::StringRef(names).split(parts, ", ");
    std::vector<std::string> result;
    for (llvm::StringRef name : parts)
      result.push_back(llvm::cantFail(TargetInfo::get(name)).getModuleName());
    return result;
  }();
  return index < targets.size() ? targets[index].c_str() : nullptr;
}

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

ttcSeverity ttcDiagnosticGetSeverity(const ttcDiagnostic *diagnostic) {
  if (!diagnostic)
    return ttcSeverityError;
  switch (unwrap(diagnostic)->severity) {
  case CompileDiagnostic::Error:
    return ttcSeverityError;
  case CompileDiagnostic::Warning:
    return ttcSeverityWarning;
  case CompileDiagnostic::Remark:
    return ttcSeverityRemark;
  case CompileDiagnostic::Note:
    return ttcSeverityNote;
  }
  return ttcSeverityError;
}

static const char *getText(const ttcDiagnostic *diagnostic,
                           std::string CompileDiagnostic::*text) {
  return diagnostic ? (unwrap(diagnostic)->*text).c_str() : nullptr;
}

const char *ttcDiagnosticGetMessage(const ttcDiagnostic *diagnostic) {
  return getText(diagnostic, &CompileDiagnostic::message);
}
const char *ttcDiagnosticGetFile(const ttcDiagnostic *diagnostic) {
  return getText(diagnostic, &CompileDiagnostic::file);
}
unsigned ttcDiagnosticGetLine(const ttcDiagnostic *diagnostic) {
  return diagnostic ? unwrap(diagnostic)->line : 0;
}
unsigned ttcDiagnosticGetColumn(const ttcDiagnostic *diagnostic) {
  return diagnostic ? unwrap(diagnostic)->column : 0;
}
const char *ttcDiagnosticGetSourceLine(const ttcDiagnostic *diagnostic) {
  return getText(diagnostic, &CompileDiagnostic::sourceLine);
}
const char *ttcDiagnosticGetCategory(const ttcDiagnostic *diagnostic) {
  return getText(diagnostic, &CompileDiagnostic::category);
}
const char *ttcDiagnosticGetName(const ttcDiagnostic *diagnostic) {
  return getText(diagnostic, &CompileDiagnostic::name);
}
const char *ttcDiagnosticGetRendered(const ttcDiagnostic *diagnostic) {
  return getText(diagnostic, &CompileDiagnostic::rendered);
}
size_t ttcDiagnosticGetNumNotes(const ttcDiagnostic *diagnostic) {
  return diagnostic ? unwrap(diagnostic)->notes.size() : 0;
}
const ttcDiagnostic *ttcDiagnosticGetNote(const ttcDiagnostic *diagnostic,
                                          size_t index) {
  if (index >= ttcDiagnosticGetNumNotes(diagnostic))
    return nullptr;
  return wrap(&unwrap(diagnostic)->notes[index]);
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

ttcError *capi::makeError(ttcErrorCode code, std::string message) {
  return new ttcError{code, std::move(message), {}};
}

ttcError *capi::makeError(ttcErrorCode code, llvm::Error error) {
  return makeError(code, llvm::toString(std::move(error)));
}

void capi::replaceZeros(std::vector<CompileDiagnostic> &diagnostics) {
  for (CompileDiagnostic &diagnostic : diagnostics) {
    for (std::string *text : {&diagnostic.message, &diagnostic.sourceLine,
                              &diagnostic.rendered, &diagnostic.file})
      llvm::replace(*text, '\0', '?');
    replaceZeros(diagnostic.notes);
  }
}

ttcError *capi::makeError(ttcErrorCode code,
                          std::vector<CompileDiagnostic> diagnostics) {
  replaceZeros(diagnostics);
  std::string message;
  for (const CompileDiagnostic &diagnostic : diagnostics)
    message += diagnostic.rendered;
  message.resize(llvm::StringRef(message).rtrim().size());
  return new ttcError{code, std::move(message), std::move(diagnostics)};
}

ttcError *capi::makeNullError(const char *what) {
  return makeError(ttcErrorInvalidArgument,
                   "'" + std::string(what) + "' is NULL");
}

ttcErrorCode ttcErrorGetCode(const ttcError *error) {
  return error ? error->code : ttcErrorCode(0);
}
const char *ttcErrorGetMessage(const ttcError *error) {
  return error ? error->message.c_str() : nullptr;
}
size_t ttcErrorGetNumDiagnostics(const ttcError *error) {
  return error ? error->diagnostics.size() : 0;
}
const ttcDiagnostic *ttcErrorGetDiagnostic(const ttcError *error,
                                           size_t index) {
  if (index >= ttcErrorGetNumDiagnostics(error))
    return nullptr;
  return wrap(&error->diagnostics[index]);
}
void ttcErrorDestroy(ttcError *error) {
  if (error != getMemoryError())
    delete error;
}
