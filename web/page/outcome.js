// Describes the result of a run.

const firstOf = ({problems = [], mismatches = [], fault, reports = []}) => ({problems, mismatches, fault, reports});

// Returns the run's reports as findings with lines. check() returns the findings of rules.
export function remarksOf(state) {
  const {mismatches, fault, reports} = firstOf(state);
  const all = reports.map(({line, what, id, reference}) => ({line, severity: 'warning', message: what, rule: id, reference}));
  if (fault && state.ended) all.push({line: fault.line, severity: 'error', message: fault.what});
  if (state.ended) all.push(...mismatches.map(({line, text}) => ({line, severity: 'error', message: text.trim()})));
  return all.filter(({line}) => line > 0);
}

export function positionText(state) {
  if (!state) return 'Ready.';
  if (state.problems?.length) return 'The program cannot run: see the findings.';
  if (!state.ended) return `Before instruction ${state.step + 1}${state.threads.length > 1 ? `, thread ${state.current}` : ''}.`;
  const what = state.fault ? 'It stopped' : 'It ended';
  return `${what} after ${state.step} instructions.`;
}

export function outcomeText(state) {
  if (!state?.ended) return '';
  const {problems, mismatches, fault} = firstOf(state);
  const lines = (state.prints ?? []).map(({place, values}) => `${place} = ${values.map((each) => each ?? '?').join(' ')}`);
  lines.push(...problems.map(({line, message}) => `line ${line}: ${message}`));
  lines.push(...mismatches.map(({text}) => text.trimEnd()));
  if (fault) lines.push(`fault at line ${fault.line}, thread ${fault.thread}: ${fault.what}`);
  if (state.passed && !mismatches.length) lines.push('What the program expects holds.');
  return lines.join('\n');
}
