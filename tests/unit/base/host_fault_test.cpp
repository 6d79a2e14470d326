// Traps: which faults they catch, which go to the program's handlers, and that they need no lock and no change of the
// signal mask.
#include "base/host_fault.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cfenv>
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <functional>
#include <thread>
#include <vector>

// These tests end programs by signals, which the address sanitizer would report instead.
extern "C" const char* __asan_default_options();  // NOLINT(bugprone-reserved-identifier)
extern "C" const char* __asan_default_options() { return "handle_segv=0:handle_sigbus=0"; }  // NOLINT

namespace eugene {
namespace {

constexpr std::size_t kPage = 0x1000;

// Loads a number by compiled code.
void run_load(const volatile int* from) {
  // mov eax, [rdi]; ret
  constexpr std::array<unsigned char, 3> kCode{0x8B, 0x07, 0xC3};
  void* code = ::mmap(nullptr, kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  std::copy(kCode.begin(), kCode.end(), static_cast<unsigned char*>(code));
  ::mprotect(code, kPage, PROT_READ | PROT_EXEC);
  enter_compiled_code(static_cast<const std::byte*>(code), kCode.size());
  reinterpret_cast<int (*)(const volatile int*)>(code)(from);
}

// Calls `load` by compiled code.
void run_call(void (*load)(const volatile int*), const volatile int* from, const std::uint32_t* calling) {
  // jmp rsi
  constexpr std::array<unsigned char, 2> kCode{0xFF, 0xE6};
  void* code = ::mmap(nullptr, kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  std::copy(kCode.begin(), kCode.end(), static_cast<unsigned char*>(code));
  ::mprotect(code, kPage, PROT_READ | PROT_EXEC);
  enter_compiled_code(static_cast<const std::byte*>(code), kCode.size(), calling);
  reinterpret_cast<void (*)(const volatile int*, void (*)(const volatile int*))>(code)(from, load);
}

class HostFaultTest : public testing::Test {
 protected:
  HostFaultTest() {
    catch_host_faults();
    page_ =
        static_cast<volatile int*>(::mmap(nullptr, kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  }
  ~HostFaultTest() override { ::munmap(address(), kPage); }
  void* address() const { return const_cast<int*>(page_); }

  volatile int* page_;
};

TEST_F(HostFaultTest, IsWhatIsWrongWithTheMemory) {
  EXPECT_FALSE(trap_host_faults([&] { page_[1] = 5; }));
  ::mprotect(address(), kPage, PROT_READ);
  auto fault = trap_host_faults([&] { page_[3] = page_[1]; });
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->address, reinterpret_cast<std::uintptr_t>(&page_[3]));
  EXPECT_TRUE(fault->writes);
  EXPECT_EQ(describe(*fault), "write to memory that the program may not write");
  ::mprotect(address(), kPage, PROT_NONE);
  fault = trap_host_faults([&] { (void)page_[1]; });
  ASSERT_TRUE(fault);
  EXPECT_EQ(describe(*fault), "read of memory that the program may not read");
  ::munmap(address(), kPage);
  fault = trap_host_faults([&] { (void)page_[1]; });
  ASSERT_TRUE(fault);
  EXPECT_EQ(describe(*fault), "read of memory that the program has unmapped");
}

TEST_F(HostFaultTest, IsAFileThatHasBecomeShorter) {
  std::FILE* file = std::tmpfile();
  ASSERT_EQ(::ftruncate(::fileno(file), kPage), 0);
  auto* memory =
      static_cast<volatile int*>(::mmap(nullptr, kPage, PROT_READ | PROT_WRITE, MAP_SHARED, ::fileno(file), 0));
  EXPECT_FALSE(trap_host_faults([&] { memory[0] = 1; }));
  ASSERT_EQ(::ftruncate(::fileno(file), 0), 0);
  const auto fault = trap_host_faults([&] { memory[0] = 2; });
  ASSERT_TRUE(fault);
  EXPECT_EQ(describe(*fault), "write to memory that the program has mapped beyond the end of a file");
  std::fclose(file);
}

TEST_F(HostFaultTest, EndsTheInnermostTrap) {
  ::mprotect(address(), kPage, PROT_NONE);
  bool goes_on = false;
  const auto outer = trap_host_faults([&] {
    EXPECT_TRUE(trap_host_faults([&] { (void)*page_; }));
    goes_on = true;
    EXPECT_TRUE(trap_host_faults([&] { (void)*page_; }));  // again, with the mask of signals as it was
    (void)*page_;
    ADD_FAILURE();
  });
  EXPECT_TRUE(outer);
  EXPECT_TRUE(goes_on);
}

// The handler starts with other modes. A trap for compiled code, which changes the mode, restores it.
TEST_F(HostFaultTest, KeepsTheRoundingMode) {
  ::mprotect(address(), kPage, PROT_NONE);
  std::fesetround(FE_UPWARD);
  EXPECT_TRUE(trap_host_faults([&] { (void)*page_; }));
  EXPECT_EQ(std::fegetround(), FE_UPWARD);
  EXPECT_TRUE(trap_faults_of_compiled_code([&] {
    std::fesetround(FE_DOWNWARD);
    run_load(page_);
  }));
  EXPECT_EQ(std::fegetround(), FE_UPWARD);
  std::fesetround(FE_TONEAREST);
}

TEST_F(HostFaultTest, IsEachThreadsOwn) {
  ::mprotect(address(), kPage, PROT_NONE);
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int n = 0; n < 500; ++n) EXPECT_TRUE(trap_host_faults([&] { (void)*page_; }));
    });
  }
}

// A trap of compiled code catches only faults of that code, not of Eugene's functions that it calls: they must not be
// left half-way.
using HostFaultDeathTest = HostFaultTest;
TEST_F(HostFaultDeathTest, OfCompiledCodeIsNotForOthers) {
  ::mprotect(address(), kPage, PROT_NONE);
  EXPECT_EXIT((void)trap_faults_of_compiled_code([&] { (void)*page_; }), testing::KilledBySignal(SIGSEGV), "");
  const auto fault = trap_faults_of_compiled_code([&] {
    run_load(page_);
    ADD_FAILURE();
  });
  EXPECT_TRUE(fault);
}

TEST_F(HostFaultDeathTest, OfCompiledCodeIsForOthersThatSaySo) {
  ::mprotect(address(), kPage, PROT_NONE);
  std::uint32_t calling = 0;
  const auto run = [&] {
    return trap_faults_of_compiled_code(
        [&] { run_call([](const volatile int* from) { (void)*from; }, page_, &calling); });
  };
  EXPECT_EXIT((void)run(), testing::KilledBySignal(SIGSEGV), "");
  calling = 1;
  const auto fault = run();
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->address, reinterpret_cast<std::uintptr_t>(page_));
  EXPECT_EXIT((void)trap_faults_of_compiled_code([&] { (void)*page_; }), testing::KilledBySignal(SIGSEGV), "");
}

