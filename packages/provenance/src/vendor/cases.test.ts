import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeWithShared } from '@revera/testkit';
import {
  captionCases,
  toolNameFiles,
  vendorCases,
  vendorRealFiles,
  type VendorExpectation,
} from '@revera/testkit/vendor';
import { describe, expect, it } from 'vitest';
import { bufferSource } from '../bytes/random-access.ts';
import { readWithoutCredential, type VendorReading } from '../testing/vendor-reading.ts';

const titled = <Row extends { id: string; reason: string }>(rows: readonly Row[]): (Row & { title: string })[] =>
  rows.map((row) => ({ ...row, title: `${row.id}: ${row.reason}` }));

function outcome({ verdict }: VendorReading): VendorExpectation {
  const { metadata, ai_generated } = verdict;
  if (metadata === undefined) throw new Error('a verdict without its part on metadata');
  if (ai_generated === false) throw new Error('nobody who is trusted said so');
  const { status, vendor, model } = metadata;
  return { vendor: vendor?.en ?? null, model, status, aiGenerated: ai_generated };
}

describe('the cases of the reference', () => {
  it.each(titled(vendorCases))('$title', ({ build, mediaType, expected }) => {
    const reading = readWithoutCredential(bufferSource(build()));
    expect(reading.mediaType ?? 'application/octet-stream').toBe(mediaType);
    expect(outcome(reading)).toEqual(expected);
  });
});

describeWithShared('the real files', 'corpus', (corpus) => {
  it.each(titled(vendorRealFiles))('$title', ({ path, expected }) => {
    expect(outcome(readWithoutCredential(bufferSource(readFileSync(join(corpus, path)))))).toEqual(expected);
  });
});

describe('names of generators', () => {
  it('mean nothing in fields for the words of people', () => {
    const claimed = captionCases.filter(({ build, expected }) => {
      const found = outcome(readWithoutCredential(bufferSource(build())));
      return found.status !== expected.status || found.aiGenerated !== expected.aiGenerated;
    });
    expect(claimed.map(({ reason }) => reason)).toEqual([]);
  });

  it('name who made the file in fields for tools', () => {
    const missed = toolNameFiles.filter(({ build }) => {
      const { status, vendor, aiGenerated } = outcome(readWithoutCredential(bufferSource(build())));
      return status !== 'ai_generated' || vendor === null || aiGenerated !== true;
    });
    expect(missed.map(({ field, word }) => `${word} as ${field}`)).toEqual([]);
  });
});
