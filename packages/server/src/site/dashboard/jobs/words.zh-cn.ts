import type { Words } from '../../../shared/words.ts';

/** 任务列表的文字。 */
export const JOBS_ZH_CN = {
  title: '任务',
  lead: '本组织的每一次验证与签署，最新的在前。任务的内容到期后删除。',
  empty: '还没有任务。用密钥发出一个请求，或者在浏览器中签署一个文件，它就会出现在这里。',
  emptyPage: '没有更早的任务。',
  toStart: '如何发出第一个请求',
  open: '查看结果',
  kind: '类别',
  kinds: { verification: '验证', analysis: '分析', signing: '签署', lab: '实验' },
  status: { queued: '排队中', processing: '处理中', completed: '已完成', failed: '失败', expired: '已到期' },
  expires: '结果保留至',
} as const;

export type JobsWords = Words<typeof JOBS_ZH_CN>;
