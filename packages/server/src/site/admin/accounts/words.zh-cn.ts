/** 账户列表与结束会话的文字。 */
export const ADMIN_ACCOUNTS_ZH_CN = {
  lead: '此安装中的所有账户，最新的在前。',
  email: '邮箱包含',
  empty: '没有符合条件的账户。',
  name: '姓名',
  verified: '邮箱已确认',
  unverified: '邮箱未确认',
  admin: '运营管理员',
  oneTime: '须更换密码',
  totp: '双重验证已开启',
  organizations: '所属组织',
  created: '注册于',
  seen: '最近使用',
  never: '从未',
  none: '无',
  end: {
    title: '结束账户的所有会话',
    text: '此人须在所有设备上重新登录。其组织的密钥不受影响。',
    button: '结束所有会话',
  },
} as const;
