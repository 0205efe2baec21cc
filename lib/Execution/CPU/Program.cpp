//===- Program.cpp - Compile for the host and run -------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// lowered module --lowerToHost--> host LLVM dialect --translate, libdevice,
// mapIntrinsics, optimize--> LLVM IR --LLJIT--> code. The JIT sees nothing of
// the process but the functions listed here, so it works the same in a static
// binary.
//
//===----------------------------------------------------------------------===//

#include "Checker.h"
#include "HostLowering.h"
#include "Intrinsics.h"
#include "Profiler.h"
#include "Runtime.h"
#include "TensorMapEncoding.h"
#include "ttc/Target/Emission/Libdevice.h"
#include "ttc/Target/Emission/Toolkit.h"
#include "ttc/Target/Info/TargetInfo.h"

#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include <cstring>
#include <thread>

using namespace mlir;
using namespace ttc;
using namespace ttc::cpu;

struct Program::Impl {
  HostModuleInfo info;
  Options options;
  std::unique_ptr<llvm::orc::LLJIT> jit;
  std::vector<KernelEntry> entries;
  std::vector<std::pair<uint64_t, uint64_t>> moduleData;
};

Program::Program(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
Program::~Program() = default;

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

namespace {
/// The number that __CUDA_ARCH__ would have, from "cuda:90" or "sm_90a".
int architecture(StringRef target) {
  llvm::Expected<TargetInfo> info = TargetInfo::get(target);
  if (!info) {
    llvm::consumeError(info.takeError());
    return 900;
  }
  return info->getSM() * 10;
}

/// Collects what LLVM has to say, which must not end the process.
struct Diagnostics : llvm::DiagnosticHandler {
  std::string &errors;
  explicit Diagnostics(std::string &errors) : errors(errors) {}
  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    if (info.getSeverity() == llvm::DS_Error) {
      llvm::raw_string_ostream os(errors);
      llvm::DiagnosticPrinterRawOStream printer(os);
      info.print(printer);
    }
    return true;
  }
};

class Compilation {
public:
  Compilation(Program::Impl &impl, ModuleOp module)
      : impl(impl), module(module),
        context(std::make_unique<llvm::LLVMContext>()) {}

  LogicalResult run();

private:
  LogicalResult fail(const Twine &message) {
    return module.emitError("compiling for the CPU: ") << message;
  }
  LogicalResult fail(llvm::Error error) {
    return fail(llvm::toString(std::move(error)));
  }
  /// An error that is not the kernel's fault.
  LogicalResult failToolkit(const Twine &message) {
    return emitToolkitError(module.getLoc())
           << "compiling for the CPU: " << message;
  }
  LogicalResult translate();
  LogicalResult linkLibdevice();
  LogicalResult optimize();
  LogicalResult load();

  Program::Impl &impl;
  ModuleOp module;
  std::string llvmErrors;
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> code;
  std::unique_ptr<llvm::TargetMachine> machine;
  std::optional<llvm::orc::JITTargetMachineBuilder> host;
};
} // namespace

LogicalResult Compilation::translate() {
  DialectRegistry registry;
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerNVVMDialectTranslation(registry);
  module.getContext()->appendDialectRegistry(registry);
  context->setDiagnosticHandler(std::make_unique<Diagnostics>(llvmErrors));
  code = translateModuleToLLVMIR(module, *context, "kernel");
  if (!code)
    return fail("translation to LLVM IR failed");
  code->setTargetTriple(machine->getTargetTriple());
  code->setDataLayout(machine->createDataLayout());
  return success();
}

