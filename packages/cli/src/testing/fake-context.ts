import { createAnalysisPool, type TrustSnapshot } from '@revera/provenance';
import type { CliContext, Output } from '../context.ts';
import { runProgram } from '../program.ts';
import type { ServerCommands } from '../server-commands.ts';

export interface Run {
  exit: number;
  stdout: string;
  stderr: string;
}

export interface FakeWorld {
  env?: Record<string, string>;
  installed?: TrustSnapshot | null;
  server?: Partial<ServerCommands>;
  terminal?: boolean;
}

/** Runs a command line inside this process, with the real engine and a world of the test's making. */
export async function runInProcess(argv: readonly string[], world: FakeWorld = {}): Promise<Run> {
  const written = { stdout: '', stderr: '' };
  const output = (name: 'stdout' | 'stderr'): Output => ({
    write: (text) => {
      written[name] += text;
    },
    isTerminal: world.terminal ?? false,
    columns: world.terminal === true ? 80 : undefined,
  });
  const context: CliContext = {
    env: world.env ?? {},
    stdout: output('stdout'),
    stderr: output('stderr'),
    now: () => new Date('2026-06-01T00:00:00Z'),
    cores: 1,
    createPool: createAnalysisPool,
    installedTrust: { loadInstalledTrust: async () => Promise.resolve(world.installed ?? null) },
    server: async () => Promise.resolve({ ...UNEXPECTED, ...world.server }),
  };
  const exit = await runProgram(argv, context);
  return { exit, ...written };
}

async function unexpected(): Promise<never> {
  return Promise.reject(new Error('the test expects no such call'));
}

const UNEXPECTED: ServerCommands = {
  loadInstalledTrust: unexpected,
  trustImport: unexpected,
  trustList: unexpected,
  trustRefresh: unexpected,
  createKey: unexpected,
  listKeys: unexpected,
  revokeKey: unexpected,
  showCertificates: unexpected,
  renewCertificate: unexpected,
  exportCertificates: unexpected,
  requestCertificate: unexpected,
  providerCode: unexpected,
  signFile: unexpected,
  init: unexpected,
  createAdministrator: unexpected,
  grantAdministrator: unexpected,
  revokeAdministrator: unexpected,
  listAdministrators: unexpected,
  adminFind: unexpected,
  suspendOrganization: unexpected,
  restoreOrganization: unexpected,
  resetPassword: unexpected,
  rotateSecrets: unexpected,
  secretsStatus: unexpected,
  serve: unexpected,
};
