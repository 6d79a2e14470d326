// What the layer does instead of the server must come out as if the server had done it.
#include "turns.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <functional>
#include <random>
#include <utility>
#include <vector>

#include "serve/channel.h"
#include "serve/memory_offer.h"
#include "serve/tbx_session.h"

namespace eugene::opencl_layer {
namespace {

using Bytes = std::vector<std::byte>;
using Page = std::array<std::byte, SentPages::kPage>;

constexpr std::uint16_t kPort = 1234;
constexpr std::uint64_t kPageBytes = SentPages::kPage;
constexpr std::uint64_t kTables = 0x2000'0000;  // where the driver has them

Page page_of(int seed) {
  Page page;
  for (std::size_t i = 0; i < page.size(); ++i) page[i] = static_cast<std::byte>(seed * 37 + static_cast<int>(i / 16));
  return page;
}

Bytes message(std::initializer_list<std::uint32_t> dwords) {
  const auto bytes = std::as_bytes(std::span(dwords.begin(), dwords.size()));
  return {bytes.begin(), bytes.end()};
}

// A server of one connection, in this process.
class Server {
 public:
  Server() : host_(*serve::ChannelHost::create(gpu::kDefaultDevice)), offer_(&host_, kPort) {}
  explicit Server(std::nullptr_t) : host_(*serve::ChannelHost::create(gpu::kDefaultDevice)), offer_(nullptr, kPort) {}

  Bytes receive(std::span<const std::byte> bytes) {
    offer_.set_idle(false);
    Bytes replies;
    EXPECT_TRUE(session_.receive(bytes, replies).has_value());
    offer_.set_idle(idle);
    received += bytes.size();
    return replies;
  }
  memory::PhysicalMemory& memory() { return gpu_.memory(); }
  // As the layer finds it.
  std::unique_ptr<GpuMemory> open_memory() {
    const serve::FileDescriptor file(::open((host_.directory() / serve::kChannelState).c_str(), O_RDONLY));
    void* state = ::mmap(nullptr, sizeof(serve::ChannelState), PROT_READ, MAP_SHARED, file.get(), 0);
    return state == MAP_FAILED ? nullptr : GpuMemory::open(*static_cast<serve::ChannelState*>(state), kPort);
  }

  bool idle = true;
  std::size_t received = 0;  // bytes

 private:
  serve::ChannelHost host_;
  serve::MemoryOffer offer_;
  gpu::WorkerPool pool_{1};
  gpu::Gpu gpu_{gpu::kDefaultDevice, pool_, {}, {}, offer_.file()};
  serve::TbxSession session_{gpu_};
};

// The driver, with the layer between it and a server, and another server that gets all it sends.
class TurnsTest : public testing::Test {
 protected:
  void send(std::span<const std::byte> bytes) {
    const Bytes reply = reference_.receive(bytes);
    expected_.insert(expected_.end(), reply.begin(), reply.end());
    turns_.begin();
    const Turns::Due due = turns_.put(bytes);
    if (due.bytes.empty()) return;
    waiting_.emplace_back([this, sent = Bytes(due.bytes.begin(), due.bytes.end())] {
      const Bytes answer = server_.receive(sent);
      replies_.insert(replies_.end(), answer.begin(), answer.end());
    });
    if (due.answer != 0) {
      run_server();
      ASSERT_GE(replies_.size(), due.answer);
      replies_.resize(replies_.size() - due.answer);
    }
    turns_.sent(due);
  }
  // The server does nothing before it must.
  void run_server() {
    for (const auto& act : std::exchange(waiting_, {})) act();
  }
  // The answer's next bytes are the same from both. True if what comes is a page that need not be stored at `to`.
  bool expect(std::size_t size, const void* to) {
    Bytes from_layer;
    bool known = false;
    while (from_layer.size() < size) {
      std::span<const std::byte> part = turns_.local_answer(size - from_layer.size());
      if (part.empty()) {
        run_server();
        EXPECT_GE(replies_.size(), size - from_layer.size());
        part = std::span(replies_).first(std::min(replies_.size(), size - from_layer.size()));
      }
      if (part.empty()) break;
      EXPECT_EQ(turns_.is_page_part_next(), to != nullptr);
      if (part.size() == kPageBytes && turns_.is_page_next())
        known = turns_.is_known(part.first<SentPages::kPage>(), to);
      from_layer.insert(from_layer.end(), part.begin(), part.end());
      const bool local = !turns_.local_answer(1).empty();
      const std::size_t count = part.size();
      turns_.received(count);
      if (!local) replies_.erase(replies_.begin(), replies_.begin() + static_cast<std::ptrdiff_t>(count));
    }
    const auto end = expected_.begin() + static_cast<std::ptrdiff_t>(std::min(size, expected_.size()));
    EXPECT_TRUE(from_layer == Bytes(expected_.begin(), end));
    expected_.erase(expected_.begin(), end);
    return known;
  }

