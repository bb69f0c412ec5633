import { mutateFile, mutationRun, seededRandom } from '@revera/testkit';
import { hostileFiles } from '@revera/testkit/hostile';
import { aigcCarriers, aigcFields, aigcText, hostileLabelFiles, mirrored } from '@revera/testkit/label';
import { labelOnlyKinds, mediaKinds } from '@revera/testkit/media';
import { describe, it } from 'vitest';
import { bufferSource, type RandomAccess } from '../bytes/random-access.ts';
import { LIMITS } from '../limits.ts';
import { sniff } from '../media/sniff.ts';
import { judgeable } from './test-judgeable.ts';
import { readLabels } from './read-labels.ts';
import { decideLabel } from './write/label-request.ts';
import { withLabel } from './write/write-label.ts';
import { LabelWriteError } from './write/writer.ts';

const { mutations, seed } = mutationRun;
const writes = Math.ceil(mutations / 5);
const LABEL = mirrored(aigcFields());

const originals = [
  ...aigcCarriers.map(({ build }) => build(aigcText(LABEL))),
  ...Object.values(mediaKinds).map((kind) => kind.build()),
  ...Object.values(labelOnlyKinds).map((kind) => kind.build()),
];

describe(`mutated files, seed ${seed}`, () => {
  it(`${mutations} of them end as findings: nothing escapes, nothing is read out of bounds`, () => {
    const random = seededRandom(seed);
    for (let index = 0; index < mutations; index += 1) {
      const original = originals[index % originals.length];
      if (original === undefined) throw new Error('no original');
      read(mutateFile(original, random), index);
    }
  }, 300_000);

  it(`${writes} of them are labelled or refused with a reason`, () => {
    const random = seededRandom(seed + 1);
    for (let index = 0; index < writes; index += 1) {
      const original = originals[index % originals.length];
      if (original === undefined) throw new Error('no original');
      write(mutateFile(original, random), index);
    }
  }, 300_000);
});

describe('hostile files', () => {
  it.each(Object.entries({ ...hostileFiles, ...hostileLabelFiles }))('%s ends as a finding', (_name, { build }) => {
    const file = build();
    read(file, 0);
    write(file, 0);
  });
});

/** A source that records the reads, and fails when read out of range. */
function watched(file: Uint8Array): { source: RandomAccess; bytes(): number } {
  let bytes = 0;
  const readChecked: RandomAccess['read'] = (offset, length) => {
    if (offset < 0 || length < 0 || offset + length > file.length) throw new Error(`read of ${length} at ${offset}`);
    bytes += length;
    return file.subarray(offset, offset + length);
  };
  return { source: { size: file.length, read: readChecked, close: () => undefined }, bytes: () => bytes };
}

function read(file: Uint8Array, index: number): void {
  const mediaType = sniff(bufferSource(file));
  if (mediaType === null) return;
  const { source, bytes } = watched(file);
  try {
    const facts = readLabels(source, mediaType);
    if (bytes() > LIMITS.mediaReadBytes) throw new Error(`${bytes()} bytes were read`);
    judgeable(facts, file.length);
  } catch (error) {
    throw new Error(`mutation ${index}, ${mediaType}`, { cause: error });
  }
}

function write(file: Uint8Array, index: number): void {
  const mediaType = sniff(bufferSource(file));
  const decision = decideLabel(LABEL, 'replace', []);
  if (mediaType === null || decision.kind !== 'write') return;
  try {
    withLabel(watched(file).source, mediaType, decision.label);
  } catch (error) {
    if (!(error instanceof LabelWriteError)) throw new Error(`mutation ${index}, ${mediaType}`, { cause: error });
  }
}
