import { describe, expect, it } from 'vitest';
import { createClaimDesk } from './claim-desk.ts';

const [CLAIM, SIGNATURE] = [Uint8Array.of(1), Uint8Array.of(2)];
const SIGNED = { kind: 'claim_signed', signature: SIGNATURE } as const;
const REFUSED = { kind: 'claim_refused' } as const;

describe('a claim desk', () => {
  it('hands the claim out and answers the signature', async () => {
    const sent: Uint8Array[] = [];
    const desk = createClaimDesk((claim) => void sent.push(claim));
    const asked = desk.ask(CLAIM);
    expect(sent).toEqual([CLAIM]);
    desk.answer(SIGNED);
    expect(await asked).toBe(SIGNATURE);
  });

  it('rejects when the signer refused', async () => {
    const desk = createClaimDesk(() => undefined);
    const asked = desk.ask(CLAIM);
    desk.answer(REFUSED);
    await expect(asked).rejects.toThrow('the claim was not signed');
  });

  it('takes one answer to one claim and passes over answers that nobody waits for', async () => {
    const desk = createClaimDesk(() => undefined);
    desk.answer(REFUSED);
    const first = desk.ask(CLAIM);
    desk.answer(SIGNED);
    desk.answer(REFUSED);
    expect(await first).toBe(SIGNATURE);
    const second = desk.ask(CLAIM);
    desk.answer(REFUSED);
    await expect(second).rejects.toThrow('the claim was not signed');
  });
});
