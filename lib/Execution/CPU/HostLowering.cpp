//===- HostLowering.cpp - Modules and functions for the host --------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Module-level work: shared variables get their offsets, functions their
// thread argument, kernels an entry that unpacks their arguments, loops a poll
// by which the scheduler keeps spinning threads from starving others.
//
//===----------------------------------------------------------------------===//

#include "HostLowering.h"
#include "Intrinsics.h"
#include "ThreadState.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::cpu;

namespace {
/// The name that the entry of a kernel goes by.
std::string entryName(StringRef kernel) {
  return ("ttc_entry_" + kernel).str();
}

bool isKernel(LLVM::LLVMFuncOp func) {
  return func->hasAttr(NVVM::NVVMDialect::getKernelFuncAttrName()) ||
         func.getCConv() == LLVM::CConv::PTX_Kernel;
}
} // namespace

std::string ttc::cpu::describeLocation(Location loc) {
  // Of a call site that is the callee, of a fusion the first part with one.
  auto file = loc->findInstanceOf<FileLineColLoc>();
  if (!file)
    return "";
  return (file.getFilename().getValue() + ":" + Twine(file.getLine()) + ":" +
          Twine(file.getColumn()))
      .str();
}

HostLowering::HostLowering(ModuleOp module,
                           const Instrumentation &instrumentation,
                           HostModuleInfo &info)
    : module(module), instrumentation(instrumentation), info(info),
      builder(module.getContext()), layout(module), loc(module.getLoc()) {
  MLIRContext *context = module.getContext();
  ptr = LLVM::LLVMPointerType::get(context);
  i1 = builder.getI1Type();
  i8 = builder.getI8Type();
  i32 = builder.getI32Type();
  i64 = builder.getI64Type();
}

//===----------------------------------------------------------------------===//
// Building blocks
//===----------------------------------------------------------------------===//

Value HostLowering::constant(Type type, int64_t value) {
  return LLVM::ConstantOp::create(builder, loc, type,
                                  builder.getIntegerAttr(type, value));
}

uint32_t HostLowering::sizeOf(Type type) const {
  return layout.getTypeSize(type).getFixedValue();
}

Space HostLowering::spaceOf(Value address) const {
  switch (cast<LLVM::LLVMPointerType>(address.getType()).getAddressSpace()) {
  case 1:
    return Space::Global;
  case 3:
    return Space::Shared;
  case 7:
    return Space::SharedCluster;
  default:
    return Space::Generic;
  }
}

uint32_t HostLowering::addSite(Operation *op, SiteKind kind,
                               ArrayRef<int64_t> params) {
  Site site;
  site.kind = kind;
  site.name = op->getName().getStringRef().str();
  site.where = describeLocation(op->getLoc());
  assert(params.size() <= site.params.size());
  llvm::copy(params, site.params.begin());
  info.sites.push_back(std::move(site));
  return info.sites.size() - 1;
}

LLVM::LLVMFuncOp HostLowering::runtimeFunction(StringRef name,
                                               TypeRange arguments) {
  if (auto func = module.lookupSymbol<LLVM::LLVMFuncOp>(name))
    return func;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(module.getBody());
  auto type = LLVM::LLVMFunctionType::get(
      LLVM::LLVMVoidType::get(module.getContext()), llvm::to_vector(arguments));
  return LLVM::LLVMFuncOp::create(builder, module.getLoc(), name, type);
}

void HostLowering::callRuntime(StringRef name, ValueRange arguments) {
  LLVM::LLVMFuncOp func = runtimeFunction(name, arguments.getTypes());
  LLVM::CallOp::create(builder, loc, func, arguments);
}

Value HostLowering::threadField(unsigned offset, Type type) {
  Value address = LLVM::GEPOp::create(builder, loc, ptr, i8, thread,
                                      ArrayRef<LLVM::GEPArg>{int32_t(offset)});
  auto load = LLVM::LoadOp::create(builder, loc, type, address);
  load.setInvariant(true);
  return load;
}

Value HostLowering::slotBuffer(unsigned count) {
  if (!slots) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointAfterValue(thread);
    Value one = constant(i32, 1);
    slots = LLVM::AllocaOp::create(builder, loc, ptr, i64, one, 16);
  }
  slotCount = std::max(slotCount, count);
  return slots;
}

