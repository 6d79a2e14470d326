// Presents a case as a GPU dispatch, for observers of dispatches such as the debugger. It may run groups again.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "eu/observer.h"
#include "gpu/schedule/observe/observation.h"
#include "script/case_device.h"
#include "script/case_program.h"
#include "script/session.h"

namespace eugene::script {

class CaseDispatch {
 public:
  // The arguments must outlive this object.
  CaseDispatch(const Case& one, const CaseProgram& program, CaseDevice& device,
               const std::vector<gpu::ObserverSource*>& sources);
  ~CaseDispatch();
  CaseDispatch(const CaseDispatch&) = delete;
  CaseDispatch& operator=(const CaseDispatch&) = delete;

  std::span<const std::unique_ptr<eu::Observer>> observers() const { return observers_; }
  // Called when `group` begins; `result` is the result of the groups before it.
  void group_begins(unsigned group, const CaseResult& result);
  const CaseResult& before(unsigned group) const { return before_[group]; }

 private:
  gpu::Work work_;
  gpu::ThreadPools pools_;
  std::vector<std::unique_ptr<gpu::DispatchObserver>> dispatches_;
  std::vector<std::unique_ptr<eu::Observer>> observers_;
  std::vector<CaseResult> before_;  // indexed by group
};

}  // namespace eugene::script
