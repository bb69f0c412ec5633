/** 更换邮箱和撤销更换的链接页的文字。 */
export const EMAIL_LINK_ZH_CN = {
  change: {
    title: '确认新邮箱',
    description: '确认账户改用新的邮箱。',
    intro: '点击按钮，账户即改用这个邮箱，其他会话随之结束。',
    address: '新邮箱',
    submit: '更换邮箱',
    invalid: '链接有误、已经用过、超过了 24 小时，或者该邮箱已属于另一个账户。',
  },
  restore: {
    title: '撤销更换邮箱',
    description: '恢复账户原来的邮箱。',
    intro: '点击按钮，账户恢复使用这个邮箱，所有会话结束，密码作废；之后请立即设置新密码。',
    address: '原邮箱',
    submit: '恢复邮箱',
    invalid: '链接有误、已经用过、超过了 7 天，或者该邮箱已属于另一个账户。如果账户被他人控制，请联系运营者。',
  },
  restored: {
    title: '邮箱已恢复',
    text: '所有会话均已结束，原密码已作废。请立即设置新密码。如果双重验证被他人开启，请联系运营者。',
    reset: '设置新密码',
  },
} as const;
