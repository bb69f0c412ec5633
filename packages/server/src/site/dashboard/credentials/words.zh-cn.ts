import type { Words } from '../../../shared/words.ts';

/** 内容凭证各页的文字。 */
export const CREDENTIALS_ZH_CN = {
  title: '内容凭证',
  lead: '本组织签署的文件及其凭证的状态。任何人都可以用凭证页查看状态。',
  empty: '还没有凭证。签署一个文件，它的凭证就会出现在这里。',
  signFirst: '签署一个文件',
  signedAt: '签署于',
  file: '文件',
  state: '状态',
  public: '凭证页',
  search: '文件名或编号',
  page: '公开凭证页',
  download: '下载已签署的文件',
  sandbox: '沙箱',
  sandboxText: '用开发证书签署，只有本服务信任。',
  facts: {
    identity: '签署身份',
    organization: '声明的组织（未经核实）',
    noOrganization: '未声明',
    filename: '文件名（仅本组织可见）',
    label: 'AIGC 隐式标识',
    labels: { present: '文件中带有', absent: '没有', unknown: '签署时尚未记录' },
    declaration: '内容类型',
    trust: '签署时的信任状态',
    mediaType: '媒体类型',
    size: '大小',
    sha256: 'SHA-256',
    timestamp: '时间戳',
    timestampYes: '有',
    timestampNo: '没有',
    revokedAt: '吊销于',
    suspendedAt: '暂停于',
    reason: '原因（仅本组织可见）',
  },
  gone: '吊销后文件不再提供下载。',
  change: '更改状态',
  actions: {
    revoke: {
      title: '吊销凭证',
      text: '吊销后无法恢复：凭证页将显示已吊销，已签署的文件将被删除。已经流出的副本仍带有签名。',
      button: '吊销',
    },
    suspend: { title: '暂停凭证', text: '凭证页将显示已暂停，之后可以恢复。', button: '暂停' },
    resume: { title: '恢复凭证', text: '凭证页将重新显示有效。', button: '恢复' },
  },
  publicDownload: {
    title: '公开下载',
    on: '知道公开凭证页地址的任何人都可以查看并下载已签署的文件。已经流出的副本无法收回。',
    off: '未开启：只有本组织的成员可以下载已签署的文件。',
    allow: {
      title: '允许公开下载',
      text: '知道公开凭证页地址的任何人都可以查看并下载已签署的文件。可以随时关闭，但已经流出的副本无法收回。',
      button: '允许公开下载',
    },
    forbid: { title: '关闭公开下载', text: '之后只有本组织的成员可以下载已签署的文件。', button: '关闭' },
  },
  reason: '原因',
  reasonHint: '只写进本组织的记录和日志，不公开。最多 500 个字符。',
} as const;

export type CredentialsWords = Words<typeof CREDENTIALS_ZH_CN>;