LogicalResult Compilation::linkLibdevice() {
  std::string wanted;
  for (llvm::Function &function : *code)
    if (function.isDeclaration() && function.getName().starts_with("__nv_"))
      wanted = function.getName().str();
  if (wanted.empty())
    return success();
  if (impl.options.libdevice.empty())
    return failToolkit(
        "the kernel calls '" + wanted +
        "', for which libdevice.10.bc is needed; it comes with the "
        "CUDA toolkit and with the PyPI package nvidia-nvvm");
  auto buffer = llvm::MemoryBuffer::getFile(impl.options.libdevice);
  if (!buffer)
    return failToolkit("cannot read '" + impl.options.libdevice +
                       "': " + buffer.getError().message());
  llvm::Expected<std::unique_ptr<llvm::Module>> library =
      llvm::getOwningLazyBitcodeModule(std::move(*buffer), *context,
                                       /*ShouldLazyLoadMetadata=*/true);
  if (!library)
    return failToolkit("libdevice, " + impl.options.libdevice + ": " +
                       llvm::toString(library.takeError()));
  for (llvm::Function &function : *code)
    if (std::string text = describeMismatch(function, **library);
        function.isDeclaration() && !text.empty())
      return fail(text);
  (*library)->setTargetTriple(code->getTargetTriple());
  (*library)->setDataLayout(code->getDataLayout());
  if (llvm::Linker::linkModules(*code, std::move(*library),
                                llvm::Linker::Flags::LinkOnlyNeeded))
    return fail("linking libdevice failed: " + llvmErrors);
  for (llvm::Function &function : *code)
    if (function.isDeclaration() && function.getName().starts_with("__nv_"))
      return fail("libdevice has no function '" + function.getName() + "'");
  return success();
}

/// Only entries are called from outside, so that everything else can be
/// inlined into them.
static void setLinkage(llvm::Module &code, const HostModuleInfo &info) {
  llvm::StringSet<> entries;
  for (const KernelInfo &kernel : info.kernels)
    entries.insert(kernel.entry);
  for (llvm::Function &function : code) {
    if (function.isDeclaration())
      continue;
    if (!entries.contains(function.getName()))
      function.setLinkage(llvm::GlobalValue::InternalLinkage);
    // A fiber's stack ends in a guard page, which no frame may step over.
    function.addFnAttr("probe-stack", "inline-asm");
    function.removeFnAttr(llvm::Attribute::Convergent);
  }
}

LogicalResult Compilation::optimize() {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder passes(machine.get());
  passes.registerModuleAnalyses(modules);
  passes.registerCGSCCAnalyses(components);
  passes.registerFunctionAnalyses(functions);
  passes.registerLoopAnalyses(loops);
  passes.crossRegisterProxies(loops, functions, components, modules);
  passes.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2)
      .run(*code, modules);
  return success();
}

LogicalResult Compilation::load() {
  auto jit = llvm::orc::LLJITBuilder()
                 .setJITTargetMachineBuilder(*host)
                 .setLinkProcessSymbolsByDefault(false)
                 .setPlatformSetUp(llvm::orc::setUpInactivePlatform)
                 .create();
  if (!jit)
    return fail(jit.takeError());
  impl.jit = std::move(*jit);
  llvm::orc::SymbolMap symbols;
  for (auto table : {runtimeFunctions(), mathFunctions()})
    for (auto [name, address] : table)
      symbols[impl.jit->mangleAndIntern(name)] = {
          llvm::orc::ExecutorAddr::fromPtr(address),
          llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  if (llvm::Error error = impl.jit->getMainJITDylib().define(
          llvm::orc::absoluteSymbols(std::move(symbols))))
    return fail(std::move(error));
  if (llvm::Error error = impl.jit->addIRModule(
          llvm::orc::ThreadSafeModule(std::move(code), std::move(context))))
    return fail(std::move(error));
  for (const KernelInfo &kernel : impl.info.kernels) {
    llvm::Expected<llvm::orc::ExecutorAddr> address =
        impl.jit->lookup(kernel.entry);
    if (!address)
      return fail(address.takeError());
    impl.entries.push_back(address->toPtr<KernelEntry>());
  }
  for (const auto &[name, size] : impl.info.globals)
    if (llvm::Expected<llvm::orc::ExecutorAddr> address =
            impl.jit->lookup(name))
      impl.moduleData.push_back({address->getValue(), size});
    else
      llvm::consumeError(address.takeError());
  return success();
}

LogicalResult Compilation::run() {
  static const bool initialized = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    return true;
  }();
  (void)initialized;
  llvm::Expected<llvm::orc::JITTargetMachineBuilder> detected =
      llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!detected)
    return fail(detected.takeError());
  detected->setCodeGenOptLevel(llvm::CodeGenOptLevel::Default);
  // Fused multiply-add is the kernel's decision.
  detected->getOptions().AllowFPOpFusion = llvm::FPOpFusion::Strict;
  host = std::move(*detected);
  llvm::Expected<std::unique_ptr<llvm::TargetMachine>> created =
      host->createTargetMachine();
  if (!created)
    return fail(created.takeError());
  machine = std::move(*created);

  Instrumentation instrumentation;
  instrumentation.accesses = impl.options.check || impl.options.profile;
  instrumentation.instructions = impl.options.profile;
  if (failed(lowerToHost(module, instrumentation, impl.info)) ||
      failed(translate()) || failed(linkLibdevice()))
    return failure();
  llvm::StripDebugInfo(*code);
  std::string unmapped = mapIntrinsics(*code, architecture(impl.info.target));
  if (!unmapped.empty())
    return fail("no mapping for " + unmapped);
  setLinkage(*code, impl.info);
  if (failed(optimize()))
    return failure();
  return load();
}

