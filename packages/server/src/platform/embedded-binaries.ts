import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { EmbeddedPostgresError, USE_OWN_SERVER } from './embedded-postgres-error.ts';
import { canReach, type ServerUser } from './embedded-user.ts';
import type { Log } from './log.ts';
import { errorCode } from './system-error.ts';

/** Root may always make this folder, and every user may enter it. */
const SYSTEM_DIR = '/var/lib/revera';

/**
 * The folder of `initdb` and `postgres`, ready to run as `user`: from `node_modules`, or from a copy when the user cannot enter
 * there or we cannot complete it.
 *
 * @throws EmbeddedPostgresError when this platform has no binaries.
 */
export function findPostgresBinaries(options: BinariesOptions): string {
  return prepareBinaries(findPackage(), options);
}

export interface BinariesOptions {
  dataDir: string;
  user: ServerUser | undefined;
  log: Log;
}

/** The same for a given package folder. */
export function prepareBinaries(packageDir: string, options: BinariesOptions): string {
  const installed = join(packageDir, 'native');
  const reachable = options.user === undefined || filesReachable(installed, options.user);
  if (reachable && hydrateSymlinks(packageDir)) return join(installed, 'bin');
  return join(copyNative(packageDir, options), 'bin');
}

function findPackage(): string {
  const name = `${process.platform}-${process.arch}`;
  if (process.platform === 'win32') {
    throw new EmbeddedPostgresError(`The embedded database does not run on Windows. ${USE_OWN_SERVER}`);
  }
  try {
    // The binaries are a dependency of this package, so they are looked up from where it lies.
    const parent = createRequire(import.meta.url).resolve('embedded-postgres');
    return dirname(dirname(createRequire(parent).resolve(`@embedded-postgres/${name}`)));
  } catch (error) {
    throw new EmbeddedPostgresError(
      `There are no PostgreSQL binaries for ${name}, or optional dependencies were left out at installation. ${USE_OWN_SERVER}`,
      { cause: error },
    );
  }
}

function filesReachable(native: string, user: ServerUser): boolean {
  return ['bin/postgres', 'bin/initdb', 'lib', 'share'].every((path) => canReach(join(native, path), user));
}

/**
 * The package's libraries are found by names that its install script would make as links; install scripts are not run, so the
 * links are made here. False when the folder cannot be written.
 */
function hydrateSymlinks(packageDir: string): boolean {
  for (const { source, target } of readSymlinkTable(packageDir)) {
    const link = join(packageDir, target);
    try {
      symlinkSync(relative(dirname(link), join(packageDir, source)), link);
    } catch (error) {
      const code = errorCode(error);
      if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') {
        if (existsSync(link)) continue;
        return false;
      }
      if (code !== 'EEXIST') throw error;
    }
  }
  return true;
}

function readSymlinkTable(packageDir: string): { source: string; target: string }[] {
  const table: unknown = JSON.parse(readFileSync(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8'));
  if (!Array.isArray(table))
    throw new EmbeddedPostgresError('pg-symlinks.json of the PostgreSQL binaries is not a list');
  return table.map((row: unknown) => {
    if (typeof row === 'object' && row !== null && 'source' in row && 'target' in row) {
      const { source, target } = row;
      if (typeof source === 'string' && typeof target === 'string') return { source, target };
    }
    throw new EmbeddedPostgresError('pg-symlinks.json of the PostgreSQL binaries has a malformed row');
  });
}

function copyNative(packageDir: string, options: BinariesOptions): string {
  const folder = join(copyParent(options), `postgres-binaries-${packageVersion(packageDir)}`);
  const native = join(folder, 'native');
  if (existsSync(native)) return native;
  options.log.info({ folder }, 'copying the PostgreSQL binaries to where the server may run them');
  const partial = `${folder}.${process.pid}`;
  mkdirSync(partial, { recursive: true });
  cpSync(join(packageDir, 'native'), join(partial, 'native'), { recursive: true, verbatimSymlinks: true });
  openToAll(partial);
  if (!hydrateSymlinks(partial)) throw new EmbeddedPostgresError(`cannot write in ${partial}`);
  try {
    renameSync(partial, folder);
  } catch (error) {
    if (!existsSync(native)) throw error;
    // Another process finished the same copy first.
    rmSync(partial, { recursive: true, force: true });
  }
  return native;
}

/** Beside the data; as root, in the system's folder for such things when the server's user cannot enter there. */
function copyParent(options: { dataDir: string; user: ServerUser | undefined }): string {
  if (options.user === undefined || canReach(options.dataDir, options.user)) return options.dataDir;
  mkdirSync(SYSTEM_DIR, { recursive: true, mode: 0o755 });
  return SYSTEM_DIR;
}

function packageVersion(packageDir: string): string {
  const json: unknown = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8'));
  const version = typeof json === 'object' && json !== null && 'version' in json ? json.version : undefined;
  return typeof version === 'string' && /^[\w.-]+$/.test(version) ? version : 'unknown';
}

/** The server's user may read the copy and run its programs, whatever the umask of the installation was. */
function openToAll(path: string): void {
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue;
    const full = join(entry.parentPath, entry.name);
    const mode = statSync(full).mode;
    chmodSync(full, entry.isDirectory() || (mode & 0o100) !== 0 ? 0o755 : 0o644);
  }
  chmodSync(path, 0o755);
}
