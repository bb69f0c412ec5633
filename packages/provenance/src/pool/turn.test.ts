import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { chooseTurn, roundOf, WORK_SHARES, type QueuedWork, type Turn, type WorkShare } from './turn.ts';

const MB = 1024 * 1024;

const turn = (share: WorkShare, owner = 'a'): Turn => ({ share, owner });
const work = (share: WorkShare, owner = 'a', more: Partial<QueuedWork> = {}): QueuedWork => ({
  ...turn(share, owner),
  needsBytes: MB,
  passed: 0,
  round: 1,
  ...more,
});
const next = (waiting: QueuedWork[], running: QueuedWork[], threads: number) =>
  chooseTurn(waiting, running, threads)?.next ?? null;

const [key, queued, anonymous] = [work('interactive'), work('queued'), work('anonymous')];

describe('whose turn it is', () => {
  it.each([
    ['keys before queued work, and that before nobody known', [anonymous, queued, key], [], 2, key],
    ['queued work before nobody known', [anonymous, queued], [], 2, queued],
    ['nobody known when nobody else waits', [anonymous], [], 1, anonymous],
    ['queued work leaves one thread', [queued], [work('queued')], 2, null],
    ['queued work takes all others', [queued], [work('queued'), work('queued')], 4, queued],
    ['anonymous work counts among what leaves one thread', [queued], [work('anonymous')], 2, null],
    ['the thread that is left is for keys', [anonymous, queued, key], [work('queued')], 2, key],
    ['anonymous work holds half of the threads', [anonymous], [work('anonymous', 'b')], 4, anonymous],
    ['and no more', [anonymous], [work('anonymous', 'b'), work('anonymous', 'c')], 4, null],
    ['one file at a time of one address', [anonymous], [work('anonymous')], 4, null],
    ['an organization may run several', [key], [work('interactive')], 2, key],
    ['with one thread keys go first', [anonymous, key], [], 1, key],
  ] satisfies [string, QueuedWork[], QueuedWork[], number, QueuedWork | null][])(
    '%s',
    (_what, waiting, running, threads, expected) => {
      expect(next(waiting, running, threads)).toBe(expected);
    },
  );

  it('lets the memory budget decide among those whose turn it may be', () => {
    const large = work('interactive', 'a', { needsBytes: 300 * MB });
    const beside = work('interactive', 'b', { needsBytes: 300 * MB });
    expect(chooseTurn([anonymous, large], [beside], 4)).toEqual({ next: anonymous, overtaken: [large] });
    expect(next([anonymous, { ...large, passed: LIMITS.poolPasses }], [beside], 4)).toBe(null);
    // What may not start for another reason holds up nobody.
    expect(next([work('anonymous', 'a', { passed: LIMITS.poolPasses }), key], [work('anonymous')], 4)).toBe(key);
  });

  it('goes round the owners of a share, whoever has more files', () => {
    const waiting: QueuedWork[] = [];
    const add = (owner: string) =>
      waiting.push(work('interactive', owner, { round: roundOf(turn('interactive', owner), waiting, 0) }));
    for (const owner of ['a', 'a', 'a', 'b', 'c', 'b']) add(owner);
    const order: string[] = [];
    for (let chosen = next(waiting, [], 1); chosen !== null; chosen = next(waiting, [], 1)) {
      waiting.splice(waiting.indexOf(chosen), 1);
      order.push(chosen.owner);
    }
    expect(order.join('')).toBe('abcaba');
  });

  const anyTurn = fc.record({ share: fc.constantFrom(...WORK_SHARES), owner: fc.constantFrom('a', 'b', 'c') });
  const anyEvent = fc.oneof(
    fc.record({ kind: fc.constant('come' as const), turn: anyTurn, needsBytes: fc.integer({ min: 0, max: 200 * MB }) }),
    fc.record({ kind: fc.constant('end' as const), place: fc.nat(7) }),
  );

  it('keeps every promise whatever comes and goes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), fc.array(anyEvent, { maxLength: 120 }), (threads, events) => {
        const waiting: QueuedWork[] = [];
        const running: QueuedWork[] = [];
        const rounds: Record<WorkShare, number> = { interactive: 0, queued: 0, anonymous: 0 };
        const start = (): void => {
          while (running.length < threads) {
            const chosen = chooseTurn(waiting, running, threads);
            if (chosen === null) return;
            for (const overtaken of chosen.overtaken) overtaken.passed += 1;
            waiting.splice(waiting.indexOf(chosen.next), 1);
            rounds[chosen.next.share] = chosen.next.round;
            running.push(chosen.next);
          }
        };
        for (const event of events) {
          if (event.kind === 'end') running.splice(event.place, 1);
          else {
            const round = roundOf(event.turn, waiting, rounds[event.turn.share]);
            waiting.push({ ...event.turn, needsBytes: event.needsBytes, passed: 0, round });
          }
          start();
          const of = (share: WorkShare) => running.filter((one) => one.share === share);
          const addresses = of('anonymous').map(({ owner }) => owner);
          expect(addresses.length).toBeLessThanOrEqual(Math.max(1, Math.floor(threads / 2)));
          expect(new Set(addresses).size).toBe(addresses.length);
          expect(of('queued').length + addresses.length).toBeLessThanOrEqual(Math.max(1, threads - 1));
          // Nothing that runs: then nothing may wait.
          if (running.length === 0) expect(waiting).toEqual([]);
        }
        // Everybody's turn comes.
        for (let left = waiting.length + running.length; left > 0; left -= 1) {
          running.splice(0, 1);
          start();
        }
        expect(waiting).toEqual([]);
      }),
    );
  });

  it('starts the first file of a new owner with the next round: after at most two of each other owner', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 40 }), fc.nat(40), (owners, started) => {
        const waiting: QueuedWork[] = [];
        let current = 0;
        const add = (owner: string): QueuedWork => {
          const one = work('interactive', owner, { round: roundOf(turn('interactive', owner), waiting, current) });
          waiting.push(one);
          return one;
        };
        const take = (): QueuedWork | null => {
          const chosen = next(waiting, [], 1);
          if (chosen !== null) {
            waiting.splice(waiting.indexOf(chosen), 1);
            current = chosen.round;
          }
          return chosen;
        };
        for (const owner of owners) add(owner);
        for (let file = 0; file < started; file += 1) take();
        const mine = add('new');
        const before: string[] = [];
        for (let chosen = take(); chosen !== mine; chosen = take()) before.push(chosen?.owner ?? '');
        for (const owner of new Set(before)) {
          expect(before.filter((other) => other === owner).length).toBeLessThanOrEqual(2);
        }
      }),
    );
  });
});
