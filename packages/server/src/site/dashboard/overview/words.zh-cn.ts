import type { Words } from '../../../shared/words.ts';

/** 概览页的文字。 */
export const OVERVIEW_ZH_CN = {
  title: '概览',
  next: '接下来',
  steps: {
    verify: {
      title: '确认邮箱',
      text: '打开邮件中的链接。确认之前可以查看，不能创建密钥或签署。',
      link: '重新发送邮件',
    },
    key: { title: '创建密钥', text: '程序用密钥验证和签署文件。测试密钥使用开发证书。', link: '创建密钥' },
    request: {
      title: '发出第一个请求',
      text: '把密钥放进环境变量，在终端中运行下面的命令，然后刷新本页：请求会出现在“最近任务”中。',
      link: '快速开始文档',
    },
  },
  stepDone: '已完成',
  stepOpen: '待完成',
  usage: '最近 30 天',
  done: '已完成',
  failed: '失败',
  noUsage: '最近 30 天没有验证或签署。',
  verdicts: '最近 100 个任务的结论',
  noVerdicts: '还没有结论。',
  deliveries: '最近的 Webhook 投递',
  noDeliveries: '还没有投递记录。任务完成或凭证变更时，Webhook 会通知你的服务器。',
  event: '事件',
  webhook: 'Webhook',
  answer: '投递结果',
  when: '时间',
  jobs: '最近任务',
  credentials: '最近凭证',
  keys: '可用密钥',
  keyCount: (count: number) => `${count} 个可用`,
  noKeys: '还没有可用的密钥。',
} as const;

export type OverviewWords = Words<typeof OVERVIEW_ZH_CN>;
