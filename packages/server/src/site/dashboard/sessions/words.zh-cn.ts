import type { Words } from '../../../shared/words.ts';

/** 会话页的文字。 */
export const SESSIONS_ZH_CN = {
  title: '会话',
  lead: '已登录此账户的浏览器和程序。如有不认识的，请结束该会话并修改密码。',
  current: '当前会话',
  unknownDevice: '未命名的程序',
  on: (browser: string, system: string) => `${system} 上的 ${browser}`,
  more: '程序自报的名称',
  started: '开始于',
  seen: '最近使用',
  ends: '最迟结束于',
  end: '结束',
  endLabel: (device: string) => `结束会话：${device}`,
  endOthers: '结束其他所有会话',
  only: '只有当前这一个会话。',
} as const;

export type SessionsWords = Words<typeof SESSIONS_ZH_CN>;
