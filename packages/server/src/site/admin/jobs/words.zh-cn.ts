/** 服务的各部分与任务队列。 */
export const ADMIN_JOBS_ZH_CN = {
  lead: '服务的各部分、等待处理的任务与失败的任务。任务会自动重试；失败的任务已用完重试次数。',
  partsTitle: '服务的各部分',
  depth: {
    title: '各类任务',
    kind: '类型',
    waiting: '等待',
    running: '正在处理',
    completed: '完成（最近一天）',
    failed: '失败（最近一天）',
    empty: '此刻没有任务，最近一天也没有。',
  },
  recent: {
    title: '最近的失败',
    job: '任务',
    reason: '原因',
    organization: '组织',
    anonymous: '没有密钥',
    when: '时间',
    empty: '没有失败的任务。',
  },
  kinds: {
    verification: '验证',
    signing: '签署',
    analysis: '分析',
    lab: '实验室',
    trust_refresh: '信任列表',
    mail: '邮件',
  },
  state: { works: '正常', reduced: '受限', fails: '不能工作' },
  parts: {
    database: { name: '数据库', works: '有应答。', fails: '没有应答。' },
    uploads: { name: '上传目录', works: '可以写入。', fails: '无法写入。' },
    storage: { name: '签署文件的存储', works: '可以写入。', fails: '无法写入。' },
    analysis: {
      name: '分析线程',
      works: (threads: number, busy: number, waiting: number) =>
        `共 ${threads} 个，${busy} 个正在工作，${waiting} 个文件在等待。`,
      fails: '没有可用的线程。',
    },
    queue: {
      name: '任务队列',
      works: (waiting: number, running: number) => `${waiting} 个任务在等待，${running} 个正在处理。`,
      late: (waiting: number, minutes: number) => `${waiting} 个任务在等待，最早的已等待 ${minutes} 分钟。`,
      fails: '无法从数据库读取。',
    },
  },
} as const;
