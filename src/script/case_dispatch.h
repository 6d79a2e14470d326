// A case as a dispatch of a GPU, for observers that know dispatches: the debugger, which may run its groups again.
#pragma once

#include <memory>
#include <vector>

#include "eu/observer.h"
#include "gpu/schedule/observation.h"
#include "script/case_device.h"
#include "script/case_program.h"
#include "script/session.h"

namespace eugene::script {

class CaseDispatch {
 public:
  // All must outlive this.
  CaseDispatch(const Case& one, const CaseProgram& program, CaseDevice& device, gpu::ObserverSource& source);
  ~CaseDispatch();
  CaseDispatch(const CaseDispatch&) = delete;
  CaseDispatch& operator=(const CaseDispatch&) = delete;

  eu::Observer* observer() const { return observer_.get(); }  // null: the source does not observe the case
  // `group` begins; `result` is that of the groups before it.
  void group_begins(unsigned group, const CaseResult& result);
  const CaseResult& before(unsigned group) const { return before_[group]; }

 private:
  gpu::Work work_;
  gpu::ThreadPools pools_;
  std::unique_ptr<gpu::DispatchObserver> dispatch_;
  std::unique_ptr<eu::Observer> observer_;
  std::vector<CaseResult> before_;  // by group
};

}  // namespace eugene::script
