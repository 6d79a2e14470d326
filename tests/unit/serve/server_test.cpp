// The server over real sockets.
#include "serve/server.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <array>
#include <chrono>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "serve/peer.h"

namespace eugene::serve {
namespace {

class Client {
 public:
  explicit Client(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connected_ = ::connect(socket_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    const timeval limit{.tv_sec = 10, .tv_usec = 0};
    ::setsockopt(socket_.get(), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  }
  bool connected() const { return connected_; }
  void send(const std::vector<std::uint32_t>& dwords) const {
    ASSERT_EQ(::send(socket_.get(), dwords.data(), dwords.size() * 4, MSG_NOSIGNAL),
              static_cast<ssize_t>(dwords.size() * 4));
  }
  // Zeros. False: the server has hung up.
  bool try_send(std::size_t bytes) const {
    const std::vector<std::byte> zeros(bytes);
    return ::send(socket_.get(), zeros.data(), bytes, MSG_NOSIGNAL) == static_cast<ssize_t>(bytes);
  }
  int socket() const { return socket_.get(); }
  // The value of an MMIO read; nothing if the server has hung up.
  std::optional<std::uint32_t> read_register(std::uint32_t offset) const {
    const std::array<std::uint32_t, 6> request{0, 7, 12, 0x20, offset, 0};
    ::send(socket_.get(), request.data(), sizeof request, MSG_NOSIGNAL);
    std::array<std::uint32_t, 4> reply{};
    if (::recv(socket_.get(), reply.data(), sizeof reply, MSG_WAITALL) != sizeof reply) return std::nullopt;
    return reply[3];
  }

 private:
  FileDescriptor socket_;
  bool connected_ = false;
};

class ServerTest : public testing::Test {
 protected:
  explicit ServerTest(const ServerOptions& options = {.threads = 1}) {
    auto server = Server::start(options, [this](const std::string& text) {
      const std::scoped_lock lock(mutex_);
      log_ += text;
    });
    if (server) server_ = std::move(*server);
  }
  // Waits until the log has `text`, for ten seconds at most.
  bool logs(const std::string& text) {
    for (int i = 0; i != 1000; ++i, std::this_thread::sleep_for(std::chrono::milliseconds(10)))
      if (log().find(text) != std::string::npos) return true;
    return false;
  }
  std::string log() {
    const std::scoped_lock lock(mutex_);
    return log_;
  }
  std::mutex mutex_;
  std::string log_;
  std::unique_ptr<Server> server_;
};

TEST_F(ServerTest, ClientsHaveGpusOfTheirOwn) {
  ASSERT_NE(server_, nullptr);
  const Client a(server_->port());
  const Client b(server_->port());
  ASSERT_TRUE(a.connected() && b.connected());
  a.send({0, 1, 12, 0x21, 0x7034, 1});
  EXPECT_EQ(a.read_register(0x7034), 1U);
  EXPECT_EQ(b.read_register(0x7034), 0U);
  EXPECT_EQ(server_->stats().connections, 2U);
}

TEST_F(ServerTest, OutlivesGarbageAndDisconnects) {
  ASSERT_NE(server_, nullptr);
  {
    const Client rude(server_->port());
    rude.send({0xFFFF'FFFF, 0xFFFF'FFFF, 0xFFFF'FFFF});
    EXPECT_EQ(rude.read_register(0), std::nullopt);  // hung up
  }
  {
    const Client silent(server_->port());
  }
  {
    const Client interrupted(server_->port());
    interrupted.send({4, 0, 12, 0, 0, 1000, 1, 2, 3});  // 12 bytes of 1000
  }
  const Client polite(server_->port());
  EXPECT_TRUE(polite.read_register(0x2234).has_value());
  EXPECT_NE(log().find("unknown type"), std::string::npos);
}

TEST_F(ServerTest, EndsWhileClientsAreConnected) {
  ASSERT_NE(server_, nullptr);
  const Client client(server_->port());
  EXPECT_TRUE(client.read_register(0x2234).has_value());
  server_.reset();
  EXPECT_EQ(client.read_register(0x2234), std::nullopt);
}

TEST_F(ServerTest, AUsedPortIsAnError) {
  ASSERT_NE(server_, nullptr);
  const auto second = Server::start({.threads = 1, .port = server_->port()}, {});
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().message.find(std::to_string(server_->port())), std::string::npos);
}

TEST_F(ServerTest, HasAtMost64Clients) {
  ASSERT_NE(server_, nullptr);
  std::vector<std::unique_ptr<Client>> clients;
  for (std::size_t i = 0; i != ServerOptions::kMaxClients; ++i) {
    clients.push_back(std::make_unique<Client>(server_->port()));
    ASSERT_TRUE(clients.back()->read_register(0x2234).has_value()) << i;
  }
  for (int i = 0; i != 20; ++i) EXPECT_EQ(Client(server_->port()).read_register(0x2234), std::nullopt);
  EXPECT_TRUE(logs("refused: 64 clients are already connected"));
  EXPECT_EQ(server_->stats().connections, ServerOptions::kMaxClients);
  clients.pop_back();
  bool has_room = false;
  for (int i = 0; i != 1000 && !has_room; ++i) has_room = Client(server_->port()).read_register(0x2234).has_value();
  EXPECT_TRUE(has_room);
  for (const auto& each : clients) EXPECT_TRUE(each->read_register(0x2234).has_value());
}

class ImpatientServerTest : public ServerTest {
 protected:
  ImpatientServerTest() : ServerTest({.threads = 1, .max_clients = 2, .patience = std::chrono::milliseconds(300)}) {}
};

TEST_F(ImpatientServerTest, DropsWhoStopsInTheMiddleOfAMessage) {
  ASSERT_NE(server_, nullptr);
  const Client of_header(server_->port()), of_data(server_->port());
  of_header.send({0, 7});
  of_data.send({4, 0, 12, 0, 0, 1U << 30, 1, 2, 3});
  EXPECT_TRUE(logs("client 0 disconnected: it is too slow"));
  EXPECT_TRUE(logs("client 1 disconnected: it is too slow"));
  EXPECT_EQ(of_header.read_register(0), std::nullopt);
}

TEST_F(ImpatientServerTest, DropsWhoSendsAByteNowAndThen) {
  ASSERT_NE(server_, nullptr);
  const Client slow(server_->port());
  slow.send({4, 0, 12, 0, 0, 1U << 30});
  std::jthread drips([&slow](const std::stop_token& stop) {
    while (!stop.stop_requested() && slow.try_send(1)) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  });
  EXPECT_TRUE(logs("client 0 disconnected: it is too slow"));
}

TEST_F(ImpatientServerTest, WaitsForWhoSendsMuch) {
  ASSERT_NE(server_, nullptr);
  const Client busy(server_->port());
  // 512 KB in half a second: more than patience, but in time for as many bytes.
  busy.send({4, 0, 12, 0, 0, 512U << 10});
  for (int i = 0; i != 8; ++i) {
    EXPECT_TRUE(busy.try_send(64 << 10));
    std::this_thread::sleep_for(std::chrono::milliseconds(60));
  }
  EXPECT_TRUE(busy.read_register(0x2234).has_value());
  // Between messages a client may wait for as long as it likes.
  std::this_thread::sleep_for(std::chrono::milliseconds(700));
  EXPECT_TRUE(busy.read_register(0x2234).has_value());
}

TEST_F(ImpatientServerTest, DropsWhoDoesNotTakeItsAnswers) {
  ASSERT_NE(server_, nullptr);
  const Client greedy(server_->port());
  greedy.send({4, 0, 12, 0, 0, 4, 1});  // there is memory then
  std::vector<std::uint32_t> requests;
  for (int i = 0; i != 1 << 12; ++i) requests.insert(requests.end(), {5, 0, 12, 0, 0, 4096});
  for (int i = 0; i != 8; ++i) greedy.send(requests);
  EXPECT_TRUE(logs("client 0 disconnected: it does not read its answers"));
}

TEST_F(ImpatientServerTest, MakesRoomByThoseWhoHaveSaidNothing) {
  ASSERT_NE(server_, nullptr);
  const Client silent(server_->port()), known(server_->port());
  EXPECT_TRUE(known.read_register(0x2234).has_value());
  EXPECT_EQ(Client(server_->port()).read_register(0x2234), std::nullopt);  // it has had no time yet
  std::this_thread::sleep_for(std::chrono::milliseconds(400));
  EXPECT_TRUE(Client(server_->port()).read_register(0x2234).has_value());
  EXPECT_EQ(silent.read_register(0x2234), std::nullopt);
  EXPECT_TRUE(known.read_register(0x2234).has_value());
}

TEST(Peer, IsTheUserOfTheOtherProcess) {
  auto server = Server::start({.threads = 1}, {});
  ASSERT_TRUE(server);
  const Client client((*server)->port());
  EXPECT_EQ(peer_user(client.socket()), ::geteuid());
  const FileDescriptor alone(::socket(AF_INET, SOCK_STREAM, 0));
  EXPECT_EQ(peer_user(alone.get()), std::nullopt);
}

}  // namespace
}  // namespace eugene::serve
