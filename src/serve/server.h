// The TBX server: serves clients on a loopback port, each with a separate GPU.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <thread>

#include "base/diagnostic.h"
#include "gpu/mmio_gpu.h"
#include "gpu/work_stats.h"
#include "serve/file_descriptor.h"

namespace eugene::serve {

// Finds the names and sources of kernels by their code. May be called from any thread. If empty, there is no lookup.
struct KernelNames {
  std::function<std::string(std::span<const std::byte>)> find_name;  // returns empty if unknown
  std::function<void(gpu::Report&)> complete;                        // adds name and source to a report
};

struct ServerOptions {
  static constexpr std::size_t kMaxClients = 64;  // each has a host thread
  static constexpr std::chrono::seconds kPatience{30};

  const gpu::Device* device = &gpu::kDefaultDevice;
  unsigned threads = 0;  // host workers; 0: one for each host processor
  gpu::ExecutorOptions executor;
  std::uint16_t port = 0;  // 0: any free port
  KernelNames names;
  // Maximum connections at once, of which a driver has several; 0: no limit.
  std::size_t max_clients = kMaxClients;
  std::chrono::seconds longest_idle{0};            // maximum time without data between messages; 0: no limit
  std::chrono::milliseconds patience = kPatience;  // with a client in the middle of a message (serve/pace.h)
};

// Statistics of all clients together.
struct ServerStats {
  std::uint64_t connections = 0;
  gpu::WorkStats work;
};

// The driver opens a connection for every engine, and physical addresses of all connections begin at the same value, so
// connections cannot share memory. They share the host's workers.
class Server {
 public:
  // `log` is called with whole lines (reports, protocol errors of clients), from any thread, but never concurrently.
  static Result<std::unique_ptr<Server>> start(const ServerOptions& options,
                                               std::function<void(const std::string&)> log);
  ~Server();  // disconnects all clients
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  std::uint16_t port() const { return port_; }
  ServerStats stats() const;
  // Ends all running work, like a fault.
  void interrupt();

 private:
  struct Connection {
    FileDescriptor socket;
    std::atomic<bool> gone = false;       // the client has disconnected, or the server is shutting down
    std::atomic<bool> busy = false;       // the client's work is executing
    std::atomic<bool> cancelled = false;  // cancel running work; always set if `gone` is
    std::atomic<bool> finished = false;   // the thread is about to return
    std::atomic<bool> is_known = false;   // the client has sent a whole message
    std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
    std::jthread thread;

    void drop() {
      gone = true;
      cancelled = true;
    }
  };

  Server(const ServerOptions& options, std::function<void(const std::string&)> log, FileDescriptor socket,
         std::uint16_t port);
  void accept_clients();
  void accept_one(std::uint64_t number);
  bool is_full();
  void drop_silent();
  void serve(Connection& connection, std::uint64_t number);
  void talk(Connection& connection, std::uint64_t number);
  gpu::MmioEvents events();
  void log(const std::string& text);
  void wake();

  ServerOptions options_;
  std::function<void(const std::string&)> log_;
  std::mutex log_mutex_;
  gpu::WorkerPool pool_;
  FileDescriptor socket_;
  FileDescriptor wake_;  // wakes accept_clients() when a client has finished or the server stops
  std::atomic<bool> stopping_ = false;
  std::uint16_t port_;
  mutable std::mutex mutex_;
  ServerStats stats_;
  std::mutex connections_mutex_;  // to change connections_, or to read it outside the acceptor thread
  std::list<Connection> connections_;
  std::jthread acceptor_;
};

}  // namespace eugene::serve
