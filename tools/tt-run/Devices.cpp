//===- Devices.cpp - The devices that tt-run offers -----------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table of kinds; a number behind a colon picks one of a kind.
//
//===----------------------------------------------------------------------===//

#include "Devices.h"

#include "ttc/Execution/CPU/CPUDevice.h"
#include "ttc/Target/Emission/Toolkit.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace ttc;
using namespace ttc::run;

namespace {
struct DeviceKind {
  StringLiteral name;
  Stage needs;
  Expected<std::unique_ptr<exec::Device>> (*create)(const Request &request,
                                                    int ordinal);
};
} // namespace

static Expected<std::unique_ptr<exec::Device>> createCUDA(const Request &,
                                                          int ordinal) {
  return exec::createCUDADevice(ordinal);
}

/// A line on a terminal that says how far a long run is.
static void showProgress(uint64_t done, uint64_t total) {
  if (!errs().is_displayed())
    return;
  errs() << '\r' << done << " of " << total << " blocks"
         << (done == total ? "\n" : "");
}

static Expected<std::unique_ptr<exec::Device>> createCPU(const Request &request,
                                                         int ordinal) {
  if (ordinal != 0)
    return createStringError("there is one CPU device: --device=cpu");
  cpu::Options options = request.cpu;
  options.progress = showProgress;
  // Where there is no libdevice, kernels that need it say so.
  Expected<std::string> libdevice =
      Toolkit(request.compile.toolkit).findLibdevice();
  if (libdevice)
    options.libdevice = *libdevice;
  else
    consumeError(libdevice.takeError());
  bool asJSON = request.profileAsJSON;
  std::function<void(const cpu::Result &)> onResult;
  if (options.profile)
    onResult = [asJSON](const cpu::Result &result) {
      if (asJSON)
        cpu::printJSON(result.profile, outs());
      else
        cpu::printText(result.profile, outs());
    };
  return exec::createCPUDevice(std::move(options), std::move(onResult));
}

static const DeviceKind kinds[] = {
    {"cpu", Stage::Lowered, createCPU},
    {"cuda", Stage::Cubin, createCUDA},
};

Expected<OpenedDevice> ttc::run::openDevice(const Request &request) {
  StringRef name = request.device;
  auto [kindName, number] = name.split(':');
  int ordinal = 0;
  if (!number.empty() && number.getAsInteger(10, ordinal))
    return createStringError("device '%s': '%s' is no number",
                             name.str().c_str(), number.str().c_str());
  for (const DeviceKind &kind : kinds)
    if (kindName == kind.name) {
      Expected<std::unique_ptr<exec::Device>> device =
          kind.create(request, ordinal);
      if (!device)
        return device.takeError();
      return OpenedDevice{std::move(*device), kind.needs};
    }
  return createStringError(
      "no device is called '%s': there is %s", name.str().c_str(),
      join(map_range(kinds, [](const DeviceKind &k) { return k.name.str(); }),
           ", ")
          .c_str());
}

void ttc::run::printDevices(const Request &request, raw_ostream &os) {
  for (const DeviceKind &kind : kinds)
    for (int ordinal = 0;; ++ordinal) {
      Expected<std::unique_ptr<exec::Device>> device =
          kind.create(request, ordinal);
      if (device) {
        os << (*device)->describe() << '\n';
        continue;
      }
      std::string reason = toString(device.takeError());
      if (ordinal == 0)
        os << kind.name << ": " << reason << '\n';
      break;
    }
}