  static std::uint32_t low(std::uint64_t address) { return static_cast<std::uint32_t>(address); }
  static std::uint32_t high(std::uint64_t address) { return static_cast<std::uint32_t>(address >> 32) << 24; }

  void write(std::uint64_t address, std::span<const std::byte> data) {
    send(message({4, 0, 12, high(address), low(address), static_cast<std::uint32_t>(data.size())}));
    send(data);
  }
  void write_entry(std::uint64_t address, std::uint64_t value) { write(address, std::as_bytes(std::span(&value, 1))); }
  // The entries that lead to the page at `physical`, then the page, which is number `page` of GPU memory.
  void write_page(std::uint64_t page, std::uint64_t physical, const Page& data) {
    write_tables(page, physical);
    write(physical, data);
  }
  void write_tables(std::uint64_t page, std::uint64_t physical, bool interrupted = false) {
    write_entry(kTables, (kTables + 0x1000) | 3);
    if (interrupted) read_register();
    write_entry(kTables + 0x1000, (kTables + 0x2000) | 3);
    write_entry(kTables + 0x2000 + page / 512 * 8, (kTables + 0x3000 + page / 512 * kPageBytes) | 3);
    write_entry(kTables + 0x3000 + page * 8, physical | 3);
  }
  // True if the program has the page at `to` already.
  bool read_page(std::uint64_t physical, const void* to) {
    send(message({5, ++transaction_, 12, high(physical), low(physical), kPageBytes}));
    expect(24, nullptr);
    return expect(kPageBytes, to);
  }
  void read_register() {
    send(message({0, ++transaction_, 12, 0x20, 0x2234, 0}));
    expect(16, nullptr);
  }
  // The GPU does something: nobody tells the layer.
  void submit(std::uint64_t address = 0, std::span<const std::byte> written = {}) {
    send(message({0, 0, 12, 0x21, 0x7034, 1}));
    EXPECT_TRUE(reference_.memory().write(address, written));
    waiting_.emplace_back([this, address, bytes = Bytes(written.begin(), written.end())] {
      EXPECT_TRUE(server_.memory().write(address, bytes));
    });
  }
  // Bytes that reach the server in `act`.
  template <class Act>
  std::size_t traffic(Act act) {
    run_server();
    const std::size_t before = server_.received;
    act();
    run_server();
    return server_.received - before;
  }
  Page at(std::uint64_t physical) {
    run_server();
    Page page;
    EXPECT_TRUE(server_.memory().read(physical, page));
    return page;
  }

