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
  Expected<std::unique_ptr<exec::Device>> (*create)(int ordinal);
};
} // namespace

static const DeviceKind kinds[] = {
    {"cuda", Stage::Cubin, exec::createCUDADevice},
};

Expected<OpenedDevice> ttc::run::openDevice(StringRef name) {
  auto [kindName, number] = name.split(':');
  int ordinal = 0;
  if (!number.empty() && number.getAsInteger(10, ordinal))
    return createStringError("device '%s': '%s' is no number",
                             name.str().c_str(), number.str().c_str());
  for (const DeviceKind &kind : kinds)
    if (kindName == kind.name) {
      Expected<std::unique_ptr<exec::Device>> device = kind.create(ordinal);
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

void ttc::run::printDevices(raw_ostream &os) {
  for (const DeviceKind &kind : kinds)
    for (int ordinal = 0;; ++ordinal) {
      Expected<std::unique_ptr<exec::Device>> device = kind.create(ordinal);
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
