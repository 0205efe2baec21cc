//===- ToolTest.cpp - The toolkit through the C interface -----------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs that are missing, fail, hang or leave nothing, played by scripts.
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sys/resource.h>
#include <unistd.h>

using namespace ttc::test;
namespace fs = std::filesystem;

//===----------------------------------------------------------------------===//
// The environment
//===----------------------------------------------------------------------===//

/// What was asked for while this is not null.
static std::set<std::string> *askedFor = nullptr;

/// Comes before the C library's, for libttc.so too.
extern "C" __attribute__((visibility("default"))) char *
getenv(const char *name) noexcept {
  if (askedFor)
    askedFor->insert(name);
  size_t length = std::strlen(name);
  for (char **entry = environ; entry && *entry; ++entry)
    if (!std::strncmp(*entry, name, length) && (*entry)[length] == '=')
      return *entry + length + 1;
  return nullptr;
}

class ToolTest : public CAPITest {
protected:
  ToolTest() {
    char path[] = "/tmp/ttc-tool-test-XXXXXX";
    folder = mkdtemp(path);
    set("stop_after", "cubin");
  }
  ~ToolTest() override { fs::remove_all(folder); }

  /// A program for the option `ptxas`. $out is where its result goes.
  void play(const std::string &script) {
    std::string path = folder / "ptxas";
    std::ofstream(path) << "#!/bin/sh\nout=$6\n" << script << "\n";
    fs::permissions(path, fs::perms::owner_all);
    set("ptxas", path);
  }

  /// Compiles; the error's text.
  std::string fail() {
    EXPECT_FALSE(compile(addKernel));
    EXPECT_EQ(ttcErrorGetCode(error.get()), ttcErrorTool) << getMessage();
    return getMessage();
  }

  fs::path folder;
};

TEST_F(ToolTest, EnvironmentOnlyLocatesTools) {
  play("printf '\\177ELF made' > $out");
  std::set<std::string> asked;
  askedFor = &asked;
  Result result = compile(addKernel);
  ttcCPUProgram *program;
  std::string failure =
      toText(ttcCPUProgramCreate(addKernel.data(), addKernel.size(), "k.ttir",
                                 options.get(), nullptr, &program));
  askedFor = nullptr;
  ttcCPUProgramDestroy(program);
  ASSERT_TRUE(result) << getMessage();
  EXPECT_EQ(failure, "");
  EXPECT_TRUE(asked.count("TMPDIR"));
  for (const std::string &name : asked)
    EXPECT_TRUE(name == "CUDA_HOME" || name == "PATH" || name == "TMPDIR" ||
                name == "TMP" || name == "TEMP" || name == "TEMPDIR")
        << name;
}

TEST_F(ToolTest, TheResultIsWhatTheAssemblerLeaves) {
  play("printf '\\177ELF made' > $out\n"
       "echo \"ptxas info : Compiling entry function 'add' for 'sm_90a'\" >&2\n"
       "echo 'ptxas info : Used 17 registers, used 2 barriers' >&2\n"
       "echo 'ptxas warning : odd' >&2");
  Result result = compile(addKernel);
  ASSERT_TRUE(result) << getMessage();
  EXPECT_EQ(getArtifact(result, ttcStageCubin), "\177ELF made");
  EXPECT_TRUE(contains(getArtifact(result, ttcStagePTX), ".entry"));
  EXPECT_EQ(getInteger(result, "num_regs"), 17);
  EXPECT_EQ(getInteger(result, "num_barriers"), 2);
  ASSERT_EQ(ttcResultGetNumDiagnostics(result.get()), 1u);
  const ttcDiagnostic *warning = ttcResultGetDiagnostic(result.get(), 0);
  EXPECT_EQ(ttcDiagnosticGetSeverity(warning), ttcSeverityWarning);
  EXPECT_STREQ(ttcDiagnosticGetMessage(warning), "ptxas warning : odd");
}

TEST_F(ToolTest, Failures) {
  play("echo no licence >&2; exit 3");
  EXPECT_TRUE(contains(fail(), "error: ptxas failed with exit status 3:"));
  EXPECT_TRUE(contains(fail(), "no licence"));
  play("kill -SEGV $$");
  EXPECT_TRUE(contains(fail(), "ptxas failed: Segmentation fault"));
  play("exit 0");
  EXPECT_TRUE(contains(fail(), "ptxas left no result"));
  play("echo text > $out");
  EXPECT_TRUE(contains(fail(), "ptxas left no result"));
  set("tool_timeout", 1);
  play("exec sleep 60");
  EXPECT_TRUE(contains(
      fail(), "ptxas failed: it did not end within 1 seconds and was killed"));
  // Later compilations are as if nothing had been.
  play("printf '\\177ELF made' > $out");
  EXPECT_TRUE(compile(addKernel)) << getMessage();
}

TEST_F(ToolTest, WhereTheSystemThrowsStatusesAway) {
  auto before = signal(SIGCHLD, SIG_IGN);
  for (int timeout : {0, 10}) {
    set("tool_timeout", timeout);
    play("printf '\\177ELF made' > $out");
    EXPECT_TRUE(compile(addKernel)) << getMessage();
    play("echo no licence >&2; exit 3");
    EXPECT_TRUE(contains(fail(), "ptxas left no result"));
    EXPECT_TRUE(contains(getMessage(), "no licence"));
  }
  signal(SIGCHLD, before);
}

