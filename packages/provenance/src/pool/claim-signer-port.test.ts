import { describe, expect, it } from 'vitest';
import { createClaimSignerPort } from './claim-signer-port.ts';

const [CLAIM, SIGNATURE] = [Uint8Array.of(1), Uint8Array.of(2)];
const SIGNED = { kind: 'claim_signed', signature: SIGNATURE } as const;
const REFUSED = { kind: 'claim_refused' } as const;

describe('a claim signer port', () => {
  it('hands the claim out and answers the signature', async () => {
    const sent: Uint8Array[] = [];
    const port = createClaimSignerPort((claim) => void sent.push(claim));
    const asked = port.requestSignature(CLAIM);
    expect(sent).toEqual([CLAIM]);
    port.answer(SIGNED);
    expect(await asked).toBe(SIGNATURE);
  });

  it('rejects when the signer refused', async () => {
    const port = createClaimSignerPort(() => undefined);
    const asked = port.requestSignature(CLAIM);
    port.answer(REFUSED);
    await expect(asked).rejects.toThrow('the claim was not signed');
  });

  it('takes one answer to one claim and ignores answers that nobody waits for', async () => {
    const port = createClaimSignerPort(() => undefined);
    port.answer(REFUSED);
    const first = port.requestSignature(CLAIM);
    port.answer(SIGNED);
    port.answer(REFUSED);
    expect(await first).toBe(SIGNATURE);
    const second = port.requestSignature(CLAIM);
    port.answer(REFUSED);
    await expect(second).rejects.toThrow('the claim was not signed');
  });
});
