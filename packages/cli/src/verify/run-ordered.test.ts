import { describe, expect, it } from 'vitest';
import { runOrdered } from './run-ordered.ts';

interface Gate {
  opened: Promise<void>;
  open: () => void;
}

function gate(): Gate {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

describe('runOrdered', () => {
  it('hands results on in the order of the items, whatever finishes first', async () => {
    const [first, second] = [gate(), gate()];
    const order: number[] = [];
    const run = runOrdered({
      items: [1, 2, 3],
      concurrency: 3,
      finishedAhead: 3,
      work: async (item) => {
        if (item === 1) await first.opened;
        if (item === 3) second.open();
        return item;
      },
      onResult: (result) => order.push(result),
    });
    await second.opened;
    expect(order).toEqual([]);
    first.open();
    await run;
    expect(order).toEqual([1, 2, 3]);
  });

  it('hands a result on before later items are done', async () => {
    const [shown, last] = [gate(), gate()];
    const run = runOrdered({
      items: [1, 2],
      concurrency: 2,
      finishedAhead: 2,
      work: async (item) => {
        if (item === 2) await last.opened;
        return item;
      },
      onResult: (result) => (result === 1 ? shown.open() : undefined),
    });
    await shown.opened;
    last.open();
    await run;
  });

  it('never runs more at once than allowed, nor starts far ahead of a slow item', async () => {
    const slow = gate();
    const started: number[] = [];
    let running = 0;
    let most = 0;
    const run = runOrdered({
      items: [0, 1, 2, 3, 4, 5, 6, 7],
      concurrency: 2,
      finishedAhead: 1,
      work: async (item) => {
        started.push(item);
        running += 1;
        most = Math.max(most, running);
        if (item === 0) await slow.opened;
        else await Promise.resolve();
        if (item === 2) setImmediate(slow.open);
        running -= 1;
      },
      onResult: () => {
        expect(started.length).toBeGreaterThan(0);
      },
    });
    await slow.opened;
    expect(started).toEqual([0, 1, 2]);
    await run;
    expect(most).toBe(2);
    expect(started).toHaveLength(8);
  });

  it('rejects with the failure of an item', async () => {
    const work = async (item: number): Promise<number> => {
      await Promise.resolve();
      if (item === 2) throw new Error('broken');
      return item;
    };
    const run = runOrdered({ items: [1, 2, 3, 4], concurrency: 1, finishedAhead: 0, work, onResult: () => undefined });
    await expect(run).rejects.toThrow('broken');
  });
});
