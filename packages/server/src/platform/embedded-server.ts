import { spawn, type ChildProcess } from 'node:child_process';
import { chownSync, closeSync, fstatSync, ftruncateSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { cannotRun, reachableFolder, serverEnvironment } from './embedded-process.ts';
import { canReach, type ServerUser } from './embedded-user.ts';
import { PLATFORM_LIMITS } from './limits.ts';
import { createLease, type ServerLease } from './server-lease.ts';

/** A server process that was just started; it may still be recovering, or refuse and end. */
export interface StartedServer {
  runDir: string;
  lease: ServerLease;
  /** Resolves when the server has ended, for whatever reason, with the end of its log. */
  ended: Promise<string>;
}

export interface StartServerOptions {
  clusterDir: string;
  binDir: string;
  logPath: string;
  user: ServerUser | undefined;
  durable: boolean;
}

/**
 * Runs the server and stops it when its last user is gone (end of standard input). The lease's pipe is removed first, so that
 * nobody joins a server that is ending, and only `cat` reads it, so that writing fails once it has met the end. Descriptor 4
 * belongs to the server alone and tells its starter that it ended.
 */
const WATCHDOG = `
exec 5<&0 </dev/null
"$@" 5<&- & server=$!
exec 3<&- 4>&-
trap "" INT TERM HUP
cat <&5 >/dev/null 5<&- & reader=$!
exec 5<&-
wait $reader
rm -f "$RUN_DIR/hold"
kill -INT $server 2>/dev/null
wait $server
rm -rf "$RUN_DIR"
`;

/** Starts the server on a socket in its own private folder. Does not wait until it is ready. */
export async function startServer(options: StartServerOptions): Promise<StartedServer> {
  const runDir = makeRunDir(options.user);
  const { lease, watchdogEnd } = await createLease(runDir, options.user);
  const logFile = openSync(options.logPath, 'a+', 0o600);
  const data = reachableFolder(options.clusterDir, options.user);
  try {
    if (fstatSync(logFile).size > PLATFORM_LIMITS.databaseLogBytes) ftruncateSync(logFile);
    const logStart = fstatSync(logFile).size;
    const args = [join(options.binDir, 'postgres'), ...serverArguments(data.argument, runDir, options.durable)];
    const child = spawn('sh', ['-c', WATCHDOG, 'postgres-watchdog', ...args], {
      ...options.user,
      cwd: '/',
      env: serverEnvironment({ RUN_DIR: runDir }),
      stdio: [watchdogEnd, logFile, logFile, data.descriptor, 'pipe'],
      // Its own session: Ctrl-C in the terminal reaches only us, and we end the server in order.
      detached: true,
    });
    child.unref();
    return { runDir, lease, ended: serverEnd(child, options.logPath, logStart) };
  } catch (error) {
    lease.release();
    rmSync(runDir, { recursive: true, force: true });
    throw error;
  } finally {
    closeSync(watchdogEnd);
    closeSync(logFile);
    data.close();
  }
}

function serverArguments(dataArgument: string, runDir: string, durable: boolean): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '',
    unix_socket_permissions: '0700',
    max_connections: '200',
    log_checkpoints: 'off',
    // Failed statements reach the caller as errors; in this file they would only repeat personal data.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }),
  };
  return ['-D', dataArgument, '-k', runDir, ...Object.entries(settings).flatMap(([k, v]) => ['-c', `${k}=${v}`])];
}

/** A new private folder with a short path, wherever the data is: the path of a Unix socket is limited. */
function makeRunDir(user: ServerUser | undefined): string {
  const longest = join(tmpdir(), 'revera-pg-XXXXXX', '.s.PGSQL.5432');
  const fits = Buffer.byteLength(longest) <= PLATFORM_LIMITS.socketPathBytes;
  const parent = fits && (user === undefined || canReach(tmpdir(), user)) ? tmpdir() : '/tmp';
  const runDir = mkdtempSync(join(parent, 'revera-pg-'));
  if (user) chownSync(runDir, user.uid, user.gid);
  return runDir;
}

async function serverEnd(child: ChildProcess, logPath: string, logStart: number): Promise<string> {
  const pipe = child.stdio[4];
  const failed = once(child, 'error').then(([error]: unknown[]) => {
    throw cannotRun('sh', error);
  });
  if (!pipe || !('resume' in pipe)) return failed;
  // Watching the server must not keep our process alive. The pipe is a socket, though its type does not say so.
  const unref: unknown = Reflect.get(pipe, 'unref');
  if (typeof unref === 'function') Reflect.apply(unref, pipe, []);
  pipe.resume();
  await Promise.race([once(pipe, 'close'), failed]);
  return readTail(logPath, logStart);
}

function readTail(path: string, start: number): string {
  const file = openSync(path, 'r');
  try {
    const from = Math.max(start, fstatSync(file).size - PLATFORM_LIMITS.databaseLogTailBytes);
    const buffer = Buffer.alloc(PLATFORM_LIMITS.databaseLogTailBytes);
    return buffer.toString('utf8', 0, readSync(file, buffer, 0, buffer.length, from)).trim();
  } finally {
    closeSync(file);
  }
}
