/** 运营管理各页共用的文字。 */
export const ADMIN_ZH_CN = {
  title: '运营管理',
  description: '查找组织与账户，暂停或恢复组织。',
  back: '返回控制台',
  tabs: { label: '运营管理', organizations: '组织', accounts: '账户' },
  done: {
    suspended: '组织已暂停：密钥立即被拒绝，成员只能查看。',
    restored: '组织已恢复。',
    sessions_ended: '该账户的所有会话均已结束。',
  },
  searchButton: '查找',
  reason: { label: '原因', hint: '该组织会在审计日志中看到。最多 500 个字符。' },
  secondFactor: {
    needed: '在生产环境中，运营管理员须开启双重验证才能更改。你的账户尚未开启。',
    setUp: '开启双重验证',
  },
} as const;
