import {
  aigcCarriers,
  aigcFields,
  aigcText,
  duplicate,
  flipByte,
  hostileFiles,
  hostileLabelFiles,
  insert,
  labelOnlyKinds,
  mediaKinds,
  mirrored,
  remove,
  seededRandom,
  setByte,
  swap,
  truncate,
  type SeededRandom,
} from '@revera/testkit';
import { describe, it } from 'vitest';
import { bufferSource, type RandomAccess } from '../bytes/random-access.ts';
import { LIMITS } from '../limits.ts';
import { sniff } from '../media/sniff.ts';
import { judgeable } from './test-judgeable.ts';
import { readLabels } from './read-labels.ts';
import { decideLabel } from './write/label-request.ts';
import { planLabel } from './write/write-label.ts';
import { LabelWriteError } from './write/writer.ts';

const SEED = 20_261_121;
const MUTATIONS = 100_000;
const WRITES = 10_000;
const LABEL = mirrored(aigcFields());
/** Values that lengths, counts and offsets are attacked with. */
const EDGES = [0x00, 0x01, 0x7f, 0x80, 0xff];

const originals = [
  ...aigcCarriers.map(({ build }) => build(aigcText(LABEL))),
  ...Object.values(mediaKinds).map((kind) => kind.build()),
  ...Object.values(labelOnlyKinds).map((kind) => kind.build()),
];

describe('mutated files', () => {
  it(`${MUTATIONS} of them end as findings: nothing escapes, nothing is read out of bounds`, () => {
    const random = seededRandom(SEED);
    for (let index = 0; index < MUTATIONS; index += 1) {
      const original = originals[index % originals.length];
      if (original === undefined) throw new Error('no original');
      read(mutated(original, random), index);
    }
  }, 300_000);

  it(`${WRITES} of them are labelled or refused with a reason`, () => {
    const random = seededRandom(SEED + 1);
    for (let index = 0; index < WRITES; index += 1) {
      const original = originals[index % originals.length];
      if (original === undefined) throw new Error('no original');
      write(mutated(original, random), index);
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

/** A source that notes what is asked of it, and must never be asked for what is not there. */
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
    planLabel(watched(file).source, mediaType, decision.label);
  } catch (error) {
    if (!(error instanceof LabelWriteError)) throw new Error(`mutation ${index}, ${mediaType}`, { cause: error });
  }
}

function mutated(original: Uint8Array, random: SeededRandom): Uint8Array {
  let file = original;
  for (let times = 1 + random.below(3); times > 0 && file.length > 4; times -= 1) file = once(file, random);
  return file;
}

function once(file: Uint8Array, random: SeededRandom): Uint8Array {
  const at = random.below(file.length);
  const rest = file.length - at;
  const length = 1 + random.below(Math.min(64, rest));
  switch (random.below(8)) {
    case 0:
      return truncate(file, at);
    case 1:
      return remove(file, { start: at, length });
    case 2:
      return duplicate(file, { start: at, length });
    case 3:
      return insert(file, at, random.bytes(length));
    case 4: {
      const half = Math.floor(file.length / 2);
      const part = Math.min(length, half);
      return swap(file, { start: random.below(half - part + 1), length: part }, { start: half, length: part });
    }
    case 5:
      return setByte(file, at, EDGES[random.below(EDGES.length)] ?? 0);
    case 6:
      return setByte(file, at, random.below(256));
    default:
      return flipByte(file, at);
  }
}
