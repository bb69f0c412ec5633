import { createPublicKey } from 'node:crypto';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAuthority, type Authority } from '@revera/testkit/authorities';
import { createSoftHsm, hasSoftHsm, type SoftHsm } from '@revera/testkit/servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '../log.ts';
import { createCommandSigner } from './command-signer.ts';
import { isSignature } from './signature-form.ts';
import { certifyKey, temporaryFolder } from './test-keys.ts';

const BYTES = new Uint8Array(5000).fill(7);
const PSS = ['--mechanism', 'SHA256-RSA-PKCS-PSS', '--mgf', 'MGF1-SHA256', '--salt-len', '32'];

describe.skipIf(!hasSoftHsm())('a key in a PKCS#11 token', () => {
  let token: SoftHsm;
  let authority: Authority;

  beforeAll(async () => {
    [token, authority] = [await createSoftHsm(), await createAuthority()];
  });
  afterAll(async () => token.close());

  const open = async (spki: Uint8Array, command: [string, ...string[]], pin?: string) => {
    const given = { ...token.environment, ...(pin === undefined ? {} : { TOKEN_PIN: pin }) };
    const named = Object.entries(given).map(([name, value]) => [`SIGNING_COMMAND_ENV_${name}`, value] as const);
    const environment: Record<string, string> = { PATH: '/usr/bin:/bin', ...Object.fromEntries(named) };
    const chainPem = await certifyKey(spki, authority);
    return createCommandSigner({ chainPem, command, timeoutMs: 60_000, algorithm: null, log: silentLog, environment });
  };
  const publicKey = (spki: Uint8Array) => createPublicKey({ key: Buffer.from(spki), type: 'spki', format: 'der' });

  it('signs with RSASSA-PSS, hashing in the token', async () => {
    const spki = await token.makeKey('rsa:2048', '01');
    const signer = await open(spki, token.signCommand('01', ...PSS));
    expect(signer.algorithm).toBe('PS256');
    expect(isSignature('PS256', publicKey(spki), BYTES, await signer.sign(BYTES))).toBe(true);
    const other = await open(await token.makeKey('rsa:2048', '02'), token.signCommand('01', ...PSS));
    await expect(other.sign(BYTES)).rejects.toMatchObject({ code: 'SIGNATURE_WRONG' });
    const locked = await open(spki, token.signCommand('01', ...PSS), '9999');
    await expect(locked.sign(BYTES)).rejects.toMatchObject({ code: 'KEY_STORE_REFUSED' });
  });

  // Processes that open a SoftHSM token at the same moment sometimes do not see it; the lock of docs/signing-keys.md helps.
  it('signs many at once, one run after the other', async () => {
    const spki = await token.makeKey('rsa:2048', '05');
    const lock = join(await temporaryFolder(), 'lock');
    const signer = await open(spki, ['/usr/bin/flock', lock, ...token.signCommand('05', ...PSS)]);
    const signatures = await Promise.all(Array.from({ length: 12 }, async () => signer.sign(BYTES)));
    expect(signatures.every((signature) => isSignature('PS256', publicKey(spki), BYTES, signature))).toBe(true);
  });

  // SoftHSM 2.6 signs with ECDSA over a hash only, as many modules do; the script of docs/signing-keys.md makes it.
  it.each(['rs', 'sequence'])('signs with ECDSA over a hash, answering in the form %s', async (form) => {
    const id = form === 'rs' ? '03' : '04';
    const spki = await token.makeKey('EC:prime256v1', id);
    const script = join(await temporaryFolder(), 'sign');
    const sign = token.signCommand(id, '--mechanism', 'ECDSA', '--signature-format', form).join(' ');
    await writeFile(script, `#!/bin/sh\nopenssl dgst -sha256 -binary | ${sign}\n`);
    await chmod(script, 0o700);
    const signer = await open(spki, [script]);
    expect(signer.algorithm).toBe('ES256');
    expect(isSignature('ES256', publicKey(spki), BYTES, await signer.sign(BYTES))).toBe(true);
  });
});
