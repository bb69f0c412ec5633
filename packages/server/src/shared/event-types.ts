import type { Localized } from './language.ts';

/** What a webhook may be told of. */
export const EVENT_TYPES = {
  'verification.completed': { en: 'A file was verified', 'zh-CN': '文件已验证' },
  'signing.completed': { en: 'A file was signed', 'zh-CN': '文件已签署' },
  'signing.failed': { en: 'A file could not be signed', 'zh-CN': '文件签署失败' },
  'job.failed': { en: 'Any other job failed', 'zh-CN': '其他任务失败' },
  'credential.revoked': { en: 'A credential was revoked', 'zh-CN': '凭证已吊销' },
  'credential.suspended': { en: 'A credential was suspended', 'zh-CN': '凭证已暂停' },
  'credential.resumed': { en: 'A suspended credential was resumed', 'zh-CN': '凭证已恢复' },
  'statement.finalized': { en: 'A statement of a month was made', 'zh-CN': '月度对账单已生成' },
  'invoice_request.submitted': { en: 'An invoice was requested', 'zh-CN': '发票申请已提交' },
  'invoice_request.issued': { en: 'An invoice was issued', 'zh-CN': '发票已开具' },
  'invoice_request.rejected': { en: 'A request for an invoice was rejected', 'zh-CN': '发票申请被驳回' },
  'invoice_request.cancelled': { en: 'A request for an invoice was cancelled', 'zh-CN': '发票申请已取消' },
  'refund.requested': { en: 'A refund was requested', 'zh-CN': '退款申请已提交' },
  'refund.approved': { en: 'A refund was approved', 'zh-CN': '退款申请已批准' },
  'refund.rejected': { en: 'A refund was rejected', 'zh-CN': '退款申请被驳回' },
  'refund.succeeded': { en: 'A refund was paid', 'zh-CN': '退款成功' },
  'refund.failed': { en: 'A refund failed', 'zh-CN': '退款失败' },
} as const satisfies Record<string, Localized>;

/** An event that an endpoint can ask for. */
export type SubscribedType = keyof typeof EVENT_TYPES;

/** Sent on request to one endpoint, whatever it has asked for. */
export const TEST_EVENT = 'webhook.test';

export type EventType = SubscribedType | typeof TEST_EVENT;

export function isSubscribedType(text: string): text is SubscribedType {
  return Object.hasOwn(EVENT_TYPES, text);
}
