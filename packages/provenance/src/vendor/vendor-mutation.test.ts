import { mutateFile, mutationRun, seededRandom } from '@revera/testkit';
import { hostileFiles } from '@revera/testkit/hostile';
import { hostileLabelFiles } from '@revera/testkit/label';
import { captionCases, toolNameFiles, vendorCases } from '@revera/testkit/vendor';
import { describe, expect, it } from 'vitest';
import type { RandomAccess } from '../bytes/random-access.ts';
import { LIMITS } from '../limits.ts';
import { readMetadata } from '../media/read-metadata.ts';
import { sniff } from '../media/sniff.ts';
import { judgeFindings } from '../testing/vendor-reading.ts';

const { mutations, seed } = mutationRun;
/** Copies of a large file are most of the work and say little of the readers. */
const LARGEST_BYTES = 64 * 1024;
/** A name that is cut ends with one more character. */
const SHOWN_CHARS = 2 * LIMITS.vendorValueChars + 1;

const originals = [...vendorCases, ...captionCases.filter((_, index) => index % 40 === 0), ...toolNameFiles.slice(0, 4)]
  .map(({ build }) => build())
  .filter((bytes) => bytes.length > 0 && bytes.length <= LARGEST_BYTES);

describe(`mutated files, seed ${seed}`, () => {
  it(`${mutations} of them end as facts: nothing escapes, reads and texts stay bounded`, () => {
    const random = seededRandom(seed);
    for (let index = 0; index < mutations; index += 1) {
      const original = originals[index % originals.length];
      if (original === undefined) throw new Error('no original');
      read(mutateFile(original, random), String(index));
    }
  }, 300_000);

  it('are made of all small cases', () => {
    expect(originals.length).toBeGreaterThan(150);
  });
});

describe('hostile files', () => {
  const own = vendorCases.filter(({ id }) => /^[HO]/.test(id)).map((row) => [row.id, row] as const);
  it.each([...own, ...Object.entries({ ...hostileFiles, ...hostileLabelFiles })])(
    '%s stays within the budget of a file',
    (_id, { build }) => {
      const file = build();
      read(file, '0');
      // A file that is cut anywhere is one more hostile file.
      for (const part of [0.9, 0.5, 0.1]) read(file.subarray(0, Math.floor(file.length * part)), String(part));
    },
  );
});

/** A source that counts the reads, and fails when read out of range. */
function watched(file: Uint8Array): { source: RandomAccess; bytes(): number; calls(): number } {
  let [bytes, calls] = [0, 0];
  const readChecked: RandomAccess['read'] = (offset, length) => {
    if (offset < 0 || length < 0 || offset + length > file.length) throw new Error(`read of ${length} at ${offset}`);
    bytes += length;
    calls += 1;
    return file.subarray(offset, offset + length);
  };
  const source = { size: file.length, read: readChecked, close: () => undefined };
  return { source, bytes: () => bytes, calls: () => calls };
}

function read(file: Uint8Array, name: string): void {
  const { source, bytes, calls } = watched(file);
  const mediaType = sniff({ ...source, read: (offset, length) => clamped(file, offset, length) });
  if (mediaType === null) return;
  try {
    const findings = readMetadata(source, mediaType);
    if (findings.items.length > LIMITS.mediaItems) throw new Error(`${findings.items.length} items`);
    const { facts, verdict } = judgeFindings(source, mediaType, findings);
    // Once for metadata, and once more for pixels where a signature is announced.
    if (bytes() > 2 * LIMITS.mediaReadBytes) throw new Error(`${bytes()} bytes were read`);
    if (calls() > 2 * LIMITS.mediaSteps) throw new Error(`${calls()} reads`);
    if (facts.evidence.length > 4 * LIMITS.vendorEvidenceOfKind)
      throw new Error(`${facts.evidence.length} pieces of evidence`);
    for (const { vendor, model, field } of facts.evidence) check([vendor, model, field]);
    if (verdict.ai_generated === false) throw new Error('unsigned metadata prove no absence of AI');
  } catch (error) {
    throw new Error(`mutation ${name}, ${mediaType}`, { cause: error });
  }
}

function check(texts: readonly (string | null)[]): void {
  for (const text of texts) {
    if (text !== null && text.length > SHOWN_CHARS) throw new Error(`a text of ${text.length} characters`);
    if (text !== null && /[\p{Cc}\p{Cs}]/u.test(text)) throw new Error('a text with control characters');
  }
}

function clamped(file: Uint8Array, offset: number, length: number): Uint8Array {
  return file.subarray(Math.min(offset, file.length), Math.min(offset + length, file.length));
}