TEST_F(HostFaultDeathTest, WithoutATrapEndsTheProgramAsBefore) {
  ::mprotect(address(), kPage, PROT_NONE);
  EXPECT_EXIT((void)*page_, testing::KilledBySignal(SIGSEGV), "");
  EXPECT_EXIT(::raise(SIGSEGV), testing::KilledBySignal(SIGSEGV), "");
}

sigjmp_buf return_to;
int told = 0;
struct sigaction passes_to{};
void leave(int, siginfo_t*, void*) {
  ++told;
  siglongjmp(return_to, 1);
}
void pass(int number, siginfo_t* info, void* context) {
  ++told;
  if (told > 100) ::_exit(9);
  if (passes_to.sa_handler == SIG_DFL) ::_exit(0);
  passes_to.sa_sigaction(number, info, context);
}
void use(void (*handler)(int, siginfo_t*, void*), struct sigaction* before = nullptr) {
  struct sigaction action{};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO;
  ::sigaction(SIGSEGV, &action, before);
}

// Programs that recover from exceptions themselves, before and after Eugene has come.
TEST_F(HostFaultDeathTest, GoesToTheProgramsHandlerWithoutATrap) {
  ::mprotect(address(), kPage, PROT_NONE);
  const auto body = [&] {
    use(leave);
    catch_host_faults();
    for (static int i = 0; i < 20; ++i) {
      if (sigsetjmp(return_to, 1) == 0) (void)*page_;
      if (!trap_host_faults([&] { (void)*page_; })) ::_exit(2);
    }
    ::_exit(told == 20 ? 0 : 1);
  };
  EXPECT_EXIT(body(), testing::ExitedWithCode(0), "");
}

// The program's handler and Eugene's each pass unknown faults on to the other: each is called once.
TEST_F(HostFaultDeathTest, DoesNotGoInCircles) {
  ::mprotect(address(), kPage, PROT_NONE);
  const auto body = [&] {
    use(pass, &passes_to);
    catch_host_faults();
    if (!trap_host_faults([&] { (void)*page_; }) || told != 0) ::_exit(2);
    (void)*page_;
  };
  EXPECT_EXIT(body(), testing::KilledBySignal(SIGSEGV), "");
}

}  // namespace
}  // namespace eugene
