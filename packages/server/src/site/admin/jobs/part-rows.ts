import type { QueueStatus, ServiceStatus } from '../../../shared/service-status.ts';
import type { Words } from '../../../shared/words.ts';
import type { PartState } from '../../status/judge-parts.ts';
import type { ADMIN_JOBS_ZH_CN } from './words.zh-cn.ts';

export interface PartRow {
  readonly name: string;
  readonly state: PartState;
  readonly text: string;
}

const MINUTE_MS = 60_000;
/** As the status page judges it. */
const LATE_MS = 5 * MINUTE_MS;

type JobsWords = Words<typeof ADMIN_JOBS_ZH_CN>;

/** What the service is made of, and what does not work. */
export function partRows({ works, analysis, queue }: ServiceStatus, { parts }: JobsWords): PartRow[] {
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

function queueRow(queue: QueueStatus | null, words: JobsWords['parts']['queue']): PartRow {
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
