import { latin1Text } from '../../bytes/latin1-text.ts';
import type { Notebook } from '../notebook.ts';

const LAVC = /Lavc[0-9.]*/;
/** A silent frame of the library that most servers use for AAC: fill elements of one value after a fixed head. */
const FDK_FILL = 0x5a;
const FDK_FILL_RUN = 8;
/** Silence as Google's servers write it. */
const GOOGLE_SILENCE = [0x05, 0x00, 0xa0, 0x1b, 0xff, 0xc0];

/** Who encoded the sound, by its first samples. */
export function readAacSample(notebook: Notebook, bytes: Uint8Array, path: string, offset: number): void {
  const text = latin1Text(bytes);
  const lavc = LAVC.exec(text);
  if (lavc !== null) {
    notebook.see('audio.encoder', 'lavc', path, offset + lavc.index);
    notebook.see('audio.lavc', lavc[0], path, offset + lavc.index);
    return;
  }
  if (longestRun(bytes, FDK_FILL) >= FDK_FILL_RUN) notebook.see('audio.encoder', 'fdk-like', path, offset);
  else if (bytes[0] === 0x21 && GOOGLE_SILENCE.every((byte, index) => bytes[2 + index] === byte)) {
    notebook.see('audio.encoder', 'google-silence', path, offset);
  }
}

/** The encoder that an MP3 frame's header of Xing or LAME names. */
export function readMp3Sample(notebook: Notebook, bytes: Uint8Array, path: string, offset: number): void {
  const found = /(?:LAME\d\.\d{2}|Lavc[0-9.]+)/.exec(latin1Text(bytes));
  if (found !== null)
    notebook.see('audio.encoder', found[0].startsWith('LAME') ? 'lame' : 'lavc', path, offset + found.index);
}

function longestRun(bytes: Uint8Array, value: number): number {
  let [run, longest] = [0, 0];
  for (const byte of bytes) {
    run = byte === value ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}
