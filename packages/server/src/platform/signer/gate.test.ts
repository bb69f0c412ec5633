import { describe, expect, it } from 'vitest';
import { createGate } from './gate.ts';

describe('createGate', () => {
  it('lets so many run at once, the others in their order, and goes on after a failure', async () => {
    const gate = createGate(2);
    const started: number[] = [];
    const ends: (() => void)[] = [];
    const tasks = [0, 1, 2, 3].map(async (index) =>
      gate(async () => {
        started.push(index);
        await new Promise<void>((resolve) => void ends.push(resolve));
        if (index === 0) throw new Error('failed');
        return index;
      }),
    );
    const results = Promise.allSettled(tasks);
    const turn = async () => new Promise((resolve) => void setImmediate(resolve));
    await turn();
    expect(started).toEqual([0, 1]);
    ends[0]?.();
    await turn();
    expect(started).toEqual([0, 1, 2]);
    ends[1]?.();
    ends[2]?.();
    await turn();
    ends[3]?.();
    expect((await results).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
    expect(started).toEqual([0, 1, 2, 3]);
    const late = gate(async () => Promise.resolve('late'));
    expect(await late).toBe('late');
  });
});
