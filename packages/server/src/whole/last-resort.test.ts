import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInstallation, PATIENCE_MS, type Installation } from './server-process.ts';

/** Makes the process fail when it is sent a signal; the message is longer than what is printed at once. */
const FAILURES = [
  `const fail=()=>new Error('nobody catches this '+'x'.repeat(6000))`,
  `process.on('SIGUSR2',()=>{throw fail()})`,
  `process.on('SIGHUP',()=>{Promise.reject(fail())})`,
].join(';');

let installation: Installation;
beforeAll(async () => {
  const options = `--import=data:text/javascript,${encodeURIComponent(FAILURES).replaceAll("'", '%27')}`;
  installation = await createInstallation({ NODE_OPTIONS: options });
});
afterAll(() => installation.clear());

describe('what nobody catches', { timeout: PATIENCE_MS }, () => {
  it.each(['SIGUSR2', 'SIGHUP'] as const)('ends the service with one whole line in its log (%s)', async (signal) => {
    const server = await installation.start();
    server.signal(signal);
    const { exit, stderr } = await server.exited;
    expect(exit).toBe(1);
    const told = stderr.split('\n').filter((line) => line.includes('nobody catches this'));
    expect(told).toHaveLength(1);
    expect(JSON.parse(told[0] ?? '')).toMatchObject({
      level: 'fatal',
      err: { type: 'Error', message: expect.stringMatching(/x{6000}$/) as string, stack: expect.any(String) as string },
      msg: 'an error that nobody caught ends the process',
    });
  });
});
