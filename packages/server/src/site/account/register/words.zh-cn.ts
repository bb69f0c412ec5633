/** 注册页的文字。 */
export const REGISTER_ZH_CN = {
  description: '用邮箱注册账户，确认邮箱后即可创建密钥和签署文件。',
  intro: '注册后会收到一封邮件，打开其中的链接确认邮箱。每个账户都带有一个个人组织。',
  name: '姓名',
  nameHint: '同一组织的成员会看到。',
  haveAccount: '已有账户？',
  terms: '注册即表示同意',
  and: '与',
} as const;
