import type { ListStanding, QueueStatus, ServiceStatus } from '../../shared/service-status.ts';
import type { StatusPageWords } from './words.ts';

export type PartState = 'works' | 'reduced' | 'fails';
/** Of a list also: it is not there, which is no failure. */
export type ListState = PartState | 'waits' | 'off';

export interface PartRow {
  readonly name: string;
  readonly state: PartState;
  readonly text: string;
}

const MINUTE_MS = 60_000;
/** Work that is due is begun within seconds, unless nobody works or too much is to be done. */
const LATE_MS = 5 * MINUTE_MS;

const LIST_STATES: Readonly<Record<ListStanding, ListState>> = {
  fresh: 'works',
  cached: 'reduced',
  stale: 'fails',
  absent: 'waits',
  missing: 'off',
  off: 'off',
};

export function listState(standing: ListStanding): ListState {
  return LIST_STATES[standing];
}

/** The service as a whole: it fails where load balancers are told so, and is reduced where any part is. */
export function judgeService(status: ServiceStatus): 'works' | 'reduced' | 'fails' {
  if (!status.isReady) return 'fails';
  const isReduced =
    status.queue === null ||
    isLate(status.queue) ||
    status.lists === null ||
    status.lists.some(({ standing }) => !['works', 'off'].includes(listState(standing)));
  return isReduced ? 'reduced' : 'works';
}

export function partRows({ works, analysis, queue }: ServiceStatus, { parts }: StatusPageWords): PartRow[] {
  const { threads, busy, waiting } = analysis;
  return [
    ...(['database', 'uploads', 'storage'] as const).map((part) => ({
      name: parts[part].name,
      state: works[part] ? ('works' as const) : ('fails' as const),
      text: works[part] ? parts[part].works : parts[part].fails,
    })),
    {
      name: parts.analysis.name,
      state: threads > 0 ? 'works' : 'fails',
      text: threads > 0 ? parts.analysis.works(threads, busy, waiting) : parts.analysis.fails,
    },
    queueRow(queue, parts.queue),
  ];
}

function queueRow(queue: QueueStatus | null, words: StatusPageWords['parts']['queue']): PartRow {
  const { name } = words;
  if (queue === null) return { name, state: 'fails', text: words.fails };
  const { waiting, running, oldestMs } = queue;
  return isLate(queue)
    ? { name, state: 'reduced', text: words.late(waiting, Math.floor(oldestMs / MINUTE_MS)) }
    : { name, state: 'works', text: words.works(waiting, running) };
}

function isLate({ oldestMs }: QueueStatus): boolean {
  return oldestMs > LATE_MS;
}
