import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { mediaKinds } from '@revera/testkit/media';
import type { MadeFile } from '../files.ts';
import { member } from '../server-process.ts';

/** The reference implementation as a native library, in one warm Python process. */
export interface NativeLibrary {
  /** With its version. */
  name: string;
  /** Milliseconds of the library's own call. @throws when it cannot sign the file */
  sign(file: MadeFile): Promise<number>;
  close(): Promise<void>;
}

/** What a scenario says where it is absent. */
export const NO_NATIVE_LIBRARY =
  'The Python module c2pa is absent (pip install c2pa-python), so nothing is compared with the native library.';

const SCRIPT = fileURLToPath(new URL('native_library.py', import.meta.url));

/** Starts it with a signer (paths of PEM files) and a place for what it signs; null when it is not installed. */
export async function openNativeLibrary(signer: {
  chain: string;
  key: string;
  output: string;
}): Promise<NativeLibrary | null> {
  const child = spawn('python3', [SCRIPT, signer.chain, signer.key], { stdio: ['pipe', 'pipe', 'ignore'] });
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  const closed = once(child, 'close').catch(() => undefined);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async (name: string): Promise<unknown> => {
    const line: IteratorResult<string, unknown> = await lines.next();
    return line.done === true ? undefined : member(JSON.parse(line.value), name);
  };
  const name = await answer('name');
  if (typeof name !== 'string') return null;
  return {
    name,
    sign: async (file) => {
      const request = { path: file.path, media_type: mediaKinds[file.kind].mediaType, output: signer.output };
      child.stdin.write(`${JSON.stringify(request)}\n`);
      const ms = await answer('ms');
      if (typeof ms !== 'number') throw new Error(`the native library did not sign ${file.path}`);
      return ms;
    },
    close: async () => {
      child.stdin.end();
      await closed;
    },
  };
}
