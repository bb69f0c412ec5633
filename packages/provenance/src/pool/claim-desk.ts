import type { ClaimAnswer } from './messages.ts';

/** Where a thread hands its claim out to be signed: it has neither keys nor the network. */
export interface ClaimDesk {
  /** Rejects when the signer failed; the pool knows why. */
  ask(claim: Uint8Array): Promise<Uint8Array>;
  answer(answer: ClaimAnswer): void;
}

export function createClaimDesk(send: (claim: Uint8Array) => void): ClaimDesk {
  const waiting: { settle: ((answer: ClaimAnswer) => void) | null } = { settle: null };
  return {
    ask: (claim) =>
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
