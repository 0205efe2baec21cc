//===- tt-run.cpp - Runs a kernel -----------------------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles a kernel, runs it on a device with arguments from the command line,
// and prints, writes and checks what it computed. Exit status 1 on any error
// and on a result that is not as expected.
//
//===----------------------------------------------------------------------===//

#include "Devices.h"
#include "Kernel.h"
#include "Options.h"

#include "ttc/Execution/Expectation.h"
#include "ttc/Execution/Launch.h"
#include "ttc/Execution/Npy.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace ttc;
using namespace ttc::run;

namespace {
/// What is to be done with arguments after the run. Made before it, so that no
/// one waits for a kernel to learn of a misspelt name.
struct Results {
  std::vector<const exec::ArgumentValue *> prints;
  std::vector<std::pair<const exec::ArgumentValue *, std::string>> files;
  std::vector<std::pair<const exec::ArgumentValue *, exec::Expectation>>
      expectations;
  /// What the expectations may refer to: all arguments as they were before the
  /// run, and the values of --let.
  exec::Environment names;
};
} // namespace

static Expected<const exec::ArgumentValue *>
findArgument(const exec::Launch &launch, StringRef name, StringRef option) {
  for (const exec::ArgumentValue &argument : launch.arguments)
    if (argument.name == name)
      return &argument;
  return createStringError("--" + option + ": no argument is called '" + name +
                           "'");
}

static Expected<exec::Launch> makeLaunch(const Request &request,
                                         const Kernel &kernel) {
  exec::Launch launch;
  launch.timeoutSeconds = request.timeout;
  if (request.grid.empty())
    return createStringError("how many programs? name a grid: --grid=X,Y,Z");
  auto grid = exec::parseGrid(request.grid);
  if (!grid)
    return grid.takeError();
  launch.grid = *grid;
  auto arguments =
      kernel.parametersKnown
          ? exec::bindArguments(kernel.image.parameters, request.arguments)
          : exec::inferArguments(request.arguments);
  if (!arguments)
    return arguments.takeError();
  launch.arguments = std::move(*arguments);
  return launch;
}

static Error planEnvironment(const Request &request, const exec::Launch &launch,
                             exec::Environment &names) {
  if (request.expectations.empty())
    return Error::success();
  for (const exec::ArgumentValue &argument : launch.arguments)
    if (!argument.map)
      names[argument.name] = exec::toArray(argument);
  for (const std::string &let : request.lets) {
    auto [name, expression] = exec::splitName(let);
    if (name.empty())
      return createStringError("--let=" + let + ": expected NAME=EXPRESSION");
    Expected<exec::Array> value = exec::evaluate(expression, names);
    if (!value)
      return createStringError("--let=" + name + ": " +
                               toString(value.takeError()));
    names[name] = std::move(*value);
  }
  return Error::success();
}

static Expected<Results> planResults(const Request &request,
                                     const exec::Launch &launch) {
  Results results;
  for (const std::string &name : request.prints) {
    auto argument = findArgument(launch, name, "print");
    if (!argument)
      return argument.takeError();
    results.prints.push_back(*argument);
  }
  for (const std::string &text : request.outputs) {
    auto [name, path] = exec::splitName(text);
    if (name.empty())
      return createStringError("--out=" + text + ": expected NAME=FILE.npy");
    auto argument = findArgument(launch, name, "out");
    if (!argument)
      return argument.takeError();
    results.files.emplace_back(*argument, path.str());
  }
  for (const std::string &text : request.expectations) {
    auto expectation = exec::parseExpectation(text);
    if (!expectation)
      return expectation.takeError();
    auto argument = findArgument(launch, expectation->name, "expect");
    if (!argument)
      return argument.takeError();
    results.expectations.emplace_back(*argument, std::move(*expectation));
  }
  if (Error error = planEnvironment(request, launch, results.names))
    return error;
  return results;
}

/// All expectations are checked, so that one run shows every wrong result.
static Error deliver(const Results &results, int64_t printLimit) {
  for (const exec::ArgumentValue *argument : results.prints)
    exec::printArgument(*argument, outs(), printLimit);
  Error failures = Error::success();
  for (auto &[argument, path] : results.files)
    failures = joinErrors(std::move(failures),
                          exec::writeNpyFile(path, argument->element,
                                             argument->shape, argument->bytes));
  for (auto &[argument, expectation] : results.expectations)
    failures = joinErrors(std::move(failures),
                          exec::check(expectation, *argument, results.names));
  return failures;
}

/// Bytes that the kernel moves if it touches each buffer's elements once.
static uint64_t bufferBytes(const exec::Launch &launch) {
  uint64_t bytes = 0;
  for (const exec::ArgumentValue &argument : launch.arguments)
    if (argument.isPointer)
      bytes += argument.bytes.size();
  return bytes;
}

static Error bench(const Request &request, const Kernel &kernel,
                   exec::Device &device, const exec::Launch &launch) {
  if (request.benchOptions.repeats == 0)
    return createStringError("--bench-repeats must be at least 1");
  Expected<exec::BenchResult> result =
      device.bench(kernel.image, launch, request.benchOptions);
  if (!result)
    return result.takeError();
  std::vector<double> times = result->milliseconds;
  llvm::sort(times);
  double median = (times[(times.size() - 1) / 2] + times[times.size() / 2]) / 2;
  uint64_t bytes =
      request.benchBytes ? request.benchBytes : bufferBytes(launch);
  outs() << device.describe() << '\n'
         << kernel.image.name
         << format(": median %.4f ms, min %.4f ms, max %.4f ms of %zu launches",
                   median, times.front(), times.back(), times.size());
  if (bytes > 0)
    outs() << format("; %.1f GB/s", bytes / median / 1e6) << " for " << bytes
           << " bytes" << (request.benchBytes ? "" : " (each buffer once)");
  outs() << '\n';
  return Error::success();
}

static Error execute(const Request &request) {
  Expected<OpenedDevice> opened = openDevice(request);
  if (!opened)
    return opened.takeError();
  Expected<Kernel> kernel = prepareKernel(request, *opened);
  if (!kernel)
    return kernel.takeError();
  Expected<exec::Launch> launch = makeLaunch(request, *kernel);
  if (!launch)
    return launch.takeError();
  if (request.bench)
    return bench(request, *kernel, *opened->device, *launch);
  Expected<Results> results = planResults(request, *launch);
  if (!results)
    return results.takeError();
  if (Error error = opened->device->launch(kernel->image, *launch))
    return error;
  return deliver(*results, request.printLimit);
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  Expected<Request> request = parseCommandLine(argc, argv);
  if (!request) {
    errs() << "error: " << toString(request.takeError()) << '\n';
    return 1;
  }
  if (request->listDevices) {
    printDevices(*request, outs());
    return 0;
  }
  Error error = execute(*request);
  if (!error)
    return 0;
  // Diagnostics of the compiler were printed as they came, and leave a nameless
  // error behind. Reports with a place in the source say "error" themselves.
  handleAllErrors(std::move(error), [](const ErrorInfoBase &info) {
    std::string message = info.message();
    bool saysError = StringRef(message).starts_with("error: ") ||
                     StringRef(message).contains(": error: ");
    if (!message.empty())
      errs() << (saysError ? "" : "error: ") << message << '\n';
  });
  return 1;
}
