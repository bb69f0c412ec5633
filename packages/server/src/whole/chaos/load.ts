import { isJsonObject } from '../../http/openapi-schemas.ts';
import { signOne, verifyFile, type Response } from '../client.ts';
import { count, type Ledger, type Outcome, type WantedSignature } from './ledger.ts';

/** The testkit's part of the load. */
export interface LoadTools {
  buildPng: (options?: { sizeBytes: number }) => Uint8Array;
  random: { below(limit: number): number };
}

/** Where requests go now, and with which key. */
export interface Target {
  address: string;
  key: string;
}

export interface Load {
  /** Resolves after this many more requests had an outcome. */
  outcomes(number: number): Promise<void>;
  /** Ends when the last request has its outcome. */
  stop(): Promise<void>;
}

/** Clients that send one request after the other, without a pause, until they are stopped. */
export function startLoad(target: () => Target, ledger: Ledger, tools: LoadTools, clients: number): Load {
  const waiting: { left: number; resolve: () => void }[] = [];
  let isOver = false;
  const note = (outcome: Outcome): void => {
    count(ledger, ledger.phase, outcome);
    for (const waiter of waiting) {
      waiter.left -= 1;
      if (waiter.left <= 0) waiter.resolve();
    }
  };
  const client = async (): Promise<void> => {
    while (!isOver) {
      const outcome = await askSomething(target(), ledger, tools);
      note(outcome);
      // A client that is refused or gets no answer waits a moment, as good clients do.
      if (outcome !== 'done') await new Promise((resolve) => setTimeout(resolve, 50 + tools.random.below(200)));
    }
  };
  const running = Array.from({ length: clients }, client);
  return {
    outcomes: (number) => new Promise((resolve) => waiting.push({ left: number, resolve })),
    stop: async () => {
      isOver = true;
      await Promise.all(running);
    },
  };
}

function askSomething(target: Target, ledger: Ledger, tools: LoadTools): Promise<Outcome> {
  const { random } = tools;
  const unfinished = ledger.signatures.filter(({ credentials }) => credentials.size === 0);
  const again = unfinished[random.below(unfinished.length + 1)];
  const choice = random.below(10);
  if (choice < 2 && again !== undefined) return askToSign(target, ledger, again);
  if (choice < 5) return askToSign(target, ledger, wantSignature(ledger, tools));
  if (choice < 7) return verifyNow(target, ledger, tools);
  if (choice < 9) return verifyLater(target, ledger, tools);
  return register(target, ledger, tools);
}

function wantSignature(ledger: Ledger, { buildPng }: LoadTools): WantedSignature {
  const number = ledger.signatures.length;
  // Each has its own file, so that a repetition can be told from another request.
  const wanted = {
    idempotencyKey: `chaos-${number}`,
    file: buildPng({ sizeBytes: 20_000 + number }),
    credentials: new Set<string>(),
  };
  ledger.signatures.push(wanted);
  return wanted;
}

/** Requests the signature, for the first time or again. */
export async function askToSign(target: Target, ledger: Ledger, wanted: WantedSignature): Promise<Outcome> {
  const headers = { 'idempotency-key': wanted.idempotencyKey };
  const answer = await answerOf(() => signOne({ ...target, bytes: wanted.file, headers }));
  const outcome = outcomeOf(answer, ledger);
  if (outcome === 'done') wanted.credentials.add(textMember(answer, 'credential_id'));
  return outcome;
}

async function verifyNow(target: Target, ledger: Ledger, { buildPng }: LoadTools): Promise<Outcome> {
  return outcomeOf(await answerOf(() => verifyFile({ ...target, bytes: buildPng() })), ledger);
}

async function verifyLater(target: Target, ledger: Ledger, { buildPng }: LoadTools): Promise<Outcome> {
  const headers = { prefer: 'respond-async' };
  const answer = await answerOf(() => verifyFile({ ...target, bytes: buildPng(), headers }));
  const outcome = outcomeOf(answer, ledger);
  if (outcome === 'done') ledger.accepted.add(textMember(answer, 'id'));
  return outcome;
}

async function register({ address }: Target, ledger: Ledger, { random }: LoadTools): Promise<Outcome> {
  const email = `chaos-${ledger.registered.size}-${random.below(2 ** 31)}@example.com`;
  const answer = await answerOf(async () => {
    const sent = await fetch(`${address}/v1/auth/register`, {
      method: 'POST',
      // Each from its own address: the limit for one address is not tested here.
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': [203, 0, 113, random.below(250)].join('.'),
        connection: 'close',
      },
      body: JSON.stringify({ email, password: 'seven oak leaves on a raft' }),
    });
    return { status: sent.status, headers: sent.headers, body: await sent.json() };
  });
  const outcome = outcomeOf(answer, ledger);
  if (outcome === 'done') ledger.registered.add(email);
  return outcome;
}

/** Null when the connection broke, or nobody listened. */
async function answerOf(ask: () => Promise<Response>): Promise<Response | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError) return null;
    throw error;
  }
}

function outcomeOf(answer: Response | null, ledger: Ledger): Outcome {
  if (answer === null) return 'reset';
  const { status, headers, body } = answer;
  if (status < 300) return 'done';
  if (status === 503 && headers.has('retry-after')) return 'away';
  if (status === 409 || status === 429 || status === 504) return 'refused';
  ledger.faults.push(`${ledger.phase}: ${status} ${JSON.stringify(body)}`);
  return 'fault';
}

function textMember(answer: Response | null, name: string): string {
  const value = isJsonObject(answer?.body) ? answer.body[name] : undefined;
  if (typeof value !== 'string') throw new TypeError(`an answer without ${name}`);
  return value;
}
