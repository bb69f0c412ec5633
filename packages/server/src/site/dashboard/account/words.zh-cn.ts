import type { Words } from '../../../shared/words.ts';

/** 账户页的文字。 */
export const OWN_ACCOUNT_ZH_CN = {
  title: '账户',
  lead: '邮箱、姓名、密码与双重验证。',
  email: '邮箱',
  verified: '已确认',
  unverified: '未确认',
  profile: '个人信息',
  name: '姓名',
  nameHint: '同一组织的成员会看到。',
  language: '邮件语言',
  languages: { en: 'English', 'zh-CN': '简体中文' },
  save: '保存',
  password: '修改密码',
  passwordText: '修改后，除当前会话外的所有会话都会结束，并向你的邮箱发送通知。',
  currentPassword: '当前密码',
  newPassword: '新密码',
  newPasswordHint: '10 到 128 个字符，不能是常见密码、键盘顺序，也不能由邮箱或姓名组成。',
  changePassword: '修改密码',
  passwordSince: '上次修改',
} as const;

export type OwnAccountWords = Words<typeof OWN_ACCOUNT_ZH_CN>;
