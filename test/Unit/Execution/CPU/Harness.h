//===- Harness.h - Run a lowered module in a test ---------------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A test writes the body of a kernel; the harness puts it into a module,
// compiles it for the CPU and runs it on vectors.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_TEST_UNIT_EXECUTION_CPU_HARNESS_H
#define TTC_TEST_UNIT_EXECUTION_CPU_HARNESS_H

#include "ttc/Dialect/PTX/IR/PTX.h"
#include "ttc/Execution/CPU/CPURuntime.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

namespace ttc::cpu {

/// A kernel K of the given signature and body in a module for sm_90a with
/// `warps` warps and `shared` bytes of shared memory.
inline std::string kernelText(const std::string &signature,
                              const std::string &body, unsigned warps = 1,
                              unsigned shared = 0,
                              const std::string &functionAttrs = "") {
  return "module attributes {ttg.target = \"cuda:90\", \"ttg.num-warps\" = " +
         std::to_string(warps) +
         " : i32, ttg.shared = " + std::to_string(shared) +
         " : i32} {\n"
         "llvm.mlir.global external @global_smem() {addr_space = 3 : i32, "
         "alignment = 16 : i64} : !llvm.array<0 x i8>\n"
         "llvm.func @k(" +
         signature + ") attributes {nvvm.kernel, nvvm.reqntid = array<i32: " +
         std::to_string(32 * warps) + ">" + functionAttrs + "} {\n" + body +
         "  llvm.return\n}\n}\n";
}

class Runner {
public:
  Runner() {
    mlir::DialectRegistry registry;
    registry.insert<mlir::LLVM::LLVMDialect, mlir::NVVM::NVVMDialect,
                    ptx::PTXDialect>();
    context.appendDialectRegistry(registry);
    context.allowUnregisteredDialects();
    context.getDiagEngine().registerHandler([&](mlir::Diagnostic &diagnostic) {
      llvm::raw_string_ostream os(diagnostics);
      os << diagnostic.getLocation() << ": " << diagnostic << "\n";
      return mlir::success();
    });
  }

  template <typename T>
  Runner &buffer(const std::string &name, std::vector<T> &values,
                 bool initialized = true) {
    Argument argument;
    argument.kind = Argument::Kind::Buffer;
    argument.name = name;
    argument.data = values.data();
    argument.bytes = values.size() * sizeof(T);
    argument.initialized = initialized;
    launch.arguments.push_back(argument);
    return *this;
  }
  template <typename T>
  Runner &scalar(const std::string &name, const T &value) {
    Argument argument;
    argument.name = name;
    argument.data = const_cast<T *>(&value);
    argument.bytes = sizeof(T);
    launch.arguments.push_back(argument);
    return *this;
  }
  Runner &grid(uint32_t x, uint32_t y = 1, uint32_t z = 1) {
    launch.grid = {x, y, z};
    return *this;
  }

  bool compile(const std::string &text) {
    auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    if (!module)
      return false;
    program = Program::create(*module, options);
    return program != nullptr;
  }
  /// Compiles and runs; false when either is an error.
  bool run(const std::string &text) {
    result = {};
    if (!compile(text)) {
      ADD_FAILURE() << diagnostics << text;
      return false;
    }
    std::optional<std::string> error = program->run(launch, result);
    if (error)
      launchError = *error;
    return !error;
  }
  std::string reports() const {
    std::string text;
    llvm::raw_string_ostream os(text);
    for (const Report &report : result.reports)
      print(report, os);
    return text;
  }

  mlir::MLIRContext context;
  Options options;
  Launch launch;
  Result result;
  std::string diagnostics;
  std::string launchError;
  std::unique_ptr<Program> program;
};

} // namespace ttc::cpu

#endif // TTC_TEST_UNIT_EXECUTION_CPU_HARNESS_H
