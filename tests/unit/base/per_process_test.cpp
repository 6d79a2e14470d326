#include "base/per_process.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <latch>
#include <memory>
#include <mutex>
#include <thread>

namespace eugene {
namespace {

struct Counted {
  Counted(int of, int& ends) : number(of), destroyed(&ends) {}
  ~Counted() { ++*destroyed; }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;

  int number;
  int* destroyed;
};

TEST(PerProcess, BeginsAgainWithoutDestroyingWhatWas) {
  int destroyed = 0;
  {
    PerProcess<Counted> object(1, destroyed);
    const std::unique_ptr<Counted> abandoned(&*object);  // which this test destroys in place of the parent
    object.begin_again(2, destroyed);
    EXPECT_EQ(destroyed, 0);
    EXPECT_EQ(object->number, 2);
    EXPECT_EQ(abandoned->number, 1);
    EXPECT_NE(abandoned.get(), &*object);
  }
  EXPECT_EQ(destroyed, 2);  // the last one, by its owner
}

TEST(PerProcess, AbandonedObjectsAreNull) {
  int destroyed = 0;
  auto object = std::make_unique<Counted>(1, destroyed);
  const std::unique_ptr<Counted> abandoned(object.get());
  abandon(object);
  EXPECT_EQ(object, nullptr);
  EXPECT_EQ(destroyed, 0);
}

// The case that it is for: at the fork, another thread of the parent holds the lock.
TEST(PerProcess, ALockIsFreeInTheChild) {
  PerProcess<std::mutex> mutex;
  std::latch held(1);
  std::latch done(1);
  std::jthread holder([&] {
    const std::scoped_lock lock(*mutex);
    held.count_down();
    done.wait();
  });
  held.wait();
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const bool was_held = !mutex->try_lock();
    mutex.begin_again();
    ::_exit(was_held && mutex->try_lock() ? 0 : 1);
  }
  int status = -1;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  done.count_down();
}

}  // namespace
}  // namespace eugene
