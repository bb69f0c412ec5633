import { DecodeError } from '../bytes/decode-error.ts';
import { bufferSource } from '../bytes/random-access.ts';
import { applySplices } from '../label/write/splice.ts';
import { LabelWriteError, type LabelTest, type LabelWriter } from '../label/write/writer.ts';
import { MediaSource } from '../media/media-source.ts';

/** Stands in for the engine's own test: an object with the first element. */
const isTestLabel: LabelTest = (bytes) => /^\{"Label":.*\}$/.test(new TextDecoder().decode(bytes));

export function testLabel(idChars = 8): string {
  return `{"Label":"1","ProduceID":"${'x'.repeat(idChars)}"}`;
}

/** The file with this label. */
export function withTestLabel(write: LabelWriter, bytes: Uint8Array, json = testLabel()): Uint8Array<ArrayBuffer> {
  const { splices } = write(MediaSource.of(bufferSource(bytes)), json, isTestLabel);
  return Uint8Array.from(applySplices(bytes, splices));
}

/** Why a writer refuses a file; null when it does not. Anything but a refusal is thrown. */
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
