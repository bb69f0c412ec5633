import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mediaKinds, type MediaKindName } from '@revera/testkit/media';

/** A file to be made. */
export interface FileSpec {
  kind: MediaKindName;
  /** Before it is signed. */
  sizeBytes: number;
  isSigned: boolean;
  /** Signed with an RSA key, with a picture in the manifest, as cameras and editors do. */
  isPictured?: boolean;
}

export interface MadeFile extends FileSpec {
  path: string;
  /** As it is on disk. */
  actualBytes: number;
}

export interface MadeFiles {
  files: MadeFile[];
  /** Their signers' roots. */
  rootPem: string;
}

const ROOT_FILE = 'root.pem';
const PROGRAM = fileURLToPath(new URL('./make-files-program.ts', import.meta.url));

/**
 * Makes the files in a process of its own: signing takes several times the memory of the file, and that memory must not
 * be there when something is measured.
 */
export async function makeFiles(folder: string, specs: readonly FileSpec[]): Promise<MadeFiles> {
  const args = ['--import', 'tsx', '--conditions=revera-source', PROGRAM, folder, ...specs.map(printSpec)];
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  await once(child, 'exit');
  if (child.exitCode !== 0) throw new Error(`the files could not be made: exit code ${child.exitCode}`);
  const files = specs.map(async (spec): Promise<MadeFile> => {
    const path = pathOf(folder, spec);
    return { ...spec, path, actualBytes: (await stat(path)).size };
  });
  return { files: await Promise.all(files), rootPem: await readFile(rootPathOf(folder), 'utf8') };
}

export function pathOf(folder: string, spec: FileSpec): string {
  return join(folder, `${printSpec(spec).replaceAll(':', '-')}.${mediaKinds[spec.kind].extension}`);
}

export function rootPathOf(folder: string): string {
  return join(folder, ROOT_FILE);
}

function printSpec({ kind, sizeBytes, isSigned, isPictured }: FileSpec): string {
  return `${kind}:${sizeBytes}:${isPictured === true ? 'pictured' : isSigned ? 'signed' : 'unsigned'}`;
}

/** @throws {TypeError} when it is not one */
export function parseSpec(text: string): FileSpec {
  const [kind = '', size = '', signing = ''] = text.split(':');
  if (!isKind(kind) || !/^\d+$/.test(size)) throw new TypeError(`${text} names no file`);
  return { kind, sizeBytes: Number(size), isSigned: signing !== 'unsigned', isPictured: signing === 'pictured' };
}

function isKind(name: string): name is MediaKindName {
  return Object.hasOwn(mediaKinds, name);
}
