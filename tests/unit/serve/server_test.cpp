// The server over real sockets.
#include "serve/server.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <array>
#include <mutex>
#include <thread>
#include <vector>

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
  ServerTest() {
    auto server = Server::start({.threads = 1}, [this](const std::string& text) {
      const std::scoped_lock lock(mutex_);
      log_ += text;
    });
    if (server) server_ = std::move(*server);
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

}  // namespace
}  // namespace eugene::serve