std::unique_ptr<Program> Program::create(ModuleOp module,
                                         const Options &options) {
  auto impl = std::make_unique<Impl>();
  impl->options = options;
  OwningOpRef<ModuleOp> copy = module.clone();
  if (failed(Compilation(*impl, *copy).run()))
    return nullptr;
  return std::unique_ptr<Program>(new Program(std::move(impl)));
}

std::vector<std::string> Program::kernels() const {
  std::vector<std::string> names;
  for (const KernelInfo &kernel : impl->info.kernels)
    names.push_back(kernel.name);
  return names;
}

//===----------------------------------------------------------------------===//
// Launch
//===----------------------------------------------------------------------===//

namespace {
std::string checkGrid(const Launch &launch, const KernelInfo &kernel) {
  for (int i = 0; i < 3; ++i) {
    if (launch.grid[i] == 0)
      return "the grid has no blocks: its size is 0 in dimension " +
             std::to_string(i);
    if (launch.grid[i] % kernel.cluster[i])
      return "a grid of " + std::to_string(launch.grid[i]) +
             " blocks is no multiple of the cluster's " +
             std::to_string(kernel.cluster[i]) + " in dimension " +
             std::to_string(i);
  }
  return "";
}

std::string checkArguments(const Launch &launch, const KernelInfo &kernel) {
  if (launch.arguments.size() != kernel.params.size())
    return "kernel '" + kernel.name + "' has " +
           std::to_string(kernel.params.size()) + " parameters, " +
           std::to_string(launch.arguments.size()) + " arguments were given";
  for (size_t i = 0; i < kernel.params.size(); ++i) {
    const KernelInfo::Param &param = kernel.params[i];
    const Argument &argument = launch.arguments[i];
    std::string which =
        "argument " + std::to_string(i) + " ('" + argument.name + "')";
    bool isMap = argument.kind == Argument::Kind::TensorMap;
    if (isMap != param.byVal)
      return which + " must " + (param.byVal ? "" : "not ") +
             "be a tensor map; the parameter's type is " + param.type;
    bool isBuffer = argument.kind == Argument::Kind::Buffer;
    if (!isMap && isBuffer != param.isPointer)
      return which +
             (param.isPointer ? " must be a buffer" : " must be a number") +
             "; the parameter's type is " + param.type;
    if (!isMap && !isBuffer && argument.bytes != param.bytes)
      return which + " has " + std::to_string(argument.bytes) +
             " bytes; the parameter's type " + param.type + " has " +
             std::to_string(param.bytes);
  }
  return "";
}

std::string checkShared(const HostModuleInfo &info) {
  if (info.target.empty())
    return "";
  llvm::Expected<TargetInfo> target = TargetInfo::get(info.target);
  if (!target)
    return llvm::toString(target.takeError());
  unsigned limit = target->getMaxSharedBytesPerBlock();
  if (info.sharedBytes <= limit)
    return "";
  return "the kernel needs " + std::to_string(info.sharedBytes) +
         " bytes of shared memory for each block; " + info.target + " has " +
         std::to_string(limit);
}

/// Copies buffers in and out, and points the kernel's parameters at their
/// values.
class Arguments {
public:
  Arguments(const Launch &launch, Execution &execution)
      : launch(launch), execution(execution) {}

