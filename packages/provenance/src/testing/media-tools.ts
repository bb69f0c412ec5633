import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

/** Programs of other hands that read media; the tests with one skip where it is not installed. */
type MediaTool = 'exiftool' | 'ffmpeg' | 'ffprobe' | 'mediainfo';

const VERSION_OPTION: Readonly<Record<MediaTool, string>> = {
  exiftool: '-ver',
  ffmpeg: '-version',
  ffprobe: '-version',
  mediainfo: '--Version',
};

const TIMEOUT_MS = 60_000;
const OUTPUT_BYTES = 64 * 1024 * 1024;
const run = promisify(execFile);

/** Whether the program is installed. When it is not, one line says what is skipped. */
export function hasMediaTool(name: MediaTool): boolean {
  const isPresent = isInstalled(name);
  if (!isPresent) console.info(`${name} is absent: the tests of written files with it are skipped`);
  return isPresent;
}

function isInstalled(name: MediaTool): boolean {
  const { status, error } = spawnSync(name, [VERSION_OPTION[name]]);
  // MediaInfo answers its version with a code of its own.
  return error === undefined && (status === 0 || name === 'mediainfo');
}

/** All that ffprobe says of a file and its streams, as text. */
export async function probe(path: string): Promise<string> {
  const args = ['-v', 'error', '-show_format', '-show_streams', '-of', 'json', path];
  return (await run('ffprobe', args, { timeout: TIMEOUT_MS, maxBuffer: OUTPUT_BYTES })).stdout;
}

/** All that MediaInfo says of a file, as text. */
export async function mediaInfo(path: string): Promise<string> {
  return (await run('mediainfo', ['--Full', path], { timeout: TIMEOUT_MS, maxBuffer: OUTPUT_BYTES })).stdout;
}

/** What exiftool reads of each file: all tags but those of the file system. */
export async function readTags(paths: readonly string[]): Promise<Record<string, unknown>[]> {
  const options = ['-j', '-G1', '-struct', '-a', '-b', '--System:all'];
  const { stdout } = await run('exiftool', [...options, ...paths], { timeout: TIMEOUT_MS, maxBuffer: OUTPUT_BYTES });
  const all: unknown = JSON.parse(stdout);
  if (!Array.isArray(all)) throw new TypeError('exiftool gave no list');
  return all.map((tags: unknown) => {
    if (typeof tags !== 'object' || tags === null) throw new TypeError('exiftool gave no tags');
    return { ...tags };
  });
}

/** Writes tags into a file, as its arguments say; those that the format has no place for are passed over. */
export async function writeTags(path: string, args: readonly string[]): Promise<void> {
  await run('exiftool', ['-q', '-q', '-m', '-overwrite_original', ...args, path], { timeout: TIMEOUT_MS });
}

/** Digests of all that ffmpeg decodes of a file, frame by frame; rejects when it decodes nothing. */
export async function digestFrames(path: string): Promise<string> {
  const args = ['-nostdin', '-v', 'error', '-threads', '1', '-i', path, '-map', '0', '-f', 'framemd5', '-'];
  const { stdout } = await run('ffmpeg', args, { timeout: TIMEOUT_MS, maxBuffer: OUTPUT_BYTES });
  return stdout;
}
