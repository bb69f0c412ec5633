/** One broken rule at one place, in the form every checker prints. */
export interface Violation {
  rule: string;
  path: string;
  /** 1-based; 0 when the whole file is meant. */
  line: number;
  /** What is wrong here, and why the rule exists. */
  message: string;
}

function formatViolation({ rule, path, line, message }: Violation): string {
  return `${line > 0 ? `${path}:${line}` : path}  ${rule}: ${message}`;
}

/** Prints the outcome and answers the exit code: 1 for any violation, and for a checker that looked at nothing. */
export function reportViolations(title: string, seen: number, unit: string, violations: readonly Violation[]): 0 | 1 {
  if (seen === 0) {
    console.error(`${title}: no ${unit} found, so nothing was checked`);
    return 1;
  }
  for (const violation of violations) console.error(formatViolation(violation));
  console.log(`${title}: ${seen} ${unit}, ${violations.length} violation${violations.length === 1 ? '' : 's'}`);
  return violations.length === 0 ? 0 : 1;
}
