import type { Words } from '../../../shared/words.ts';

/** 账户数据相关页面的文字：更换邮箱、导出、注销账户，以及关闭组织。 */
export const RIGHTS_ZH_CN = {
  account: {
    title: '你的数据',
    text: '可以下载一份关于你的全部数据，也可以注销账户。',
    export: '导出数据',
    delete: '注销账户',
  },
  email: {
    title: '更换邮箱',
    text: '我们会向新邮箱发送一个链接，24 小时内打开并确认后才会更换。更换后，其他会话会结束，原邮箱会收到通知，并可在 7 天内撤销更改。',
    field: '新邮箱',
    submit: '发送链接',
  },
  export: {
    title: '导出数据',
    text: '下载一个 JSON 文件，内容包括：',
    items: [
      '账户信息、会话、所在的组织、收到的邀请',
      '你创建的 API 密钥的信息（不含密钥本身），以及你的操作记录',
      '你是所有者的组织：成员、邀请、密钥信息、凭证记录，以及仍保留的任务和结果',
    ],
    note: '文件中不含密码、密钥等任何可用于登录的内容，也不含已签署的文件；请在注销之前自行下载。',
    submit: '继续',
    download: '下载文件',
  },
  delete: {
    title: '注销账户',
    text: '注销立即生效，无法恢复。建议先导出数据，并下载仍需要的已签署文件。',
    goes: '删除的内容',
    goesItems: ['姓名、邮箱、密码和双重验证', '所有会话、邮件中的链接、发给你的邀请和邮件记录'],
    stays: '保留的内容',
    staysItems: [
      '审计日志只保留账户的编号，不含姓名、邮箱和网络地址，以便查明组织中的操作由谁负责',
      '已签发凭证的记录：任何人仍可查询；已流传的文件副本不受影响',
    ],
    organizations: '你的组织',
    fates: {
      closes: '只有你一人，将一并关闭：密钥立即失效，任务、结果和已签署的文件都会删除。',
      stays: '你将退出，组织照常运行。你创建的密钥继续有效，由留下的成员处理。',
      needs_owner: '还有其他成员，但没有其他所有者。',
    },
    blocked: '现在还不能注销：以下组织需要先设立另一位所有者，或者先关闭。',
    lastAdministrator: '你是本服务的最后一位运营管理员。请先设立另一位，再注销账户。',
    members: '管理成员',
    close: '关闭组织',
    address: '输入账户的邮箱以确认',
    wrongAddress: '与账户的邮箱不一致',
    submit: '注销账户',
  },
  credentials: {
    label: '随之关闭的组织签发的凭证',
    hint: '关闭之后，只有运营者能够吊销。',
    choose: '请选择',
    keep: '保持有效',
    revoke: '全部吊销',
  },
} as const;

export type RightsWords = Words<typeof RIGHTS_ZH_CN>;
