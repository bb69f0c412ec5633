import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAuthority } from '@revera/testkit/authorities';
import { beforeAll, describe, expect, it } from 'vitest';
import { createLog, silentLog } from '../log.ts';
import { errorCode } from '../system-error.ts';
import { createCommandSigner, type CommandSignerOptions } from './command-signer.ts';
import { isSignature } from './signature-form.ts';
import { makeOperatorKey, temporaryFolder, type OperatorKey } from './test-keys.ts';

const BYTES = new Uint8Array(5000).fill(7);
const READS = `const input = require('fs').readFileSync(0); const key = require('fs').readFileSync(process.argv[1]);`;
const SIGNS = `${READS} const made = require('crypto').sign('sha256', input, key);`;

let key: OperatorKey;
let rsa: OperatorKey;

beforeAll(async () => {
  const authority = await createAuthority();
  [key, rsa] = [await makeOperatorKey('ES256', authority), await makeOperatorKey('PS256', authority)];
});

/** A signer whose program is this script; `process.argv[1]` is the key's file. */
async function signerOf(script: string, change: Partial<CommandSignerOptions> = {}, operator = key) {
  const folder = await temporaryFolder();
  const keyFile = join(folder, 'key.pem');
  await writeFile(keyFile, operator.keyPem);
  const { chainPem } = operator;
  const command = [process.execPath, '-e', script, keyFile] as const;
  const options = { chainPem, command: [...command] as [string, ...string[]], algorithm: null, log: silentLog };
  const signer = createCommandSigner({ ...options, timeoutMs: 60_000, environment: {}, ...change });
  return { signer, folder };
}

async function failure(script: string, change: Partial<CommandSignerOptions> = {}): Promise<string> {
  const { signer } = await signerOf(script, change);
  return signer.sign(BYTES).then(
    () => 'signed',
    (error: unknown) => String(errorCode(error) ?? error),
  );
}

describe('createCommandSigner', () => {
  it.each([
    ['DER', 'process.stdout.write(made)'],
    ['DER in base64 with a line end', `console.log(made.toString('base64'))`],
    ['r and s', `process.stdout.write(require('crypto').sign('sha256', input, { key, dsaEncoding: 'ieee-p1363' }))`],
  ])('takes a signature as %s', async (_, answers) => {
    const { signer } = await signerOf(`${SIGNS} ${answers}`);
    const signature = await signer.sign(BYTES);
    expect(signature).toHaveLength(64);
    expect(isSignature('ES256', key.publicKey, BYTES, signature)).toBe(true);
  });

  it('takes RSASSA-PSS signatures of the configured algorithm', async () => {
    const script = `${READS} process.stdout.write(require('crypto').sign('sha384', input, { key, padding: 6, saltLength: 48 }))`;
    const { signer } = await signerOf(script, { algorithm: 'PS384' }, rsa);
    expect(isSignature('PS384', rsa.publicKey, BYTES, await signer.sign(BYTES))).toBe(true);
  });

  it('refuses RSA signatures of another form', async () => {
    for (const options of ['padding: 6, saltLength: 20', 'padding: 1']) {
      const script = `${READS} process.stdout.write(require('crypto').sign('sha256', input, { key, ${options} }))`;
      const { signer } = await signerOf(script, {}, rsa);
      await expect(signer.sign(BYTES)).rejects.toMatchObject({ code: 'SIGNATURE_WRONG' });
    }
  });

  it('never lets a wrong signature out', async () => {
    const other = `process.stdout.write(require('crypto').sign('sha256', Buffer.from('other'), key))`;
    expect(await failure(`${READS} ${other}`)).toBe('SIGNATURE_WRONG');
    expect(await failure(`process.stdout.write(Buffer.alloc(64))`)).toBe('SIGNATURE_WRONG');
    expect(await failure(`process.stdout.write('no signature')`)).toBe('SIGNATURE_WRONG');
    expect(await failure('')).toBe('SIGNATURE_WRONG');
  });

  it('stops a program that answers too much, and one that answers too late with its children', async () => {
    expect(await failure(`for (;;) require('fs').writeSync(1, Buffer.alloc(4096))`)).toBe('SIGNATURE_WRONG');
    const child = `require('child_process').spawn('/bin/sleep', ['600'], { stdio: 'inherit' }); setInterval(() => 0, 9e5)`;
    expect(await failure(child, { timeoutMs: 50 })).toBe('TIMEOUT');
  });

  it('tells an absent program from one that refuses, and logs what it said on one line', async () => {
    expect(await failure('', { command: ['/nonexistent/program'] })).toBe('KEY_STORE_UNAVAILABLE');
    expect(await failure('', { command: ['a\0b'] })).toBe('KEY_STORE_UNAVAILABLE');
    const lines: string[] = [];
    const log = createLog({ level: 'info', write: (line) => void lines.push(line) });
    const talks = `console.error('no\\u001b[31m\\ntoken' + ' '.repeat(9000) + 'end'); process.exit(3)`;
    expect(await failure(talks, { log })).toBe('KEY_STORE_REFUSED');
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'error', status: 3, output: 'no [31m token' });
    expect(await failure(`process.kill(process.pid, 'SIGKILL')`)).toBe('KEY_STORE_REFUSED');
  });

  it('gives the program PATH, HOME and what is named for it, and no other variable', async () => {
    const script = `require('fs').writeFileSync(process.argv[1] + '.env', JSON.stringify(process.env)); process.exit(1)`;
    const environment = { PATH: '/bin', HOME: '/h', DATABASE_URL: 'secret', SIGNING_COMMAND_ENV_TOKEN_PIN: '1' };
    const { signer, folder } = await signerOf(script, { environment });
    await signer.sign(BYTES).catch(() => undefined);
    const seen: unknown = JSON.parse(await readFile(join(folder, 'key.pem.env'), 'utf8'));
    expect(seen).toEqual({ PATH: '/bin', HOME: '/h', TOKEN_PIN: '1' });
  });

  it('passes arguments without a shell', async () => {
    const folder = await temporaryFolder();
    const marker = join(folder, 'made by a shell');
    const command: [string, ...string[]] = [
      process.execPath,
      '-e',
      'process.exit(1)',
      `$(touch '${marker}')`,
      ';',
      '|',
    ];
    expect(await failure('', { command })).toBe('KEY_STORE_REFUSED');
    expect(existsSync(marker)).toBe(false);
  });

  it('signs many at once, and ends all runs when the service stops', async () => {
    const { signer } = await signerOf(`${SIGNS} process.stdout.write(made)`);
    const all = await Promise.all([1, 2, 3, 4, 5, 6].map(async (n) => signer.sign(Uint8Array.of(n))));
    all.forEach((signature, i) => {
      expect(isSignature('ES256', key.publicKey, Uint8Array.of(i + 1), signature)).toBe(true);
    });
    const stop = new AbortController();
    const ended = [1, 2, 3, 4, 5].map(() => failure('setInterval(() => 0, 9e5)', { signal: stop.signal }));
    setImmediate(() => stop.abort());
    expect(new Set(await Promise.all(ended))).toEqual(new Set(['KEY_STORE_UNAVAILABLE']));
  });
});
