import { member } from './server-process.ts';

/** What a flood came to. */
export interface FloodCount {
  /** Files that were answered, by `completed` or the code of their error. */
  answers: Map<string, number>;
}

/** The address of a caller behind the proxy that the server trusts. */
const addressOf = (caller: number): string => `198.18.${Math.floor(caller / 256)}.${caller % 256}`;

/** Each of many addresses sends a request without a key, with several copies of a file, as soon as its last one is answered. */
export function startFlood(
  address: string,
  { callers, files, bytes }: { callers: number; files: number; bytes: Uint8Array<ArrayBuffer> },
): { stop(): Promise<FloodCount> } {
  const answers = new Map<string, number>();
  const stopping = new AbortController();
  const caller = async (number: number): Promise<void> => {
    while (!stopping.signal.aborted) {
      const body = new FormData();
      for (let file = 0; file < files; file += 1) body.append('files', new Blob([bytes]), `${file}`);
      const headers = { 'x-forwarded-for': addressOf(number) };
      const answer = await fetch(`${address}/api/analyze`, { method: 'POST', body, headers });
      for (const outcome of outcomesOf(answer.status, await answer.json())) {
        answers.set(outcome, (answers.get(outcome) ?? 0) + 1);
      }
    }
  };
  const done = Promise.all(Array.from({ length: callers }, (_, number) => caller(number)));
  return {
    stop: async () => {
      stopping.abort();
      await done;
      return { answers };
    },
  };
}

function outcomesOf(status: number, answer: unknown): string[] {
  const results = member(answer, 'results');
  if (!Array.isArray(results)) return [String(status)];
  return results.map((item: unknown) => String(member(member(item, 'error'), 'code') ?? member(item, 'status')));
}
