import { chooseNext, type BudgetedFile } from './memory-budget.ts';

/**
 * The priority with which work waits for a thread, highest first.
 *
 * - `interactive`: a known caller waits for the answer. One thread is always kept free for such work.
 * - `queued`: a known caller reads the answer later.
 * - `anonymous`: an unknown caller. At most half of the threads, and one file at a time for each owner.
 */
export const WORK_SHARES = ['interactive', 'queued', 'anonymous'] as const;

export type WorkShare = (typeof WORK_SHARES)[number];

/** Whose work it is. */
export interface Turn {
  share: WorkShare;
  /** Owners of one share take turns: an organization, or an address. */
  owner: string;
}

export interface QueuedWork extends BudgetedFile, Turn {
  /** See `roundOf`. */
  round: number;
}

/** The index of the work that starts next, or null when none may. `waiting` is in the order in which it came. */
export function chooseTurn<Work extends QueuedWork>(
  waiting: readonly Work[],
  running: readonly (Turn & Pick<BudgetedFile, 'needsBytes'>)[],
  threads: number,
): { next: Work; overtaken: Work[] } | null {
  const order = inOrder(waiting.filter((work) => mayStart(work, running, threads)));
  const place = chooseNext(
    order,
    running.map(({ needsBytes }) => needsBytes),
  );
  const next = place === null ? undefined : order[place];
  return next === undefined ? null : { next, overtaken: order.slice(0, order.indexOf(next)) };
}

/**
 * Rounds in which the owners of a share take turns: the files of one owner take consecutive rounds, and a new owner joins in
 * the next one. `current` is the round of the last file that was started.
 */
export function roundOf({ share, owner }: Turn, waiting: readonly QueuedWork[], current: number): number {
  const own = waiting.filter((work) => work.share === share && work.owner === owner);
  return Math.max(current, ...own.map(({ round }) => round)) + 1;
}

/** With a single thread nothing can be kept free, so only the order counts. */
function mayStart({ share, owner }: Turn, running: readonly Turn[], threads: number): boolean {
  if (share === 'interactive') return true;
  const others = running.filter((work) => work.share !== 'interactive');
  if (others.length >= Math.max(1, threads - 1)) return false;
  if (share === 'queued') return true;
  const anonymous = others.filter((work) => work.share === 'anonymous');
  return anonymous.length < Math.max(1, Math.floor(threads / 2)) && anonymous.every((work) => work.owner !== owner);
}

function inOrder<Work extends QueuedWork>(waiting: readonly Work[]): Work[] {
  return waiting.toSorted((a, b) => WORK_SHARES.indexOf(a.share) - WORK_SHARES.indexOf(b.share) || a.round - b.round);
}
