import type { Inspection } from '../inspector.ts';
import type { CallerAnswer, CallerQuestion, SigningPlan } from './messages.ts';

/** The caller refused to go on. The pool knows why. */
export class CallerRefusedError extends Error {
  constructor() {
    super('the caller refused to go on');
    this.name = 'CallerRefusedError';
  }
}

/** How a thread asks its caller for what it lacks itself: records, keys and the network. One question at a time. */
export interface CallerPort {
  /** @throws {CallerRefusedError} */
  plan(found: Inspection): Promise<SigningPlan>;
  /** @throws {CallerRefusedError} */
  signClaim(claim: Uint8Array): Promise<Extract<CallerAnswer, { kind: 'claim_signed' }>>;
  answer(answer: CallerAnswer): void;
}

export function createCallerPort(send: (question: CallerQuestion) => void): CallerPort {
  const waiting: { settle: ((answer: CallerAnswer) => void) | null } = { settle: null };
  const ask = (question: CallerQuestion): Promise<CallerAnswer> =>
    new Promise((resolve) => {
      waiting.settle = resolve;
      send(question);
    });
  return {
    plan: async (inspection) => {
      const answer = await ask({ kind: 'inspected', inspection });
      if (answer.kind !== 'planned') throw new CallerRefusedError();
      return answer.plan;
    },
    signClaim: async (claim) => {
      const answer = await ask({ kind: 'sign_claim', claim });
      if (answer.kind !== 'claim_signed') throw new CallerRefusedError();
      return answer;
    },
    answer: (answer) => {
      const { settle } = waiting;
      waiting.settle = null;
      settle?.(answer);
    },
  };
}
