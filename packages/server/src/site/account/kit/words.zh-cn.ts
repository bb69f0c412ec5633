/** 账户各页共用的文字。 */
export const ACCOUNT_ZH_CN = {
  fields: {
    email: '邮箱',
    password: '密码',
    newPassword: '新密码',
    newPasswordHint: '10 到 128 个字符，不能是常见密码、键盘顺序，也不能由邮箱或姓名组成。',
  },
  signIn: '登录',
  register: '注册',
  signOut: '退出登录',
  signedInAs: '当前登录账户',
  confirmEmail: '确认邮箱',
  address: '邮箱',
  deadLink: '链接不可用',
  checkInbox: '请查收邮件',
  toLogin: '前往登录',
  toDashboard: '前往控制台',
  mailbox: {
    before: '本服务不向外发送邮件。邮件在',
    name: '开发邮箱',
    after: '中，只能在运行服务的机器上，通过启动时输出的链接打开。',
    kept: '本服务不向外发送邮件。运行服务的人可以在 DATA_DIR/mailbox 目录中找到邮件。',
  },
} as const;
