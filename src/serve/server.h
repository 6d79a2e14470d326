// The TBX server: clients on a loopback port, each with a GPU of its own.
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

// Looks up the names and sources of kernels by their code. Called from any thread. An empty function: no lookup.
struct KernelNames {
  std::function<std::string(std::span<const std::byte>)> name_of;  // empty: not known
  std::function<void(gpu::Report&)> complete;                      // adds name and source to a report
};

struct ServerOptions {
  const gpu::Device* device = &gpu::kDefaultDevice;
  unsigned threads = 0;  // host workers; 0: as many as the host has
  gpu::ExecutorOptions executor;
  std::uint16_t port = 0;  // 0: any free one
  KernelNames names;
  std::size_t most_clients = 0;          // connections at once, of which a driver has several; 0: any number
  std::chrono::seconds longest_idle{0};  // how long a client may send nothing; 0: for ever
};

// Of all clients together.
struct ServerStats {
  std::uint64_t connections = 0;
  gpu::WorkStats work;
};

// The driver gives every one of its engines a connection and physical addresses from the same beginning, so
// connections cannot share memory. They share the host's workers.
class Server {
 public:
  // `log` takes whole lines (reports, clients that talk nonsense); it is called from any thread, one at a time.
  static Result<std::unique_ptr<Server>> start(const ServerOptions& options,
                                               std::function<void(const std::string&)> log);
  ~Server();  // disconnects everybody
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  std::uint16_t port() const { return port_; }
  ServerStats stats() const;
  // Ends the work that is executing now, as a fault would.
  void interrupt();

 private:
  struct Connection {
    FileDescriptor socket;
    std::atomic<bool> gone = false;       // the client has closed its end, or the server shuts down
    std::atomic<bool> busy = false;       // the client's work is executing
    std::atomic<bool> cancelled = false;  // drop the work that is executing; always set if `gone` is
    std::atomic<bool> finished = false;   // the thread is about to return
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
  FileDescriptor wake_;  // an event that makes accept_clients() look around: a client has come or gone, or the end
  std::atomic<bool> stopping_ = false;
  std::uint16_t port_;
  mutable std::mutex mutex_;
  ServerStats stats_;
  std::mutex connections_mutex_;  // taken where connections_ itself changes, and by others than the acceptor
  std::list<Connection> connections_;
  std::jthread acceptor_;
};

}  // namespace eugene::serve