Value HostLowering::slotAddress(Value buffer, unsigned index) {
  if (index == 0)
    return buffer;
  return LLVM::GEPOp::create(builder, loc, ptr, i64, buffer,
                             ArrayRef<LLVM::GEPArg>{int32_t(index)});
}

/// A slot holds a scalar's bits, zero-extended.
FailureOr<Value> HostLowering::toSlot(Operation *op, Value value) {
  Type type = value.getType();
  if (isa<LLVM::LLVMPointerType>(type))
    return Value(LLVM::PtrToIntOp::create(builder, loc, i64, value));
  unsigned bits = sizeOf(type) * 8;
  if (auto integer = dyn_cast<IntegerType>(type))
    bits = integer.getWidth();
  if (bits > 64) {
    op->emitError("operand of type ") << type << " is too wide for the CPU";
    return failure();
  }
  Type integer = builder.getIntegerType(bits);
  if (type != integer)
    value = LLVM::BitcastOp::create(builder, loc, integer, value);
  if (bits < 64)
    value = LLVM::ZExtOp::create(builder, loc, i64, value);
  return value;
}

FailureOr<Value> HostLowering::fromSlot(Operation *op, Value slot, Type type) {
  if (isa<LLVM::LLVMPointerType>(type))
    return Value(LLVM::IntToPtrOp::create(builder, loc, type, slot));
  unsigned bits = sizeOf(type) * 8;
  if (auto integer = dyn_cast<IntegerType>(type))
    bits = integer.getWidth();
  if (bits > 64) {
    op->emitError("result of type ") << type << " is too wide for the CPU";
    return failure();
  }
  Type integer = builder.getIntegerType(bits);
  if (bits < 64)
    slot = LLVM::TruncOp::create(builder, loc, integer, slot);
  if (type != integer)
    slot = LLVM::BitcastOp::create(builder, loc, type, slot);
  return slot;
}

FailureOr<Value> HostLowering::unpackResult(Operation *op, Value buffer,
                                            unsigned &next, Type type) {
  auto structType = dyn_cast<LLVM::LLVMStructType>(type);
  if (!structType) {
    Value slot =
        LLVM::LoadOp::create(builder, loc, i64, slotAddress(buffer, next++));
    return fromSlot(op, slot, type);
  }
  Value result = LLVM::UndefOp::create(builder, loc, type);
  for (auto [index, element] : llvm::enumerate(structType.getBody())) {
    FailureOr<Value> value = unpackResult(op, buffer, next, element);
    if (failed(value))
      return failure();
    result = LLVM::InsertValueOp::create(builder, loc, result, *value,
                                         ArrayRef<int64_t>{int64_t(index)});
  }
  return result;
}

static unsigned countLeaves(Type type) {
  auto structType = dyn_cast<LLVM::LLVMStructType>(type);
  if (!structType)
    return 1;
  unsigned count = 0;
  for (Type element : structType.getBody())
    count += countLeaves(element);
  return count;
}

FailureOr<SmallVector<Value>> HostLowering::emitCall(Operation *op,
                                                     uint32_t site,
                                                     ValueRange operands,
                                                     TypeRange types) {
  SmallVector<Value> leaves;
  for (Value operand : operands) {
    auto structType = dyn_cast<LLVM::LLVMStructType>(operand.getType());
    if (!structType) {
      leaves.push_back(operand);
      continue;
    }
    for (int64_t i = 0, e = structType.getBody().size(); i < e; ++i)
      leaves.push_back(LLVM::ExtractValueOp::create(builder, loc, operand,
                                                    ArrayRef<int64_t>{i}));
  }
  unsigned results = 0;
  for (Type type : types)
    results += countLeaves(type);
  // Handlers of instructions with an optional second result always write it.
  Value buffer = slotBuffer(leaves.size() + std::max(results, 2u));
  for (auto [index, leaf] : llvm::enumerate(leaves)) {
    FailureOr<Value> slot = toSlot(op, leaf);
    if (failed(slot))
      return failure();
    LLVM::StoreOp::create(builder, loc, *slot, slotAddress(buffer, index));
  }
  Value out = slotAddress(buffer, leaves.size());
  callRuntime("ttc_rt_op", {thread, constant(i32, site), buffer, out});
  SmallVector<Value> values;
  unsigned next = leaves.size();
  for (Type type : types) {
    FailureOr<Value> value = unpackResult(op, buffer, next, type);
    if (failed(value))
      return failure();
    values.push_back(*value);
  }
  return values;
}

