/** 登录各步骤的文字。 */
export const LOGIN_ZH_CN = {
  description: '登录后可以管理密钥、签署文件、查看本组织的任务与凭证。',
  forgot: '忘记密码？',
  noAccount: '还没有账户？',
  wrong: '邮箱或密码不正确。',
  stale: '这一步等待太久，请重新输入邮箱和密码。',
  suspended: '此账户已被本服务的运营者暂停。如需了解原因或提出异议，请联系运营者。',
  done: {
    signed_out: '你已退出登录。',
    email_verified: '邮箱已确认，现在可以登录。',
    email_changed: '邮箱已更换，请用新邮箱登录。',
    account_deleted: '账户已注销，稍后你会收到确认邮件。',
    password_set: '密码已重设，请用新密码登录。所有会话均已结束。',
  },
  secondFactor: {
    title: '输入验证码',
    description: '密码正确。此账户开启了双重验证，还需要身份验证器应用中的验证码。',
    submit: '继续',
    wrongRecovery: '恢复码不正确，或者已经用过。',
    restart: '重新登录',
  },
  passwordChange: {
    title: '设置自己的密码',
    description: '当前密码由运营者发放，只用于第一次登录。请设置一个只有你知道的密码。',
    submit: '设置密码并登录',
  },
} as const;