  std::string copyIn() {
    std::vector<std::pair<std::string, size_t>> sizes;
    for (const Argument &argument : launch.arguments)
      if (argument.kind == Argument::Kind::Buffer)
        sizes.push_back({argument.name, argument.bytes});
    if (!execution.memory.allocate(sizes))
      return "the host has no memory for the buffers";
    // Later values are not moved: pointers to them are kept.
    values.resize(launch.arguments.size());
    std::vector<Buffer *> bufferOf(launch.arguments.size());
    size_t next = 0;
    for (size_t i = 0; i < launch.arguments.size(); ++i) {
      const Argument &argument = launch.arguments[i];
      if (argument.kind != Argument::Kind::Buffer)
        continue;
      Buffer &buffer = execution.memory.buffers[next++];
      buffer.initialized = argument.initialized;
      if (argument.bytes)
        memcpy(buffer.base, argument.data, argument.bytes);
      bufferOf[i] = &buffer;
    }
    for (size_t i = 0; i < launch.arguments.size(); ++i) {
      const Argument &argument = launch.arguments[i];
      switch (argument.kind) {
      case Argument::Kind::Scalar:
        memcpy(values[i].data(), argument.data, argument.bytes);
        break;
      case Argument::Kind::Buffer:
        memcpy(values[i].data(), &bufferOf[i]->base, sizeof(char *));
        break;
      case Argument::Kind::TensorMap:
        if (argument.map.buffer >= bufferOf.size() ||
            !bufferOf[argument.map.buffer])
          return "tensor map '" + argument.name + "' describes no buffer";
        encodeTensorMap(argument.map, *bufferOf[argument.map.buffer],
                        values[i].data());
        break;
      }
      execution.arguments.push_back(values[i].data());
    }
    return "";
  }

  void copyOut() {
    size_t next = 0;
    for (const Argument &argument : launch.arguments)
      if (argument.kind == Argument::Kind::Buffer) {
        Buffer &buffer = execution.memory.buffers[next++];
        if (argument.bytes)
          memcpy(argument.data, buffer.base, argument.bytes);
      }
  }

private:
  struct alignas(64) Value {
    std::array<char, tensorMapBytes> bytes;
    char *data() { return bytes.data(); }
  };
  const Launch &launch;
  Execution &execution;
  std::vector<Value> values;
};

std::string selectClusters(const Options &options, Execution &execution) {
  uint64_t total = uint64_t(execution.clusterGrid[0]) *
                   execution.clusterGrid[1] * execution.clusterGrid[2];
  execution.endCluster = total;
  if (!options.blocks)
    return "";
  auto [first, count] = *options.blocks;
  if (first >= total || count == 0)
    return "there is no block " + std::to_string(first) + " among " +
           std::to_string(total);
  execution.firstCluster = first;
  execution.endCluster = first + std::min(count, total - first);
  return "";
}
} // namespace

std::optional<std::string> Program::run(const Launch &launch, Result &result) {
  const HostModuleInfo &info = impl->info;
  size_t index = 0;
  if (!launch.kernel.empty()) {
    while (index < info.kernels.size() &&
           info.kernels[index].name != launch.kernel)
      ++index;
    if (index == info.kernels.size())
      return "there is no kernel '" + launch.kernel + "'";
  } else if (info.kernels.size() > 1) {
    return std::string("the module has several kernels: name one");
  }
  const KernelInfo &kernel = info.kernels[index];
  for (std::string error : {checkGrid(launch, kernel),
                            checkArguments(launch, kernel), checkShared(info)})
    if (!error.empty())
      return error;
  Execution execution(info, kernel, impl->entries[index], impl->options);
  execution.grid = launch.grid;
  for (int i = 0; i < 3; ++i)
    execution.clusterGrid[i] = launch.grid[i] / kernel.cluster[i];
  execution.moduleData = impl->moduleData;
  Arguments arguments(launch, execution);
  for (std::string error :
       {selectClusters(impl->options, execution), arguments.copyIn()})
    if (!error.empty())
      return error;
  bool oneByOne =
      info.interBlock || impl->options.check || impl->options.profile;
  unsigned cores = impl->options.workers
                       ? impl->options.workers
                       : std::max(1u, std::thread::hardware_concurrency());
  execution.workers =
      oneByOne ? 1
               : std::min<uint64_t>(cores, execution.endCluster -
                                               execution.firstCluster);
  if (impl->options.check)
    execution.checker = std::make_unique<Checker>(execution);
  if (impl->options.profile)
    execution.profiler = std::make_unique<Profiler>(execution);
  auto begin = std::chrono::steady_clock::now();
  result.blocksDone = execution.run();
  result.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin)
          .count();
  result.reports = execution.reports.take(execution.lastCluster);
  if (execution.profiler)
    result.profile = execution.profiler->take();
  arguments.copyOut();
  return std::nullopt;
}
