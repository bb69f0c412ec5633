/** 退出登录页的文字。 */
export const LOGOUT_ZH_CN = { description: '结束当前会话。' } as const;
