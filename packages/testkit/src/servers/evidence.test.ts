import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createAuthority } from '../authorities/certificate-authority.ts';
import { hasOpenssl, runOpenssl } from '../authorities/openssl.ts';
import { stapleOcsp, type OcspStaple } from './staple-ocsp.ts';
import { createTimeStampSigner } from './time-stamp-authority.ts';
import { buildTimeStampToken, grantedTimeStamp } from './time-stamp-token.ts';

const TIME = new Date('2025-03-04T05:06:07Z');
const printed = (output: Uint8Array): string => Buffer.from(output).toString();

describe.runIf(hasOpenssl())('evidence beside a signature, as openssl sees it', () => {
  const data = Buffer.from('what is stamped');
  const imprint = createHash('sha256').update(data).digest();

  it('is a time stamp of any time that openssl verifies, as a token and as a response', async () => {
    const signer = await createTimeStampSigner();
    const token = await buildTimeStampToken({ imprint, time: TIME, signer });
    const files = { token, response: grantedTimeStamp(token), root: signer.rootPem, data };
    const verify = 'ts -verify -data data -CAfile root -attime 1741064767';
    expect(printed(await runOpenssl(`${verify} -in token -token_in`.split(' '), files))).toContain('Verification: OK');
    expect(printed(await runOpenssl(`${verify} -in response`.split(' '), files))).toContain('Verification: OK');
    const text = printed(await runOpenssl('ts -reply -in response -text'.split(' '), files));
    expect(text).toContain('Mar  4 05:06:07 2025 GMT');
    const other = { ...files, data: Buffer.from('something else') };
    await expect(runOpenssl(`${verify} -in token -token_in`.split(' '), other)).rejects.toThrow('imprint');
  });

  it('may be signed at another time than it names', async () => {
    const signer = await createTimeStampSigner();
    const signingTime = new Date('2026-01-02T03:04:05Z');
    const token = await buildTimeStampToken({ imprint, time: TIME, signingTime, signer });
    const text = printed(await runOpenssl('cms -cmsout -print -noout -inform DER -in token'.split(' '), { token }));
    expect(text).toContain('Jan  2 03:04:05 2026 GMT');
    const stamped = printed(await runOpenssl('ts -reply -in token -token_in -text'.split(' '), { token }));
    expect(stamped).toContain('Mar  4 05:06:07 2025 GMT');
  });

  const check = async (staple: OcspStaple): Promise<string> => {
    const signer = await createAuthority();
    const answer = await stapleOcsp(signer, staple, TIME);
    const files = { answer, issuer: signer.intermediate.pem, cert: signer.leaf.pem, root: signer.rootPem };
    const args = 'ocsp -respin answer -issuer issuer -cert cert -CAfile root -verify_other issuer -attime 1741064767';
    return printed(await runOpenssl(args.split(' '), files));
  };

  it.each<[OcspStaple, string]>([
    ['good', 'good\n\tThis Update: Mar  4 '],
    ['good_by_issuer', 'good\n\tThis Update: Mar  4 '],
    ['revoked', 'revoked\n\tThis Update: Mar  4 '],
    ['expired', 'good\n\tThis Update: Feb  2 '],
  ])('is an OCSP answer that verifies: %s', async (staple, said) => {
    expect(await check(staple)).toContain(said);
  });

  it('is an OCSP answer that does not verify', async () => {
    await expect(check('badly_signed')).rejects.toThrow('Response Verify Failure');
  });

  it('is no OCSP answer at all', async () => {
    const answer = await stapleOcsp(await createAuthority(), 'rubbish', TIME);
    await expect(runOpenssl('ocsp -respin answer -noverify'.split(' '), { answer })).rejects.toThrow();
  });
});