Outcome HostLowering::replaceByCall(Operation *op, uint32_t site,
                                    ValueRange operands) {
  FailureOr<SmallVector<Value>> values =
      emitCall(op, site, operands, op->getResultTypes());
  if (failed(values))
    return Outcome::Failed;
  op->replaceAllUsesWith(*values);
  op->erase();
  return Outcome::Done;
}

//===----------------------------------------------------------------------===//
// Module
//===----------------------------------------------------------------------===//

/// Static shared variables first, in order; zero-sized ones (dynamic shared
/// memory) all begin behind them.
LogicalResult HostLowering::layOutShared() {
  uint32_t next = sharedStart;
  uint32_t dynamicAlign = 16;
  SmallVector<LLVM::GlobalOp> shared, dynamic;
  for (auto global : module.getOps<LLVM::GlobalOp>())
    if (global.getAddrSpace() == 3)
      (sizeOf(global.getGlobalType()) ? shared : dynamic).push_back(global);
  for (LLVM::GlobalOp global : shared) {
    uint32_t align =
        std::max<uint32_t>(global.getAlignment().value_or(1),
                           layout.getTypeABIAlignment(global.getGlobalType()));
    next = llvm::alignTo(next, align);
    sharedOffsets[global.getSymName()] = next;
    next += sizeOf(global.getGlobalType());
  }
  for (LLVM::GlobalOp global : dynamic)
    dynamicAlign =
        std::max<uint32_t>(dynamicAlign, global.getAlignment().value_or(1));
  uint32_t dynamicStart = llvm::alignTo(next, dynamicAlign);
  for (LLVM::GlobalOp global : dynamic)
    sharedOffsets[global.getSymName()] = dynamicStart;
  int64_t bytes = 0;
  if (auto attr = module->getAttrOfType<IntegerAttr>("ttg.shared"))
    bytes = attr.getInt();
  if (bytes < 0 || bytes > (1 << 23))
    return module.emitError("ttg.shared = ")
           << bytes << " is no amount of shared memory";
  info.sharedBytes =
      (dynamic.empty() ? next : dynamicStart + bytes) - sharedStart;
  return success();
}

LogicalResult HostLowering::describeKernel(LLVM::LLVMFuncOp func) {
  KernelInfo kernel;
  kernel.name = func.getSymName().str();
  kernel.entry = entryName(func.getSymName());
  auto readDims = [&](StringRef name, std::array<uint32_t, 3> &dims) {
    if (auto attr = func->getAttrOfType<DenseI32ArrayAttr>(name))
      for (auto [index, size] :
           llvm::enumerate(attr.asArrayRef().take_front(3)))
        dims[index] = size;
  };
  readDims(NVVM::NVVMDialect::getReqntidAttrName(), kernel.block);
  if (auto blocks = module->getAttrOfType<IntegerAttr>("ttg.num-ctas"))
    kernel.cluster[0] = blocks.getInt();
  readDims(NVVM::NVVMDialect::getClusterDimAttrName(), kernel.cluster);
  if (!func->hasAttr(NVVM::NVVMDialect::getReqntidAttrName())) {
    if (auto warps = module->getAttrOfType<IntegerAttr>("ttg.num-warps"))
      kernel.block[0] = 32 * warps.getInt();
    else
      return func.emitError("kernel without nvvm.reqntid or ttg.num-warps: "
                            "the number of its threads is unknown");
  }
  uint64_t threads =
      uint64_t(kernel.block[0]) * kernel.block[1] * kernel.block[2];
  if (threads == 0 || threads > 1024)
    return func.emitError("a block of ")
           << threads << " threads; it must have 1 to 1024";
  uint64_t blocks =
      uint64_t(kernel.cluster[0]) * kernel.cluster[1] * kernel.cluster[2];
  if (blocks == 0 || blocks > 16)
    return func.emitError("a cluster of ")
           << blocks << " blocks; it must have 1 to 16";
  for (auto [index, type] : llvm::enumerate(func.getArgumentTypes())) {
    KernelInfo::Param param;
    param.isPointer = isa<LLVM::LLVMPointerType>(type);
    auto byVal = func.getArgAttrOfType<TypeAttr>(
        index, LLVM::LLVMDialect::getByValAttrName());
    param.byVal = bool(byVal);
    param.bytes = sizeOf(byVal ? byVal.getValue() : type);
    llvm::raw_string_ostream(param.type) << type;
    kernel.params.push_back(std::move(param));
  }
  info.kernels.push_back(std::move(kernel));
  return success();
}

