import { flipBit, seededRandom, setByte, truncate } from '@revera/testkit';
import { DecodeError } from '../bytes/decode-error.ts';
import { bufferSource } from '../bytes/random-access.ts';
import { applySplices } from '../label/write/splice.ts';
import { LabelWriteError, type LabelTest, type LabelWriter } from '../label/write/writer.ts';
import { MediaSource } from '../media/media-source.ts';

/** Stands in for the engine's own test: an object with the first element. */
export const isTestLabel: LabelTest = (bytes) => /^\{"Label":.*\}$/.test(new TextDecoder().decode(bytes));

export function testLabel(idChars = 8): string {
  return `{"Label":"1","ProduceID":"${'x'.repeat(idChars)}"}`;
}

/** The file with this label. */
export function withTestLabel(write: LabelWriter, bytes: Uint8Array, json = testLabel()): Uint8Array<ArrayBuffer> {
  const { splices } = write(MediaSource.of(bufferSource(bytes)), json, isTestLabel);
  return Uint8Array.from(applySplices(bytes, splices));
}

/** Why a writer refuses a file; null: it does not. Anything but a refusal is thrown. */
export function refusal(write: LabelWriter, bytes: Uint8Array): string | null {
  try {
    withTestLabel(write, bytes);
    return null;
  } catch (error) {
    if (error instanceof LabelWriteError) return error.code;
    if (error instanceof DecodeError) return 'damaged';
    throw error;
  }
}

/** Hands a writer the file cut at every length and with seeded damage; fails by what is no refusal. */
export function writeDamaged(write: LabelWriter, bytes: Uint8Array, rounds = 1500): number {
  const step = Math.max(1, Math.floor(bytes.length / 500));
  for (let length = 0; length < bytes.length; length += step) refusal(write, truncate(bytes, length));
  const random = seededRandom(bytes.length);
  for (let round = 0; round < rounds; round += 1) {
    const at = random.below(bytes.length);
    refusal(write, round % 2 === 0 ? flipBit(bytes, at, random.below(8)) : setByte(bytes, at, random.below(256)));
  }
  return rounds;
}
