#include "accesses/estimator.h"

#include <algorithm>
#include <iterator>

#include "eu/analysis/cells.h"
#include "isa/encoding/decode.h"
#include "profile/profiler.h"

namespace eugene::accesses {

std::shared_ptr<const CodeModel> build_model(const std::shared_ptr<const KernelCode>& code,
                                             const profile::Parameters& parameters) {
  const isa::Gen* gen = code == nullptr ? nullptr : isa::find_gen(code->gen);
  if (gen == nullptr) return nullptr;
  Result<isa::Program> program = isa::decode_program(*gen, code->bytes);
  if (!program) return nullptr;
  const Result<eu::Kernel> kernel = eu::prepare(*program);
  if (!kernel) return nullptr;
  return std::make_shared<const CodeModel>(std::move(*program), profile::build_model(*kernel, parameters));
}

void Estimator::begin_launch(std::uint64_t number) {
  const LaunchRun& run = find_run(launches_, number);
  auto known = std::ranges::find(known_, run.code.get(), &decltype(known_)::value_type::first);
  if (known == known_.end()) known = known_.insert(known, {run.code.get(), build_model(run.code, parameters_)});
  code_ = known->second;
  if (code_ == nullptr) return;
  counts_ = {};
  counts_.name = run.kernel;
  counts_.code = run.code->bytes;
  counts_.dispatches = 1;
  counts_.device = run.model;
  counts_.device.parameters = parameters_;
  counts_.instructions.resize(code_->models.size());
  clocks_ = std::make_unique<profile::GroupClocks>(eu::cell_count(code_->program));
  const profile::L3Shape shape = counts_.device.l3();
  if (l3_ == nullptr || l3_->shape() != shape) l3_ = std::make_unique<profile::L3Model>(shape);
}

void Estimator::end_launch() {
  if (code_ == nullptr) return;
  for (std::size_t i = 0; i < code_->models.size(); ++i)
    counts_.instructions[i].issue = counts_.instructions[i].executions * code_->models[i].issue;
  counts_.resident_cycles = counts_.group_cycles / counts_.device.resident_groups;
  profile::add(kernels_, std::move(counts_));
  code_ = nullptr;
}

void Estimator::add(const Rows& rows) {
  for (RowCursor row(rows); row.next();) {
    const auto at = [&row](Column column) { return static_cast<std::uint64_t>(row[column]); };
    const auto group = std::pair(row[Column::launch], row[Column::group]);
    if (group != group_) {
      end_group();
      if (group.first != group_.first) {
        end_launch();
        begin_launch(at(Column::launch));
      }
      group_ = group;
    }
    const auto index = code_ == nullptr ? std::nullopt : code_->program.index_at(row[Column::ip]);
    if (!index) continue;
    thread_count_ = std::max<std::size_t>(thread_count_, at(Column::thread) + 1);
    if (threads_.size() < thread_count_) threads_.resize(thread_count_);
    Thread& thread = threads_[at(Column::thread)];
    const Event event{.executed = at(Column::executed),
                      .index = static_cast<std::uint32_t>(*index),
                      .phase = static_cast<std::uint32_t>(at(Column::phase)),
                      .bytes = static_cast<std::uint32_t>(at(Column::bytes)),
                      .lanes = static_cast<std::uint32_t>(at(Column::lanes)),
                      .first = thread.places.size(),
                      .kind = static_cast<Kind>(at(Column::kind)),
                      .path = static_cast<Path>(at(Column::path))};
    thread.events.push_back(event);
    if (event.kind == Kind::instruction) {
      has_instructions_ = true;
      continue;
    }
    for (std::size_t lane = 0; lane < event.lanes; ++lane) thread.places.push_back(row.address(lane));
  }
}

void Estimator::count_part(const Event& event, bool is_local, Thread& thread) {
  if (reached_.empty()) return;
  profile::InstructionCounts& count = counts_.instructions[event.index];
  const bool is_atomic = event.kind == Kind::atomic;
  ++count.accesses;
  for (const profile::AccessedElement& each : reached_) count.bytes += each.bytes;
  if (is_atomic) count.atomics += reached_.size();
  if (is_local) {
    const profile::SlmClocks clocks = profile::slm_clocks(reached_, is_atomic, profile::slm_shape(parameters_));
    for (const profile::AccessedElement& each : reached_) count.slm_bytes += each.bytes;
    count.slm_clocks += clocks.taken;
    count.slm_least += clocks.least;
    thread.latency = std::max<std::uint64_t>(thread.latency, parameters_.slm_latency + clocks.taken);
  } else {
    const auto number = static_cast<std::size_t>(&thread - threads_.data());
    const std::uint64_t when = profile::GroupLines::compute_time(event.phase, event.executed);
    const unsigned line_clocks = (parameters_.line + parameters_.bank_bytes - 1) / parameters_.bank_bytes;
    std::ranges::sort(reached_, {}, &profile::AccessedElement::place);
    std::uint64_t next = 0, lines = 0, clocks = 0;
    for (const profile::AccessedElement& each : reached_) {
      const std::uint64_t last = (each.place + std::max(each.bytes, 1U) - 1) / parameters_.line;
      for (std::uint64_t line = std::max(each.place / parameters_.line, next); line <= last; ++line, ++lines)
        lines_.add(number,
                   {.line = line,
                    .instruction = event.index,
                    .client = find_client(event.path),
                    .writes = event.kind == Kind::write},
                   when);
      next = std::max(next, last + 1);
    }
    clocks = lines * line_clocks;
    for (std::size_t i = 1; is_atomic && i < reached_.size(); ++i)
      clocks += reached_[i].place == reached_[i - 1].place ? 1U : 0U;
    count.lines += lines;
    count.l3_clocks += clocks;
    thread.latency = std::max<std::uint64_t>(thread.latency, parameters_.l3_latency + clocks);
  }
  reached_.clear();
}

void Estimator::count_message(std::size_t number) {
  Thread& thread = threads_[number];
  const Event first = thread.events[thread.next];
  thread.latency = 0;
  Event part = first;
  for (; thread.next < thread.events.size(); ++thread.next) {
    const Event& event = thread.events[thread.next];
    if (event.kind == Kind::instruction || event.executed != first.executed || event.index != first.index) break;
    if ((event.path == Path::local) != (part.path == Path::local)) count_part(part, part.path == Path::local, thread);
    part = event;
    for (std::size_t lane = 0; lane < event.lanes; ++lane)
      reached_.push_back({.place = thread.places[event.first + lane], .bytes = event.bytes});
  }
  count_part(part, part.path == Path::local, thread);
}

void Estimator::execute(std::size_t number, const Event& event) {
  Thread& thread = threads_[number];
  const profile::InstructionModel& model = code_->models[event.index];
  profile::InstructionCounts& count = counts_.instructions[event.index];
  ++count.executions;
  count.channels += event.lanes;
  const bool is_send = model.pipe == profile::Pipe::send;
  const std::uint64_t latency = std::max<std::uint64_t>(model.latency, is_send ? thread.latency : 0);
  thread.latency = 0;
  clocks_->follow({.thread = number, .index = event.index, .runs = event.lanes != 0, .latency = latency}, model,
                  counts_.instructions);
  if (!model.arrives || event.lanes == 0) return;
  ++thread.arrivals;
  ++arrivals_;
}

bool Estimator::follow(std::size_t number, bool waits) {
  Thread& thread = threads_[number];
  const std::size_t begin = thread.next;
  while (thread.next < thread.events.size()) {
    const Event& event = thread.events[thread.next];
    if (event.kind != Kind::instruction) {
      count_message(number);
      continue;
    }
    const bool has_to_wait = code_->models[event.index].awaits && thread.arrivals * thread_count_ > arrivals_;
    if (has_to_wait && waits) break;
    waits = true;
    execute(number, event);
    ++thread.next;
  }
  return thread.next != begin;
}

void Estimator::end_group() {
  if (thread_count_ == 0) return;
  if (has_instructions_) clocks_->begin(static_cast<unsigned>(thread_count_));
  lines_.begin(static_cast<unsigned>(thread_count_));
  const auto follow_all = [this](bool waits) {
    bool has_moved = false;
    for (std::size_t i = 0; i < thread_count_ && (waits || !has_moved); ++i) has_moved |= follow(i, waits);
    return has_moved;
  };
  // If no thread can continue, because other threads ended before the barrier, one thread passes the barrier anyway.
  while (follow_all(true) || follow_all(false)) {
  }
  for (const profile::LineAccess& each : lines_.take()) {
    const std::uint64_t hit = l3_->access(each.client, each.line, each.writes) ? 1 : 0;
    counts_.instructions[each.instruction].hits += hit;
    counts_.l3[static_cast<std::size_t>(each.client)] += {.accesses = 1, .hits = hit};
  }
  ++counts_.groups;
  counts_.threads += thread_count_;
  if (has_instructions_) {
    ++counts_.timed_groups;
    counts_.group_cycles += clocks_->last();
  }
  for (std::size_t i = 0; i < thread_count_; ++i) {
    threads_[i].events.clear();
    threads_[i].places.clear();
    threads_[i].next = threads_[i].arrivals = threads_[i].latency = 0;
  }
  thread_count_ = 0;
  arrivals_ = 0;
  has_instructions_ = false;
}

std::vector<profile::KernelCounts> Estimator::end() {
  end_group();
  end_launch();
  return std::move(kernels_);
}

}  // namespace eugene::accesses
