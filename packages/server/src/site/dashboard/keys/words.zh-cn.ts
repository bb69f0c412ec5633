import type { Words } from '../../../shared/words.ts';

/** API 密钥页的文字。 */
export const KEYS_ZH_CN = {
  title: 'API 密钥',
  lead: '程序凭密钥代表本组织调用接口。密钥只在创建时显示一次，我们只保存它的摘要。',
  empty: '还没有密钥。创建一个测试密钥，就可以在终端中验证文件。',
  emptyViewer: '还没有密钥。',
  create: '创建密钥',
  name: '名称',
  nameHint: '写明用途，方便同事辨认，例如“上传审核”。',
  mode: '模式',
  modes: { test: '测试', live: '正式' },
  modeHint:
    '测试密钥用开发证书签署，只有本服务信任；验证不受影响。正式密钥以本服务的正式证书签署，创建时需要输入密码。',
  scopes: '权限范围',
  scopesHint: '只勾选程序需要的，至少一项。',
  expires: '到期日',
  expiresHint: '从这一天零点（UTC）起失效；留空则不会到期。',
  prefix: '开头',
  lastUsed: '最近使用',
  expiresAt: '到期',
  revokedAt: '吊销于',
  noExpiry: '不会到期',
  state: { active: '可用', expired: '已到期', revoked: '已吊销' },
  revoke: '吊销',
  revokeTitle: '吊销密钥',
  revokeText: '使用此密钥的程序会立即被拒绝，此操作无法恢复。密钥的记录会保留。',
  revokeDone: '此密钥已经吊销。',
  passwordHint: '只有正式密钥，以及可以吊销凭证的密钥需要。',
  scopesNeeded: '请至少选择一项',
  shownTitle: '密钥已创建',
  shownLead: '请现在复制并妥善保存：它只显示这一次，离开本页后无法再次查看。',
  try: '试一试',
  tryText: '在终端中运行，把 photo.jpg 换成你的文件；然后到“任务”页查看这次请求。',
  trySign: '签署一个文件：',
  toKeys: '我已保存，回到密钥列表',
  curlLabel: '用 curl 验证一个文件',
} as const;

export type KeysWords = Words<typeof KEYS_ZH_CN>;
