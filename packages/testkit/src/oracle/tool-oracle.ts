import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Independent programs that read media; not needed to run the tests, only to check the builders. */
export const oracleTools = { ffmpeg: '/usr/bin/ffmpeg', exiftool: '/usr/bin/exiftool' };

const TOOL_TIMEOUT_MS = 20_000;
const run = promisify(execFile);

/** Says once, by its answer and one line, whether a test with this tool can run. */
export function hasOracleTool(name: keyof typeof oracleTools): boolean {
  const present = existsSync(oracleTools[name]);
  if (!present) console.info(`${name} is absent: its checks of the builders are skipped`);
  return present;
}

/** Decodes every frame; rejects with the errors ffmpeg prints. */
export async function decodeWithFfmpeg(bytes: Uint8Array, extension: string): Promise<void> {
  const { stderr } = await onFile(bytes, extension, (path) => {
    const options = ['-nostdin', '-v', 'error', '-xerror', '-threads', '1'];
    return run(oracleTools.ffmpeg, [...options, '-i', path, '-f', 'null', '-'], { timeout: TOOL_TIMEOUT_MS });
  });
  if (stderr.trim() !== '') throw new Error(stderr.trim());
}

/** The tags that exiftool reads, by name. Its warnings and errors are the tags `Warning` and `Error`. */
export async function readWithExiftool(bytes: Uint8Array, extension: string): Promise<Record<string, unknown>> {
  const read = (path: string) => run(oracleTools.exiftool, ['-json', path], { timeout: TOOL_TIMEOUT_MS });
  const tags: unknown = JSON.parse((await onFile(bytes, extension, read)).stdout);
  const first: unknown = Array.isArray(tags) ? tags[0] : undefined;
  if (typeof first !== 'object' || first === null) throw new TypeError('exiftool gave no object');
  return { ...first };
}

async function onFile<T>(bytes: Uint8Array, extension: string, use: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'revera-oracle-'));
  try {
    const path = join(folder, `file.${extension}`);
    await writeFile(path, bytes);
    return await use(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
