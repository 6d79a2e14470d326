#include "gpu/tiers/tiers.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "eu/analysis/versions.h"
#include "gpu/tiers/processor_time.h"
#include "isa/encoding/decode.h"

namespace eugene::gpu {
namespace {

// Interpreted instructions after which it pays to look for code on disk, which takes a millisecond.
constexpr std::uint64_t kLookUpAfter = 50'000;
// Returns a key of everything that a kernel depends on.
std::string make_key(const isa::Gen& gen, std::span<const std::byte> code, std::uint32_t control) {
  const std::array<std::uint32_t, 2> head{static_cast<std::uint32_t>(gen.id), control};
  std::string key(sizeof head + code.size(), '\0');
  std::memcpy(key.data(), head.data(), sizeof head);
  std::ranges::copy(code, std::as_writable_bytes(std::span(key)).begin() + sizeof head);
  return key;
}

}  // namespace

Tiers::Tiers(TierOptions options)
    : options_(std::move(options)), compiler_(options_.compiler), rule_(options_.hot_after, options_.patience) {
  if (!Compiler::exists() && options_.tier == Tier::automatic) options_.tier = Tier::interpret;
}

Tiers::~Tiers() { stop_compiling(); }

const std::shared_ptr<Tiers>& Tiers::with_digests(unsigned given) {
  const std::scoped_lock lock(mutex_);
  std::shared_ptr<Tiers>& found = with_digests_[given];
  if (found == nullptr) {
    TierOptions options = options_;
    options.compiler.observed = {.digests = true};
    options.compiler.given = given;
    if (!options.compiler.dump.empty()) options.compiler.dump /= "digests";
    found = std::make_shared<Tiers>(std::move(options));
    found->tell_waiting_ = tell_waiting_;
    found->tell_missing_ = tell_missing_;
    if (stopped_) found->stop_compiling();
  }
  return found;
}

bool Tiers::is_compiling() const {
  const std::scoped_lock lock(mutex_);
  return compiling_ || std::ranges::any_of(with_digests_, [](const auto& each) { return each.second->is_compiling(); });
}

void Tiers::stop_compiling() {
  {
    const std::scoped_lock lock(mutex_);
    stopped_ = true;
    for (const auto& [given, each] : with_digests_) each->stop_compiling();
  }
  compiler_.cancel();
  if (thread_.joinable()) {
    thread_.request_stop();
    thread_.join();
  }
  const std::scoped_lock lock(mutex_);
  for (const auto& kernel : queue_) leave_to_interpreter(*kernel);
  queue_.clear();
  {
    const std::scoped_lock waiting(done_mutex_);
  }
  done_.notify_all();
}

// Marks a kernel as finished: it gets no more code than it has.
void Tiers::leave_to_interpreter(TieredKernel& kernel) {
  kernel.state_ = TieredKernel::State::done;
  kernel.state_.notify_all();
}

std::shared_ptr<TieredKernel> Tiers::add(eu::Kernel kernel, std::span<const std::byte> bytes,
                                         std::uint32_t control) const {
  auto added = std::make_shared<TieredKernel>(bytes, std::move(kernel), control);
  for (TieredKernel::Slot& slot : added->slots_) slot.looked_up = options_.compiler.cache.empty();
  return added;
}

Result<std::shared_ptr<TieredKernel>> Tiers::find(const isa::Gen& gen, std::span<const std::byte> code,
                                                  std::uint32_t control) {
  std::string key = make_key(gen, code, control);
  {
    const std::scoped_lock lock(mutex_);
    if (const auto found = kernels_.find(key); found != kernels_.end()) return found->second;
  }
  Diagnostics ignored;  // an illegal instruction faults when a thread reaches it
  Result<eu::Kernel> prepared = eu::prepare(isa::decode_program(gen, code, ignored));
  if (!prepared) return std::unexpected(prepared.error());
  auto kernel = add(std::move(*prepared), code, control);
  const std::scoped_lock lock(mutex_);
  if (kernels_.size() >= kMaxKernels) kernels_.clear();  // kernels in use stay alive
  return kernels_.try_emplace(std::move(key), std::move(kernel)).first->second;
}

void Tiers::prepare(TieredKernel& kernel, eu::ThreadChannels needed, unsigned workers) {
  if (options_.tier == Tier::interpret) return;
  if (!Compiler::exists()) return report_missing(*Compiler::trouble());
  // Observed code counts instructions one at a time.
  if (needed == eu::ThreadChannels::one && options_.compiler.observed.any_in_code()) needed = eu::ThreadChannels::any;
  {
    const std::scoped_lock lock(kernel.mutex_);  // publish() reads `needed_` to decide whether the kernel is done
    const std::uint8_t bit = TieredKernel::bit(needed);
    if ((kernel.needed_.fetch_or(bit) & bit) == 0 && kernel.code(needed) == nullptr) reopen(kernel);
  }
  ask_to_optimise_if_due(kernel, {.has_idle = has_idle(workers)});
  if (options_.tier == Tier::automatic) {
    ask_if_due(kernel, {.has_idle = has_idle(workers)});
    return;
  }
  while (kernel.code(needed) == nullptr && kernel.state_.load() != TieredKernel::State::done) {
    ask(kernel);
    wait_for_code(kernel);
  }
}

void Tiers::wait_for_code(const TieredKernel& kernel) {
  constexpr std::chrono::seconds kSilent{1};
  if (tell_waiting_) {
    std::unique_lock lock(done_mutex_);
    const bool is_done =
        done_.wait_for(lock, kSilent, [&] { return kernel.state_.load() != TieredKernel::State::asked; });
    lock.unlock();
    if (!is_done) tell_waiting_(kernel.bytes());
  }
  kernel.state_.wait(TieredKernel::State::asked);
}

// Marks a finished kernel as unfinished again.
void Tiers::reopen(TieredKernel& kernel) {
  auto expected = TieredKernel::State::done;
  kernel.state_.compare_exchange_strong(expected, TieredKernel::State::idle);
}

void Tiers::interpreted(TieredKernel& kernel, const Interpreted& more, std::chrono::nanoseconds left) {
  kernel.interpreted_.fetch_add(more.instructions, std::memory_order_relaxed);
  kernel.interpreting_.fetch_add(more.time.count(), std::memory_order_relaxed);
  ask_if_due(kernel, {.left = left, .has_idle = has_idle(0)});
}

void Tiers::strayed(TieredKernel& kernel, std::uint64_t instructions, std::chrono::nanoseconds left) {
  const double time = kernel.pace_.load(std::memory_order_relaxed) * static_cast<double>(instructions);
  interpreted(kernel, {instructions, std::chrono::nanoseconds(static_cast<std::int64_t>(time))}, left);
}

// Whether a processor remains idle if `more_workers` more workers run.
bool Tiers::has_idle(unsigned more_workers) const {
  return working_.load(std::memory_order_relaxed) + more_workers < options_.processors;
}

void Tiers::ask_if_due(TieredKernel& kernel, const CompileRule::Situation& now) {
  if (options_.tier != Tier::automatic || kernel.state_.load(std::memory_order_relaxed) != TieredKernel::State::idle)
    return;
  const Interpreted before = so_far(kernel);
  const eu::ThreadChannels wanted = kernel.wanted();
  const bool is_warm = !kernel.slot(wanted).looked_up && before.instructions >= kLookUpAfter;
  if (!is_warm && !rule_.is_due(before, find_extent(kernel, wanted).size, now)) return;
  const HostCode* code = kernel.slot(wanted).code.load(std::memory_order_acquire);
  if (code == nullptr || kernel.has_outgrown(*code)) ask(kernel);
}

// Optimising takes about as long as the first compilation, and makes code two to five times as fast. It is due by the
// same rule, with the time in dispatches since the code was generated.
void Tiers::ask_to_optimise_if_due(TieredKernel& kernel, const CompileRule::Situation& now) {
  const eu::ThreadChannels wanted = kernel.wanted();
  TieredKernel::Slot& slot = kernel.slot(wanted);
  if (!slot.is_provisional.load(std::memory_order_relaxed)) return;
  const std::chrono::nanoseconds expected = rule_.expected(find_extent(kernel, wanted).size);
  if (kernel.time_since_code(slot) < rule_.patience(now) * expected) return;
  slot.is_provisional = false;  // asked for once: if optimising fails, the kernel keeps its code
  slot.optimise = true;
  reopen(kernel);
  ask(kernel);
}

Interpreted Tiers::so_far(const TieredKernel& kernel) const {
  return {kernel.interpreted_.load(std::memory_order_relaxed),
          std::chrono::nanoseconds(kernel.interpreting_.load(std::memory_order_relaxed))};
}

Tiers::Extent Tiers::find_extent(const TieredKernel& kernel, eu::ThreadChannels thread_channels) const {
  const CompileSize whole = kernel.whole_size(eu::make_versions(kernel.kernel(), thread_channels).count());
  if (!compiles_parts(kernel)) return {whole};
  CompileSize part = kernel.part_size();
  part.versions = kernel.diverges() ? 1 : whole.versions;
  const bool pays = part.instructions != 0 && 2 * part.work() <= whole.work();
  return pays ? Extent{.size = part, .is_part = true} : Extent{whole};
}

void Tiers::ask(TieredKernel& kernel) {
  auto expected = TieredKernel::State::idle;
  if (!kernel.state_.compare_exchange_strong(expected, TieredKernel::State::asked)) return;
  const std::scoped_lock lock(mutex_);
  if (stopped_) return leave_to_interpreter(kernel);
  queue_.push_back(kernel.shared_from_this());
  if (!thread_.joinable()) thread_ = std::jthread([this](const std::stop_token& stop) { work(stop); });
  wake_.notify_one();
}

// Takes the hottest kernel: the one with the most processor time so far; among equals, the one that was requested
// first. Kernels that have not been looked up on disk come before all others, as that takes only a millisecond.
std::shared_ptr<TieredKernel> Tiers::take_next() {
  const auto urgency = [](const std::shared_ptr<TieredKernel>& kernel) {
    return std::pair(!kernel->slot(kernel->wanted()).looked_up, kernel->interpreting_.load(std::memory_order_relaxed));
  };
  const auto hottest = std::ranges::max_element(queue_, {}, urgency);
  std::shared_ptr<TieredKernel> taken = std::move(*hottest);
  queue_.erase(hottest);
  return taken;
}

void Tiers::work(const std::stop_token& stop) {
  while (true) {
    std::shared_ptr<TieredKernel> kernel;
    {
      std::unique_lock lock(mutex_);
      if (!wake_.wait(lock, stop, [&] { return !queue_.empty(); }) || stop.stop_requested()) return;
      kernel = take_next();
    }
    compiling_ = true;
    compile(*kernel);
    compiling_ = false;
  }
}

// Does one step for `kernel`: loads code from disk, leaves it until it is hot, or compiles it now.
void Tiers::compile(TieredKernel& kernel) {
  const auto start = std::chrono::steady_clock::now();
  const eu::ThreadChannels thread_channels = kernel.wanted();
  if (!kernel.slot(thread_channels).looked_up.exchange(true)) {
    auto found = compiler_.find(kernel, thread_channels);
    if (found != nullptr && (options_.tier == Tier::automatic || !found->is_part())) {
      publish(kernel, thread_channels, std::move(found), true, start);
      return;
    }
    if (options_.tier == Tier::automatic) {  // the worker that interprets the kernel requests it again when it is due
      kernel.state_ = TieredKernel::State::idle;
      return;
    }
  }
  const std::chrono::nanoseconds before = processor_time();
  const Extent extent = find_extent(kernel, thread_channels);
  const bool optimise = kernel.slot(thread_channels).optimise.exchange(false);
  auto compiled = compiler_.compile(kernel, thread_channels, extent.is_part ? kernel.part() : KernelPart(), optimise);
  if (!optimise) rule_.compiled(extent.size, processor_time() - before);
  if (!compiled && !optimise) {
    if (const CompilerTrouble* trouble = compiler_.compiler_error()) report_missing(*trouble);
    const bool is_given_up = is_stopped();
    const std::scoped_lock lock(kernel.mutex_);
    kernel.stats_.refusal = is_given_up ? "not compiled: the program ended first" : compiled.error().message;
  }
  publish(kernel, thread_channels, compiled ? std::move(*compiled) : nullptr, false, start);
}

void Tiers::report_missing(const CompilerTrouble& trouble) {
  if (tell_missing_ && !has_told_missing_.exchange(true)) tell_missing_(trouble);
}

bool Tiers::is_stopped() const {
  const std::scoped_lock lock(mutex_);
  return stopped_;
}

void Tiers::publish(TieredKernel& kernel, eu::ThreadChannels thread_channels, std::shared_ptr<const HostCode> code,
                    bool from_cache, std::chrono::steady_clock::time_point start) {
  TieredKernel::Slot& slot = kernel.slot(thread_channels);
  {
    const std::scoped_lock lock(kernel.mutex_);
    kernel.stats_.compile_time += std::chrono::steady_clock::now() - start;
    kernel.stats_.is_compiled |= code != nullptr;
    kernel.stats_.from_cache = from_cache;
    if (code != nullptr) kernel.stats_.host_bytes += code->bytes();
    const bool is_part = code != nullptr && code->is_part();
    if (is_part) kernel.begin_strays(*code);
    if (code != nullptr) {
      if (slot.owned != nullptr) kernel.replaced_.push_back(std::move(slot.owned));
      slot.owned = std::move(code);
      slot.published_at = kernel.stats_.time;
      slot.is_provisional = !slot.owned->is_optimised();
      slot.code.store(slot.owned.get(), std::memory_order_release);
    }
    // A waiting dispatch gives up at `done`, so that state is set only if no dispatch has meanwhile needed other code.
    const bool is_done = !is_part && kernel.wanted() == thread_channels;
    kernel.state_ = is_done ? TieredKernel::State::done : TieredKernel::State::idle;
  }
  kernel.state_.notify_all();
  {
    const std::scoped_lock lock(done_mutex_);
  }  // every thread that has checked the state is waiting by now
  done_.notify_all();
}

std::vector<KernelStats> Tiers::stats() const {
  std::vector<std::shared_ptr<TieredKernel>> kernels;
  {
    const std::scoped_lock lock(mutex_);
    for (const auto& [key, kernel] : kernels_) kernels.push_back(kernel);
  }
  std::vector<KernelStats> result;
  for (const auto& kernel : kernels) {
    result.push_back(kernel->stats());
    if (options_.compiler.find_name) result.back().name = options_.compiler.find_name(kernel->bytes());
  }
  return result;
}

}  // namespace eugene::gpu