void HostLowering::addThreadArgument(LLVM::LLVMFuncOp func) {
  LLVM::LLVMFunctionType type = func.getFunctionType();
  SmallVector<Type> inputs{ptr};
  llvm::append_range(inputs, type.getParams());
  SmallVector<DictionaryAttr> attrs;
  func.getAllArgAttrs(attrs);
  attrs.insert(attrs.begin(), builder.getDictionaryAttr(builder.getNamedAttr(
                                  LLVM::LLVMDialect::getNoAliasAttrName(),
                                  builder.getUnitAttr())));
  func.setFunctionType(LLVM::LLVMFunctionType::get(type.getReturnType(), inputs,
                                                   type.isVarArg()));
  func.getBody().front().insertArgument(0u, ptr, func.getLoc());
  func.setAllArgAttrs(attrs);
}

void HostLowering::makeEntry(LLVM::LLVMFuncOp func, const KernelInfo &kernel) {
  builder.setInsertionPointToEnd(module.getBody());
  loc = func.getLoc();
  auto type = LLVM::LLVMFunctionType::get(
      LLVM::LLVMVoidType::get(module.getContext()), {ptr, ptr});
  auto entry = LLVM::LLVMFuncOp::create(builder, loc, kernel.entry, type);
  Block *block = entry.addEntryBlock(builder);
  builder.setInsertionPointToStart(block);
  SmallVector<Value> arguments{block->getArgument(0)};
  for (auto [index, param] : llvm::enumerate(kernel.params)) {
    Value slot =
        LLVM::GEPOp::create(builder, loc, ptr, ptr, block->getArgument(1),
                            ArrayRef<LLVM::GEPArg>{int32_t(index)});
    Value address = LLVM::LoadOp::create(builder, loc, ptr, slot);
    Type want = func.getArgumentTypes()[index + 1];
    if (param.byVal && want != ptr)
      arguments.push_back(
          LLVM::AddrSpaceCastOp::create(builder, loc, want, address));
    else if (param.byVal)
      arguments.push_back(address);
    else
      arguments.push_back(LLVM::LoadOp::create(builder, loc, want, address));
  }
  LLVM::CallOp::create(builder, loc, func, arguments);
  LLVM::ReturnOp::create(builder, loc, ValueRange{});
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

Outcome HostLowering::lowerCall(LLVM::CallOp call) {
  std::optional<StringRef> callee = call.getCallee();
  if (!callee) {
    call.emitError("the CPU runtime has no indirect calls");
    return Outcome::Failed;
  }
  auto func = module.lookupSymbol<LLVM::LLVMFuncOp>(*callee);
  if (func && !func.isExternal()) {
    SmallVector<Value> operands{thread};
    llvm::append_range(operands, call.getOperands());
    auto replacement = LLVM::CallOp::create(builder, loc, func, operands);
    call->replaceAllUsesWith(replacement->getResults());
    call->erase();
    return Outcome::Done;
  }
  if (*callee == "__assertfail") {
    uint32_t site = addSite(call, SiteKind::AssertFail);
    return replaceByCall(call, site, call.getOperands());
  }
  if (callee->starts_with("__nv_"))
    return Outcome::Done;
  call.emitError("the CPU runtime does not know the function '")
      << *callee << "'";
  return Outcome::Failed;
}

Outcome HostLowering::lowerOp(Operation *op) {
  loc = op->getLoc();
  builder.setInsertionPoint(op);
  if (auto call = dyn_cast<LLVM::CallOp>(op))
    return lowerCall(call);
  if (auto call = dyn_cast<LLVM::CallIntrinsicOp>(op))
    return lowerCallIntrinsic(call);
  using Family = Outcome (HostLowering::*)(Operation *);
  for (Family family :
       {&HostLowering::lowerMemory, &HostLowering::lowerPtx,
        &HostLowering::lowerRegister, &HostLowering::lowerWarp,
        &HostLowering::lowerBarrier, &HostLowering::lowerMbarrier,
        &HostLowering::lowerCopy, &HostLowering::lowerTensor,
        &HostLowering::lowerWgmma, &HostLowering::lowerMisc}) {
    Outcome outcome = (this->*family)(op);
    if (outcome != Outcome::NotMine)
      return outcome;
  }
  if (isa_and_nonnull<LLVM::LLVMDialect>(op->getDialect()))
    return Outcome::Done;
  op->emitError("the CPU runtime has no mapping for '") << op->getName() << "'";
  return Outcome::Failed;
}

LogicalResult HostLowering::lowerFunction(LLVM::LLVMFuncOp func) {
  thread = func.getArgument(0);
  slots = {};
  slotCount = 0;
  SmallVector<Operation *> ops;
  func.walk([&](Operation *op) {
    if (op != func)
      ops.push_back(op);
  });
  if (instrumentation.instructions)
    addInstructionCounts(func);
  bool failed = mlir::failed(placeRegisters(func));
  for (Operation *op : ops)
    failed |= lowerOp(op) == Outcome::Failed;
  if (failed || mlir::failed(readRegisters(func)))
    return failure();
  if (slots) {
    builder.setInsertionPoint(slots);
    slots.getArraySizeMutable().assign(constant(i32, slotCount));
  }
  addLoopPolls(func);
  return success();
}

/// Host code has a host's data layout, and no attribute of the GPU's.
void HostLowering::finishModule() {
  SmallVector<StringAttr> names;
  for (NamedAttribute attr : module->getAttrs())
    if (attr.getName() != SymbolTable::getSymbolAttrName())
      names.push_back(attr.getName());
  for (StringAttr name : names)
    module->removeAttr(name);
  for (auto func : module.getOps<LLVM::LLVMFuncOp>()) {
    SmallVector<StringAttr> drop;
    for (NamedAttribute attr : func->getDiscardableAttrs())
      drop.push_back(attr.getName());
    for (StringAttr name : drop)
      func->removeAttr(name);
    func.removeTargetCpuAttr();
    func.removeTargetFeaturesAttr();
    func.setCConv(LLVM::CConv::C);
    for (unsigned i = 0, e = func.getNumArguments(); i < e; ++i)
      for (StringRef name : {LLVM::LLVMDialect::getByValAttrName(),
                             NVVM::NVVMDialect::getGridConstantAttrName()})
        func.removeArgAttr(i, builder.getStringAttr(name));
  }
  SmallVector<LLVM::GlobalOp> shared;
  for (auto global : module.getOps<LLVM::GlobalOp>()) {
    if (global.getAddrSpace() == 3) {
      shared.push_back(global);
      continue;
    }
    global.setLinkage(LLVM::Linkage::External);
    global.setDsoLocal(false);
    info.globals.push_back(
        {global.getSymName().str(), sizeOf(global.getGlobalType())});
  }
  for (LLVM::GlobalOp global : shared)
    global.erase();
}

LogicalResult HostLowering::run() {
  if (auto target = module->getAttrOfType<StringAttr>("ttg.target"))
    info.target = target.getValue().str();
  if (failed(layOutShared()))
    return failure();
  SmallVector<LLVM::LLVMFuncOp> functions;
  for (auto func : module.getOps<LLVM::LLVMFuncOp>())
    if (!func.isExternal())
      functions.push_back(func);
  SmallVector<std::pair<LLVM::LLVMFuncOp, unsigned>> kernels;
  for (LLVM::LLVMFuncOp func : functions)
    if (isKernel(func)) {
      if (failed(describeKernel(func)))
        return failure();
      kernels.push_back({func, info.kernels.size() - 1});
    }
  if (kernels.empty())
    return module.emitError("no kernel: no function has nvvm.kernel");
  for (LLVM::LLVMFuncOp func : functions)
    addThreadArgument(func);
  bool failed = false;
  for (LLVM::LLVMFuncOp func : functions)
    failed |= mlir::failed(lowerFunction(func));
  if (failed)
    return failure();
  for (auto [func, index] : kernels)
    makeEntry(func, info.kernels[index]);
  finishModule();
  return success();
}

LogicalResult ttc::cpu::lowerToHost(ModuleOp module,
                                    const Instrumentation &instrumentation,
                                    HostModuleInfo &info) {
  return HostLowering(module, instrumentation, info).run();
}
