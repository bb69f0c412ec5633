import type { AnalysisErrorCode, ProvenanceStatus, Report } from '@revera/provenance';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { FileOutcome } from './verify-file.ts';

export const REQUIREMENTS = ['verified'] as const;
export type Requirement = (typeof REQUIREMENTS)[number];

const BY_STATUS: Readonly<Record<ProvenanceStatus, ExitCode>> = {
  verified: EXIT.ok,
  strong_evidence: EXIT.ok,
  partial_evidence: EXIT.ok,
  unknown: EXIT.ok,
  invalid: EXIT.wrong,
  conflicting: EXIT.wrong,
  binding_failed: EXIT.wrong,
};

const BY_FAILURE: Readonly<Record<AnalysisErrorCode, ExitCode>> = {
  unknown_media_type: EXIT.usage,
  nothing_readable: EXIT.usage,
  file_unreadable: EXIT.usage,
  deadline_exceeded: EXIT.fault,
  memory_exceeded: EXIT.fault,
  thread_died: EXIT.fault,
  not_started: EXIT.fault,
  pool_overloaded: EXIT.fault,
  pool_closed: EXIT.fault,
};

/** The exit code for one file, row by row. */
export function fileExit(outcome: FileOutcome, requirement: Requirement | null): ExitCode {
  switch (outcome.kind) {
    case 'skipped':
      return EXIT.ok;
    case 'failed':
      return BY_FAILURE[outcome.code];
    case 'verified': {
      const unexamined = unexaminedExit(outcome.report);
      if (unexamined !== null) return unexamined;
      const status = outcome.verdict.provenance_status;
      const code = BY_STATUS[status];
      return code === EXIT.ok && requirement !== null && status !== requirement ? EXIT.belowRequired : code;
    }
  }
}

export function analysisErrorExit(code: AnalysisErrorCode): ExitCode {
  return BY_FAILURE[code];
}

/** A credential, a label or metadata that could not be examined is `unknown`, but must not pass for a file without one. */
function unexaminedExit(report: Report): ExitCode | null {
  if (report.china_aigc.state === 'failed' || report.metadata.state === 'failed') return EXIT.fault;
  if (report.c2pa.state !== 'failed') return null;
  return report.c2pa.reason === 'reader_crashed' ? EXIT.fault : EXIT.usage;
}
