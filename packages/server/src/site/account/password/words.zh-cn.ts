/** 找回密码的文字。 */
export const PASSWORD_ZH_CN = {
  forgot: {
    title: '找回密码',
    description: '填写注册邮箱，我们会发送一个用于设置新密码的链接。',
    submit: '发送链接',
    sent: '如果该邮箱已注册，链接正在发送途中，一小时内有效。没有收到时，请检查垃圾邮件，并确认填写的邮箱是注册时用的那个。',
    back: '返回登录',
  },
  reset: {
    title: '设置新密码',
    description: '设置新密码后，此账户的所有会话都会结束。',
    submit: '设置密码',
    invalid: '链接有误、已经用过，或者超过了一小时。',
    again: '重新发送链接',
  },
} as const;