TEST_F(ToolTest, ProgramsThatCannotBeRun) {
  play("");
  fs::resize_file(folder / "ptxas", 0);
  EXPECT_TRUE(contains(fail(), "ptxas failed: ")) << getMessage();
  fs::permissions(folder / "ptxas", fs::perms::owner_read);
  EXPECT_TRUE(contains(fail(), "ptxas failed: ")) << getMessage();
  set("ptxas", (folder / "nowhere").string());
  EXPECT_FALSE(compile(addKernel));
  EXPECT_TRUE(contains(getMessage(), "there is no file '"));
}

TEST_F(ToolTest, NoRoomForFiles) {
  play("printf '\\177ELF made' > $out");
  setenv("TMPDIR", (folder / "nowhere").c_str(), 1);
  std::string message = fail();
  unsetenv("TMPDIR");
  EXPECT_TRUE(contains(message, "cannot make a temporary file")) << message;

  // A full disk is a limit on the size of files here.
  auto before = signal(SIGXFSZ, SIG_IGN);
  rlimit limit;
  getrlimit(RLIMIT_FSIZE, &limit);
  rlimit tight = limit;
  tight.rlim_cur = 100;
  setrlimit(RLIMIT_FSIZE, &tight);
  message = fail();
  setrlimit(RLIMIT_FSIZE, &limit);
  signal(SIGXFSZ, before);
  EXPECT_TRUE(contains(message, "cannot write ")) << message;
}

TEST_F(ToolTest, NoFilesAreLeft) {
  setenv("TMPDIR", folder.c_str(), 1);
  play("printf '\\177ELF made' > $out");
  compile(addKernel);
  play("exit 1");
  compile(addKernel);
  unsetenv("TMPDIR");
  std::vector<std::string> left;
  for (const fs::directory_entry &entry : fs::directory_iterator(folder))
    left.push_back(entry.path().filename());
  EXPECT_EQ(left, std::vector<std::string>{"ptxas"});
}

TEST_F(ToolTest, Find) {
  ttcTool *tool;
  play("echo 'Cuda compilation tools, release 13.0, V13.0.88'");
  ASSERT_EQ(toText(ttcToolFind(options.get(), "ptxas", &tool)), "");
  EXPECT_EQ(ttcToolGetPath(tool), folder / "ptxas");
  EXPECT_STREQ(ttcToolGetVersion(tool), "13.0.88");
  ttcToolDestroy(tool);
  EXPECT_TRUE(contains(toText(ttcToolFind(nullptr, "nvcc", &tool)),
                       "there is no tool 'nvcc'"));
  EXPECT_EQ(tool, nullptr);
  set("cuda_path", folder.string());
  EXPECT_TRUE(contains(toText(ttcToolFind(options.get(), "libdevice", &tool)),
                       "has nothing of a CUDA toolkit"));
  // A toolkit that lacks what is wanted, on a machine that may have it.
  fs::create_directory(folder / "bin");
  std::ofstream(folder / "bin" / "nvdisasm");
  std::string answer = toText(ttcToolFind(options.get(), "libdevice", &tool));
  if (!tool)
    EXPECT_TRUE(contains(answer, "cannot find libdevice.10.bc in the folder "
                                 "given, in CUDA_HOME, PATH"))
        << answer;
  ttcToolDestroy(tool);
}

TEST_F(ToolTest, AssembleReadsWhatThePTXSays) {
  play("printf '\\177ELF made' > $out; echo \"$*\" > " +
       (folder / "arguments").string() +
       "; echo \"Compiling entry function 'f' : Used 9 registers\"");
  std::string ptx = ".version 8.4\n.target sm_80, debug\n"
                    ".visible .entry f(\n)\n{ ret; }\n";
  ttcResult *made;
  ASSERT_EQ(toText(ttcAssemble(ptx.data(), ptx.size(), options.get(), &made)),
            "");
  Result result(made);
  EXPECT_EQ(getArtifact(result, ttcStageCubin), "\177ELF made");
  EXPECT_EQ(getInteger(result, "num_regs"), 9);
  EXPECT_EQ(getInteger(result, "ptx_version"), 84);
  EXPECT_STREQ(ttcResultGetString(made, "name"), "f");
  EXPECT_STREQ(ttcResultGetString(made, "arch"), "sm_80");
  std::string arguments;
  std::getline(std::ifstream(folder / "arguments"), arguments);
  EXPECT_TRUE(contains(arguments, "-arch sm_80 ")) << arguments;

  EXPECT_TRUE(contains(toText(ttcAssemble("x", 1, options.get(), &made)),
                       "this is no PTX"));
  EXPECT_EQ(made, nullptr);
}

TEST_F(ToolTest, Disassemble) {
  std::string path = folder / "nvdisasm";
  std::ofstream(path) << "#!/bin/sh\necho the code of; cat $3\n";
  fs::permissions(path, fs::perms::owner_all);
  set("nvdisasm", path);
  ttcResult *made;
  ASSERT_EQ(toText(ttcDisassemble("abc", 3, options.get(), &made)), "");
  Result result(made);
  EXPECT_EQ(getArtifact(result, ttcStageSASS), "the code of\nabc");
}
