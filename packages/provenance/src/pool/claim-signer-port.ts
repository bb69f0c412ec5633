import type { ClaimAnswer } from './messages.ts';

/** How a thread gets its claim signed outside: it has neither keys nor network access itself. */
export interface ClaimSignerPort {
  /** Rejects when the signer failed; the pool knows why. */
  requestSignature(claim: Uint8Array): Promise<Uint8Array>;
  answer(answer: ClaimAnswer): void;
}

export function createClaimSignerPort(send: (claim: Uint8Array) => void): ClaimSignerPort {
  const waiting: { settle: ((answer: ClaimAnswer) => void) | null } = { settle: null };
  return {
    requestSignature: (claim) =>
      new Promise((resolve, reject) => {
        waiting.settle = (answer) => {
          if (answer.kind === 'claim_signed') resolve(answer.signature);
          else reject(new Error('the claim was not signed'));
        };
        send(claim);
      }),
    answer: (answer) => {
      const { settle } = waiting;
      waiting.settle = null;
      settle?.(answer);
    },
  };
}
