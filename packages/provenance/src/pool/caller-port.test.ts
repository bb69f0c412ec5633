import { describe, expect, it } from 'vitest';
import { createCallerPort } from './caller-port.ts';
import type { CallerAnswer, CallerQuestion } from './messages.ts';

const [CLAIM, SIGNATURE] = [Uint8Array.of(1), Uint8Array.of(2)];
const SIGNED = { kind: 'claim_signed', signature: SIGNATURE, checkAt: '2026-01-02T03:04:05.000Z' } as const;
const REFUSED = { kind: 'caller_refused' } as const;
const PLANNED: CallerAnswer = {
  kind: 'planned',
  plan: {
    declarations: { contentType: 'captured', generatorName: '', generatorVersion: '', model: '', organization: '' },
    hasParent: false,
    remoteManifest: 'keep',
    thumbnail: null,
    label: null,
    algorithm: 'ES256',
    reserveBytes: 0,
  },
};

describe('a caller port', () => {
  it('hands the claim out and answers the signature', async () => {
    const sent: CallerQuestion[] = [];
    const port = createCallerPort((question) => void sent.push(question));
    const asked = port.signClaim(CLAIM);
    expect(sent).toEqual([{ kind: 'sign_claim', claim: CLAIM }]);
    port.answer(SIGNED);
    expect(await asked).toBe(SIGNED);
  });

  it('rejects when the caller refused, or answered another question', async () => {
    const port = createCallerPort(() => undefined);
    for (const answer of [REFUSED, PLANNED]) {
      const asked = port.signClaim(CLAIM);
      port.answer(answer);
      await expect(asked).rejects.toThrow('the caller refused to go on');
    }
  });

  it('takes one answer to one question and ignores answers that nobody waits for', async () => {
    const port = createCallerPort(() => undefined);
    port.answer(REFUSED);
    const first = port.signClaim(CLAIM);
    port.answer(SIGNED);
    port.answer(REFUSED);
    expect(await first).toBe(SIGNED);
    const second = port.signClaim(CLAIM);
    port.answer(REFUSED);
    await expect(second).rejects.toThrow('the caller refused to go on');
  });
});
