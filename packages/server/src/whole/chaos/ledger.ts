/** What became of a request. */
export type Outcome =
  | 'done'
  /** 503 with Retry-After: try again. */
  | 'away'
  /** Another refusal that names its reason and can be tried again: in use, too many, took too long. */
  | 'refused'
  /** An answer that blames the service, or that says nothing. */
  | 'fault'
  /** No answer. */
  | 'reset';

export type Counts = Record<Outcome, number>;

/** One signature that somebody wants, however many requests it takes. */
export interface WantedSignature {
  idempotencyKey: string;
  file: Uint8Array;
  /** Every credential that an answer named; one, if all is well. */
  credentials: Set<string>;
}

/** What clients requested and what they were promised; the reckoning holds the service to it. */
export interface Ledger {
  /** Keyed by what was broken at the time. */
  outcomes: Map<string, Counts>;
  /** Answers that blame the service, for the reader of a failure. */
  faults: string[];
  signatures: WantedSignature[];
  /** Jobs that were accepted with 202. */
  accepted: Set<string>;
  /** Addresses whose registration was answered with 201. */
  registered: Set<string>;
  /** What is broken now. */
  phase: string;
}

export function createLedger(): Ledger {
  return {
    outcomes: new Map(),
    faults: [],
    signatures: [],
    accepted: new Set(),
    registered: new Set(),
    phase: 'calm',
  };
}

export function count(ledger: Ledger, phase: string, outcome: Outcome): void {
  const counts = ledger.outcomes.get(phase) ?? { done: 0, away: 0, refused: 0, fault: 0, reset: 0 };
  counts[outcome] += 1;
  ledger.outcomes.set(phase, counts);
}
