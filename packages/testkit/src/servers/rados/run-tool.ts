import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { CEPH_ENVIRONMENT } from './environment.ts';

const run = promisify(execFile);
const TOOL_TIMEOUT_MS = 50_000;
const OUTPUT_BYTES = 16 * 1024 * 1024;

/** What a tool of Ceph prints; rejects when it fails, or finds no cluster in time. */
export async function runTool(name: string, args: readonly string[]): Promise<string> {
  const options = { env: CEPH_ENVIRONMENT, timeout: TOOL_TIMEOUT_MS, maxBuffer: OUTPUT_BYTES };
  return (await run(`/usr/bin/${name}`, [...args], options)).stdout;
}
