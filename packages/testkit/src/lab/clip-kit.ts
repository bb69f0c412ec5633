import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyBytes, type Bytes } from '../bytes.ts';
import { plantMessage } from './plant-message.ts';
import { LAB_PROGRAMS, type LabProgram } from './programs.ts';

const TIMEOUT_MS = 60_000;
export const PICTURE = picture({ size: '320x180', rate: 24, seconds: 5 });
export const SOUND: readonly string[] = ['-f', 'lavfi', '-i', 'sine=f=440:r=44100:d=5'];
export const X264: readonly string[] = ['-pix_fmt', 'yuv420p', '-c:v', 'libx264', '-threads', '2'];

/** FFmpeg's arguments for a test picture. */
export function picture({ size, rate, seconds }: { size: string; rate: number; seconds: number }): string[] {
  return ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=${rate}:d=${seconds}`];
}

/** A folder in which programs write clips. What was made once is not made again. */
export class ClipKit {
  readonly folder = mkdtempSync(join(tmpdir(), 'revera-lab-'));

  /** The path of the clip that FFmpeg makes with these arguments. */
  ffmpeg(name: string, ...args: readonly (string | readonly string[])[]): string {
    const path = this.path(name);
    this.run('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args.flat(), path]);
    return path;
  }

  /** @throws {Error} the program failed, with what it said */
  run(program: LabProgram, args: readonly string[]): string {
    return execFileSync(LAB_PROGRAMS[program], [...args], {
      timeout: TIMEOUT_MS,
      encoding: 'utf8',
      cwd: this.folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  /** The plain clip that many cases begin with: H.264 and AAC by FFmpeg's defaults. */
  plain(): string {
    return this.#once('plain.mp4', () => this.ffmpeg('plain.mp4', PICTURE, SOUND, X264, '-c:a', 'aac'));
  }

  /** The plain clip without its encoder's message. */
  withoutMessage(): string {
    const bsf = ['-bsf:v', 'filter_units=remove_types=6'];
    return this.#once('bare.mp4', () => this.ffmpeg('bare.mp4', '-i', this.plain(), '-c', 'copy', bsf));
  }

  /** A clip with a message of H.264 put before its first picture, and then copied with further arguments. */
  withMessage(name: string, clip: string, uuid: string, text: string, ...more: readonly string[]): string {
    const planted = this.write(more.length === 0 ? name : `planted-${name}`, plantMessage(this.read(clip), uuid, text));
    return more.length === 0 ? planted : this.ffmpeg(name, '-i', planted, '-c', 'copy', more);
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  write(name: string, bytes: Uint8Array | string): string {
    writeFileSync(this.path(name), bytes);
    return this.path(name);
  }

  read(path: string): Bytes {
    return copyBytes(readFileSync(path));
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  readonly #made = new Map<string, string>();

  #once(name: string, make: () => string): string {
    const path = this.#made.get(name) ?? make();
    this.#made.set(name, path);
    return path;
  }
}
