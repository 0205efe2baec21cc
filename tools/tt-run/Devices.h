//===- Devices.h - The devices that tt-run offers ---------------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From the value of --device to a device.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_TOOLS_TT_RUN_DEVICES_H
#define TTC_TOOLS_TT_RUN_DEVICES_H

#include "Options.h"

namespace ttc::run {

struct OpenedDevice {
  std::unique_ptr<exec::Device> device;
  /// The artifact that the device runs.
  Stage needs;
};

/// The request's device: "cpu", "cuda", "cuda:1", ...
llvm::Expected<OpenedDevice> openDevice(const Request &request);

/// Prints a line for each device, or for the reason why there is none of a
/// kind.
void printDevices(const Request &request, llvm::raw_ostream &os);

} // namespace ttc::run

#endif // TTC_TOOLS_TT_RUN_DEVICES_H
