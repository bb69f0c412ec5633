import type { Localized } from './language.ts';

/** What an API key may be allowed to do. */
export const SCOPES = {
  'content:verify': { en: 'Verify files', 'zh-CN': '验证文件' },
  'content:sign': { en: 'Sign files', 'zh-CN': '签署文件' },
  'credentials:read': { en: 'Read the credentials of the organization', 'zh-CN': '读取本组织的凭证' },
  'credentials:revoke': {
    en: 'Revoke, suspend and resume the credentials of the organization, and allow public download',
    'zh-CN': '吊销、暂停和恢复本组织的凭证，允许公开下载',
  },
  'jobs:read': { en: 'Read the jobs of the organization', 'zh-CN': '读取本组织的任务' },
  'usage:read': { en: 'Read usage figures', 'zh-CN': '读取用量' },
  'billing:read': { en: 'Read the balance, orders and transactions', 'zh-CN': '读取余额、订单与交易记录' },
  'billing:write': { en: 'Recharge, buy plans and change billing', 'zh-CN': '充值、购买套餐与修改计费信息' },
  'webhooks:manage': { en: 'Manage webhooks', 'zh-CN': '管理 Webhook' },
} as const satisfies Record<string, Localized>;

export type Scope = keyof typeof SCOPES;

/** The scopes of a new key whose creator names none. */
export const DEFAULT_SCOPES: readonly Scope[] = ['content:verify', 'content:sign', 'credentials:read', 'jobs:read'];

export function isScope(text: string): text is Scope {
  return Object.hasOwn(SCOPES, text);
}
