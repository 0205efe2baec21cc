//===- Driver.cpp - The CUDA driver, opened at run time -------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Opens libcuda.so.1 and fills the table of functions.
//
//===----------------------------------------------------------------------===//

#include "Driver.h"

#include "llvm/Support/DynamicLibrary.h"

#include <string>

using namespace llvm;
using namespace ttc::exec::cuda;

namespace {
/// The table, or why there is none. Opening is tried once per process, since
/// the driver keeps state of its own and is never closed.
struct OpenedDriver {
  Driver driver;
  std::string failure;

  OpenedDriver() {
    std::string reason;
    sys::DynamicLibrary library =
        sys::DynamicLibrary::getPermanentLibrary("libcuda.so.1", &reason);
    if (!library.isValid()) {
      failure = "no CUDA driver on this machine (" + reason +
                "); install NVIDIA's driver, or run the kernel on the CPU";
      return;
    }
#define TTC_CUDA_LOOK_UP(field, symbol, ...)                                   \
  lookUp(library, driver.field, #symbol);
    TTC_CUDA_FUNCTIONS(TTC_CUDA_LOOK_UP)
#undef TTC_CUDA_LOOK_UP
    find(library, driver.functionGetParamInfo, "cuFuncGetParamInfo");
    find(library, driver.tensorMapEncodeTiled, "cuTensorMapEncodeTiled");
    if (!failure.empty())
      return;
    if (Error error = driver.check(driver.init(0), "starting the CUDA driver"))
      failure = toString(std::move(error));
  }

  template <typename F>
  static void find(sys::DynamicLibrary &library, F &function,
                   const char *symbol) {
    function = reinterpret_cast<F>(library.getAddressOfSymbol(symbol));
  }

  template <typename F>
  void lookUp(sys::DynamicLibrary &library, F &function, const char *symbol) {
    find(library, function, symbol);
    if (!function && failure.empty())
      failure = std::string("the CUDA driver has no ") + symbol +
                ": version 11.8 or later is needed";
  }
};
} // namespace

Expected<const Driver *> Driver::get() {
  static const OpenedDriver opened;
  if (!opened.failure.empty())
    return createStringError(opened.failure);
  return &opened.driver;
}

Error Driver::check(Result result, const char *action) const {
  if (result == noError)
    return Error::success();
  const char *name = nullptr, *text = nullptr;
  if (getErrorName(result, &name) != noError || !name)
    name = "unknown error";
  if (getErrorString(result, &text) != noError || !text)
    text = "no description";
  return createStringError("%s failed: %s (%d): %s", action, name, result,
                           text);
}
