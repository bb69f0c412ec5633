export interface OrderedRun<Item, Result> {
  items: readonly Item[];
  /** How many may run at once. */
  concurrency: number;
  /** How many may be finished and wait for an earlier one. */
  finishedAhead: number;
  work: (item: Item) => Promise<Result>;
  /** Called in the order of the items, as early as that allows. */
  onResult: (result: Result, item: Item) => void;
}

/**
 * Works on items in parallel and passes on their results in order, holding back only a bounded number. Rejects with the first
 * failure of `work` or `onResult`, in the order of the items.
 */
export async function runOrdered<Item, Result>(run: OrderedRun<Item, Result>): Promise<void> {
  const ahead = run.concurrency + run.finishedAhead;
  const running = new Set<Promise<unknown>>();
  const handedOn: Promise<void>[] = [];
  for (const [index, item] of run.items.entries()) {
    await handedOn[index - ahead];
    while (running.size >= run.concurrency) await Promise.race(running);
    const result = run.work(item);
    const settled: Promise<unknown> = result.then(
      () => running.delete(settled),
      () => running.delete(settled),
    );
    running.add(settled);
    const turn = handOn(handedOn.at(-1), result, (value) => run.onResult(value, item));
    // A failure is handled where the turn is awaited, which may be much later; until then it is not unhandled.
    turn.catch(() => undefined);
    handedOn.push(turn);
  }
  await handedOn.at(-1);
}

async function handOn<Result>(
  before: Promise<void> | undefined,
  result: Promise<Result>,
  onResult: (result: Result) => void,
): Promise<void> {
  await before;
  onResult(await result);
}
