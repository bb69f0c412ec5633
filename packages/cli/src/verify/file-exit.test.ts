import { PROVENANCE_STATUSES, type AnalysisErrorCode, type ProvenanceStatus, type Report } from '@revera/provenance';
import { describe, expect, it } from 'vitest';
import { sampleFile } from '../testing/sample-file.ts';
import { fileExit } from './file-exit.ts';
import type { VerifiedFile } from './verify-file.ts';

function withStatus(status: ProvenanceStatus): VerifiedFile {
  const file = sampleFile();
  return { ...file, verdict: { ...file.verdict, provenance_status: status } };
}

function withC2pa(c2pa: Report['c2pa']): VerifiedFile {
  const file = withStatus('unknown');
  return { ...file, report: { ...file.report, c2pa } };
}

describe('fileExit', () => {
  it('of a file whose labels could not be examined is 1', () => {
    const file = withStatus('unknown');
    const china_aigc = { state: 'failed', reason: 'reader_crashed', message: '' } as const;
    expect(fileExit({ ...file, report: { ...file.report, china_aigc } }, null)).toBe(1);
  });

  const rows: readonly [ProvenanceStatus, number, number][] = [
    ['verified', 0, 0],
    ['strong_evidence', 0, 4],
    ['partial_evidence', 0, 4],
    ['unknown', 0, 4],
    ['invalid', 3, 3],
    ['conflicting', 3, 3],
    ['binding_failed', 3, 3],
  ];

  it.each(rows)('of %s is %i, with --require verified %i', (status, plain, required) => {
    expect(fileExit(withStatus(status), null)).toBe(plain);
    expect(fileExit(withStatus(status), 'verified')).toBe(required);
  });

  it('has a row for every status', () => {
    expect(rows.map(([status]) => status)).toEqual([...PROVENANCE_STATUSES]);
  });

  it.each<[AnalysisErrorCode, number]>([
    ['unknown_media_type', 2],
    ['nothing_readable', 2],
    ['file_unreadable', 2],
    ['deadline_exceeded', 1],
    ['memory_exceeded', 1],
    ['thread_died', 1],
    ['pool_overloaded', 1],
    ['pool_closed', 1],
  ])('of a file that failed with %s is %i', (code, exit) => {
    expect(fileExit({ kind: 'failed', path: 'a', code, message: '' }, null)).toBe(exit);
  });

  it.each([
    ['media_unreadable', 2],
    ['reader_crashed', 1],
  ] as const)('of a credential that was not examined (%s) is %i, never 0', (reason, exit) => {
    expect(fileExit(withC2pa({ state: 'failed', reason, message: '' }), null)).toBe(exit);
  });

  it('of a skipped file is 0', () => {
    expect(fileExit({ kind: 'skipped', path: 'a' }, 'verified')).toBe(0);
  });
});
