import type { Words } from '../../../shared/words.ts';

/** 组织页的文字。 */
export const ORGANIZATION_ZH_CN = {
  title: '组织',
  lead: '名称、服务提供者编码，以及你所在的组织。',
  kind: '类型',
  role: '你的角色',
  name: '名称',
  nameHint: '成员和受邀的人会看到。',
  code: '服务提供者编码',
  codeHint: '27 个字符，用于自动生成隐式标识。留空则不自动生成。',
  noCode: '未设置',
  save: '保存',
  own: '你所在的组织',
  open: '打开',
  current: '当前',
  create: '新建团队组织',
  createText: '团队组织可以邀请成员，有自己的密钥、任务与凭证。',
  createName: '新组织的名称',
  createButton: '新建',
  readOnly: '你的角色只能查看。',
  close: {
    title: '关闭组织',
    about: '永久关闭：密钥、成员、任务和文件不再保留，凭证的记录仍可查询。',
    text: '关闭立即生效，无法恢复：密钥立即失效，所有成员不能再访问，未接受的邀请作废，任务、结果和已签署的文件都会删除。凭证的记录仍可公开查询。所有者会收到邮件通知。',
    credentials: '此组织签发的凭证',
    name: '输入组织名称以确认',
    wrongName: '与组织名称不一致',
    submit: '关闭组织',
  },
} as const;

export type OrganizationWords = Words<typeof ORGANIZATION_ZH_CN>;