  Server server_;
  Server reference_{nullptr};
  Turns turns_{[this] { return server_.open_memory(); }};
  std::vector<std::function<void()>> waiting_;  // for the server to do
  Bytes replies_;                               // of the server, not yet taken
  Bytes expected_;                              // of the reference
  std::uint32_t transaction_ = 0;
};

constexpr std::size_t kReadBytes = 24;  // of a request
constexpr std::size_t kTagBytes = 24;   // of a request for a register

TEST_F(TurnsTest, PagesGoToTheServerOnceAndThenToItsMemory) {
  const Page first = page_of(1);
  write_page(0, 0x5000, first);
  read_register();
  EXPECT_EQ(at(0x5000), first);
  const Page second = page_of(2);
  EXPECT_EQ(traffic([&] { write_page(0, 0x5000, second); }), 0U);
  EXPECT_EQ(at(0x5000), second);
  EXPECT_EQ(traffic([&] { read_register(); }), kTagBytes) << "with nothing before it";
}

TEST_F(TurnsTest, PagesComeFromTheServersMemoryOnceItHasAnswered) {
  const Page page = page_of(1);
  write_page(0, 0x5000, page);
  write_page(1, 0x6000, page);
  EXPECT_GE(traffic([&] { read_page(0x5000, &page); }), kReadBytes);
  EXPECT_EQ(traffic([&] { read_page(0x6000, &page); }), 0U);
  EXPECT_EQ(traffic([&] { read_page(0x5000, &page); }), 0U);
  EXPECT_GE(traffic([&] { read_page(0x4000'0000, &page); }), kReadBytes) << "where the server has no memory yet";
}

TEST_F(TurnsTest, WhatTheGpuWroteIsFetched) {
  const Page page = page_of(1);
  const Page other = page_of(2);
  write_page(0, 0x5000, page);
  write_page(1, 0x6000, page);
  submit(0x6FFF, std::span(other).first(1));
  EXPECT_GE(traffic([&] { EXPECT_TRUE(read_page(0x5000, &page)); }), kReadBytes) << "the server may still be busy";
  EXPECT_EQ(traffic([&] { EXPECT_FALSE(read_page(0x6000, &page)); }), 0U);
  EXPECT_TRUE(read_page(0x6000, &page)) << "fetched a moment ago";
  EXPECT_FALSE(read_page(0x6000, &other)) << "to another place";
}

// The driver's commands, sent as whole pages and then again to their length, while another of its threads adds to them.
TEST_F(TurnsTest, APartSentAgainLeavesItsPagesKnown) {
  alignas(kPageBytes) std::array<Page, 2> commands{page_of(1), page_of(2)};
  // Across the end of a page, as one message.
  const auto part = std::as_bytes(std::span(commands)).subspan(0xFC0, 0x100);
  write_page(0, 0x5000, commands[0]);
  write_page(1, 0x6000, commands[1]);
  write(0x5FC0, part);
  submit();
  EXPECT_TRUE(read_page(0x5000, &commands[0]));
  EXPECT_TRUE(read_page(0x6000, &commands[1]));
  commands[1][0x40] ^= std::byte{1};
  write(0x5FC0, part);
  submit();
  EXPECT_TRUE(read_page(0x5000, &commands[0]));
  EXPECT_FALSE(read_page(0x6000, &commands[1])) << "the part is not as it was";
  const Page copy = commands[0];
  write(0x5040, std::span(copy).subspan(0x40, 0x100));
  EXPECT_FALSE(read_page(0x5000, &commands[0])) << "the part comes from elsewhere";
}

TEST_F(TurnsTest, NothingIsDoneOnThisSideWhileTheServerIsNotIdle) {
  const Page page = page_of(1);
  write_page(0, 0x5000, page);
  server_.idle = false;
  read_register();
  EXPECT_GE(traffic([&] { read_page(0x5000, &page); }), kReadBytes);
  EXPECT_GE(traffic([&] {
              write_page(0, 0x5000, page_of(2));
              read_register();
            }),
            kPageBytes);
  server_.idle = true;
  read_register();
  EXPECT_EQ(traffic([&] { read_page(0x5000, &page); }), 0U);
}

TEST_F(TurnsTest, PiecesKeepTheirPlaceBeforePages) {
  const Page page = page_of(1);
  const Page other = page_of(3);
  write_page(0, 0x5000, page);
  read_register();
  write(0x5010, std::span(other).first(100));
  write(0x5000, page);
  write_entry(0x5800, 7);  // no table's
  read_register();
  Page expected = page;
  std::memset(expected.data() + 0x800, 0, 8);
  expected[0x800] = std::byte{7};
  EXPECT_EQ(at(0x5000), expected);
}

TEST_F(TurnsTest, TablesThatHaveChangedAreSent) {
  const Page page = page_of(1);
  write_page(0, 0x5000, page);
  read_register();
  EXPECT_EQ(traffic([&] { write_page(0, 0x5000, page); }), 0U);
  write_page(0, 0x7000, page);
  read_register();
  EXPECT_EQ(server_.memory().read_qword((kTables + 0x3000) | memory::PhysicalMemory::kTableSpace), 0x7003U);
  write_page(0, 0x5000, page);
  read_register();
  EXPECT_EQ(server_.memory().read_qword((kTables + 0x3000) | memory::PhysicalMemory::kTableSpace), 0x5003U);
}

TEST_F(TurnsTest, MuchIsSentWithoutWaitingForTheEnd) {
  constexpr std::uint64_t kPages = 2048;
  const std::size_t bytes = traffic([&] {
    for (std::uint64_t i = 0; i < kPages; ++i) write_page(i, 0x10'0000 + i * kPageBytes, page_of(static_cast<int>(i)));
    read_register();
  });
  EXPECT_LT(bytes, kPages * kPageBytes / 10) << "all but the first are copied";
  for (std::uint64_t i = 0; i < kPages; ++i) {
    EXPECT_EQ(at(0x10'0000 + i * kPageBytes), page_of(static_cast<int>(i))) << i;
  }
}

TEST_F(TurnsTest, WithoutAFileTheServerDoesEverything) {
  Turns plain{[] { return std::unique_ptr<GpuMemory>(); }};
  const Page page = page_of(1);
  const Bytes request = message({5, 1, 12, 0, 0x5000, kPageBytes});
  for (int i = 0; i < 3; ++i) {
    plain.begin();
    const Turns::Due due = plain.put(request);
    ASSERT_EQ(due.bytes.size(), request.size());
    plain.sent(due);
    EXPECT_TRUE(plain.local_answer(1).empty());
    plain.received(kReadBytes);
    EXPECT_TRUE(plain.is_page_next());
    EXPECT_EQ(plain.is_known(page, &page), i != 0);
    plain.received(kPageBytes);
  }
}

// Whatever is asked for, in whatever order: a server behind the layer ends as one without it.
TEST_F(TurnsTest, RandomRequests) {
  std::mt19937 random(1);
  const auto below = [&random](std::uint32_t end) {
    return std::uniform_int_distribution<std::uint32_t>(0, end - 1)(random);
  };
  // Some pages of data lie where the tables are.
  constexpr std::uint64_t kPages = 24;
  const auto place = [](std::uint64_t page) {
    return page % 6 == 5 ? kTables + page / 6 * kPageBytes : 0x5000 + page * kPageBytes;
  };
  std::array<Page, kPages> program;
  for (std::uint64_t i = 0; i < kPages; ++i) program[i] = page_of(static_cast<int>(i));
  for (int step = 0; step < 20'000; ++step) {
    const std::uint64_t i = below(kPages);
    const std::uint64_t physical = place(i);
    switch (below(12)) {
      case 0: submit(physical + below(4096), std::as_bytes(std::span(&step, 1)).first(1)); break;
      case 1: write(physical, program[i]); break;
      case 2: write(physical + below(16) * 8, std::as_bytes(std::span(&step, 1))); break;
      case 3:  // perhaps the beginning of a chain, perhaps not
        if (below(2) == 0) write_entry(kTables, (kTables + 0x1000) | 3);
        write_entry(physical + below(512) * 8, below(2) == 0 ? step : place(below(kPages)) | 3);
        break;
      case 4: write_tables(i, place(below(4) == 0 ? below(kPages) : i), below(2) == 0); break;
      case 5: server_.idle = below(4) != 0; break;
      case 6:
      case 7:
      case 8: {
        std::memcpy(program[i].data() + below(1000) * 4, &step, sizeof step);
        write_page(i, physical, program[i]);
        break;
      }
      default: {
        Page fetched = program[i];
        const bool known = read_page(physical, &program[i]);
        if (!known) {
          ASSERT_TRUE(server_.memory().read(physical, fetched));
        }
        program[i] = fetched;
        break;
      }
    }
    if (step % 64 != 0) continue;
    read_register();
    for (std::uint64_t page = 0; page < kPages; ++page) {
      Page expected;
      ASSERT_TRUE(reference_.memory().read(place(page), expected));
      ASSERT_EQ(at(place(page)), expected) << "page " << page << " after step " << step;
      ASSERT_TRUE(reference_.memory().read(place(page) | memory::PhysicalMemory::kTableSpace, expected));
      ASSERT_EQ(at(place(page) | memory::PhysicalMemory::kTableSpace), expected) << "tables after step " << step;
    }
  }
  EXPECT_LT(server_.received, reference_.received / 2);
}

}  // namespace
}  // namespace eugene::opencl_layer
