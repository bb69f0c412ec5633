import type { Words } from '../../../shared/words.ts';

/** 任务列表的文字。 */
export const JOBS_ZH_CN = {
  title: '任务',
  lead: '本组织的每一次验证与签署。任务的内容到期后删除。',
  empty: '还没有任务。用密钥发出一个请求，或者在浏览器中签署一个文件，它就会出现在这里。',
  emptyPage: '没有更早的任务。',
  toStart: '如何发出第一个请求',
  columns: { file: '文件', result: '结果', kind: '类别', by: '发起者', took: '耗时', when: '时间', more: '操作' },
  publicPage: '公开凭证页',
  credential: '查看凭证',
  menu: (id: string) => `更多操作：${id}`,
  signed: '已签署',
  byMember: '成员（浏览器）',
  byDeletedKey: '已删除的密钥',
  state: '状态',
  kinds: { verification: '验证', analysis: '分析', signing: '签署', lab: '实验室' },
  status: { queued: '排队中', processing: '处理中', completed: '已完成', failed: '失败', expired: '已到期' },
  expires: '结果保留至',
  search: '文件名',
  searchHint: (most: string) => `文件名中的一部分，在最先列出的 ${most} 个任务中查找。`,
  export: '导出 CSV',
  exportNote: (most: string) => `导出的文件包含当前筛选结果中的前 ${most} 条。`,
  csv: {
    when: '时间',
    id: '任务编号',
    file: '文件',
    kind: '类别',
    status: '状态',
    result: '结果',
    problem: '失败原因',
    by: '发起者',
    took: '耗时（毫秒）',
    credential: '凭证编号',
  },
} as const;

export type JobsWords = Words<typeof JOBS_ZH_CN>;
