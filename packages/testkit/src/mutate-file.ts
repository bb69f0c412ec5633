import { duplicate, flipByte, insert, remove, setByte, swap, truncate } from './mutate.ts';
import type { SeededRandom } from './seeded-random.ts';

/** Values that lengths, counts and offsets are attacked with. */
const EDGES = [0x00, 0x01, 0x7f, 0x80, 0xff];
const PART_MAX_BYTES = 64;
const TIMES_MAX = 3;
const SMALLEST_BYTES = 4;

/** The file with one to three changes of any kind: cut, removed, doubled, inserted, exchanged, overwritten. */
export function mutateFile(original: Uint8Array, random: SeededRandom): Uint8Array {
  let file = original;
  for (let times = 1 + random.below(TIMES_MAX); times > 0 && file.length > SMALLEST_BYTES; times -= 1) {
    file = mutateOnce(file, random);
  }
  return file;
}

function mutateOnce(file: Uint8Array, random: SeededRandom): Uint8Array {
  const start = random.below(file.length);
  const length = 1 + random.below(Math.min(PART_MAX_BYTES, file.length - start));
  switch (random.below(8)) {
    case 0:
      return truncate(file, start);
    case 1:
      return remove(file, { start, length });
    case 2:
      return duplicate(file, { start, length });
    case 3:
      return insert(file, start, random.bytes(length));
    case 4: {
      const half = Math.floor(file.length / 2);
      const part = Math.min(length, half);
      return swap(file, { start: random.below(half - part + 1), length: part }, { start: half, length: part });
    }
    case 5:
      return setByte(file, start, EDGES[random.below(EDGES.length)] ?? 0);
    case 6:
      return setByte(file, start, random.below(256));
    default:
      return flipByte(file, start);
  }
}
