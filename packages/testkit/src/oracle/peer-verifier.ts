import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'vitest';
import { decodePeerReading, member, type PeerName, type PeerReading } from './peer-reading.ts';

/** Certificates in PEM that a peer trusts; empty for none. It has no others of its own. */
export interface PeerTrust {
  /** Lists of claim signers, each with the key purposes (dotted identifiers) that it counts for. */
  signers: readonly { anchors: string; allowed: string; purposes: readonly string[] }[];
  /** Anchors of time-stamping authorities. */
  time_stamps: string;
  /** Anchors of CAWG identities. */
  identities: string;
}

/** How the native peer is to sign a file: its own settings and manifest definition. */
export interface PeerSigning {
  path: string;
  media_type: string;
  output: string;
  settings: object;
  manifest: object;
}

/** One process for as many files as there are. */
export interface PeerVerifier {
  /** With its version. */
  name: string;
  /** Sets the certificates for all files read from now on. */
  use(trust: PeerTrust): Promise<void>;
  read(path: string, mediaType: string): Promise<PeerReading>;
  /** Rejects with what the peer says when it cannot. */
  sign(signing: PeerSigning): Promise<void>;
  close(): Promise<void>;
}

const SCRIPT = fileURLToPath(new URL('peer_verifier.py', import.meta.url));
/** The second peer stores its telemetry setting in a folder; this is not one, so it stores nothing. */
const ENVIRONMENT = { ENCYPHER_C2PA_CONFIG_DIR: '/dev/null', PYTHONDONTWRITEBYTECODE: '1' };

/** A group of tests with all peers; without them it is one skipped test that says what is missing. */
export function describeWithPeers(title: string, tests: () => void): void {
  const isInstalled = spawnSync('python3', [SCRIPT, '--check'], { stdio: 'ignore' }).status === 0;
  describe(title, () => {
    if (isInstalled) tests();
    else it('has its peers', (ctx) => ctx.skip('skipped: the Python modules of oracle/requirements.txt are absent'));
  });
}

/** Starts a peer; rejects when Python or its module is not installed. */
export async function openPeerVerifier(peer: PeerName): Promise<PeerVerifier> {
  const child = spawn('python3', ['-X', 'utf8', SCRIPT, peer], { env: { ...process.env, ...ENVIRONMENT } });
  const ask = conversation(child);
  const answered = async (request: object | null): Promise<unknown> => {
    const answer = await ask(request);
    if (answer === null) throw new Error(`${peer} is absent, or ended at ${JSON.stringify(request).slice(0, 200)}`);
    return answer;
  };
  return {
    name: String(member(await answered(null), 'name')),
    use: async (trust) => void (await answered({ trust })),
    read: async (path, mediaType) => decodePeerReading(peer, await answered({ path, media_type: mediaType })),
    sign: async (signing) => {
      const error = member(await answered(signing), 'error');
      if (error !== undefined) throw new Error(JSON.stringify(error));
    },
    close: async () => {
      const closed = child.exitCode === null ? once(child, 'close') : null;
      child.stdin.end();
      await closed;
    },
  };
}

/** Asks one thing after another, each as a line. Null when there is no program or it has ended. */
function conversation(child: ChildProcessWithoutNullStreams): (request: object | null) => Promise<unknown> {
  let failure = '';
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  child.stderr.on('data', (text) => (failure += String(text)));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let last: Promise<unknown> = Promise.resolve();
  const exchange = async (request: object | null): Promise<unknown> => {
    if (request !== null) child.stdin.write(`${JSON.stringify(request)}\n`);
    const line: IteratorResult<string, unknown> = await lines.next();
    if (failure.includes('Traceback')) throw new Error(failure);
    return line.done === true ? null : JSON.parse(line.value);
  };
  return (request) => (last = last.then(() => exchange(request)));
}
