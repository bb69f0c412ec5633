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
  'subscription.activated': { en: 'A subscription began', 'zh-CN': '订阅已开通' },
  'subscription.renewed': { en: 'A subscription was renewed', 'zh-CN': '订阅已续费' },
  'subscription.upgraded': { en: 'A subscription was upgraded', 'zh-CN': '订阅已升级' },
  'subscription.cancel_scheduled': { en: 'A subscription will end with its period', 'zh-CN': '订阅将在到期后终止' },
  'subscription.auto_renew_changed': { en: 'Automatic renewal was switched', 'zh-CN': '自动续费设置已更改' },
  'subscription.renewal_failed': { en: 'A subscription could not be renewed', 'zh-CN': '订阅续费失败' },
  'subscription.grace_started': { en: 'The last paid period ended', 'zh-CN': '订阅已到期，进入宽限期' },
  'subscription.expired': { en: 'A subscription ended', 'zh-CN': '订阅已终止' },
  'order.created': { en: 'A payment order was made', 'zh-CN': '支付订单已创建' },
  'order.cancelled': { en: 'A payment order was cancelled', 'zh-CN': '支付订单已取消' },
  'order.expired': { en: 'A payment order was not paid in time', 'zh-CN': '支付订单已过期' },
  'payment.succeeded': { en: 'A payment arrived', 'zh-CN': '支付成功' },
  'payment.late_received': { en: 'A payment arrived for an order that was closed', 'zh-CN': '订单关闭后收到付款' },
  'payment.review_required': { en: 'A payment waits for a decision by the operator', 'zh-CN': '有付款等待运营者处理' },
  'quota.threshold_reached': { en: '80 percent of an operation are used', 'zh-CN': '某项用量已达本期额度的 80%' },
  'quota.exceeded': { en: 'A unit was refused because none was left', 'zh-CN': '额度用尽，请求被拒绝' },
  'balance.credited': { en: 'The balance grew', 'zh-CN': '余额增加' },
  'balance.debited': { en: 'The balance was spent', 'zh-CN': '余额支出' },
} as const satisfies Record<string, Localized>;

/** An event that an endpoint can ask for. */
export type SubscribedType = keyof typeof EVENT_TYPES;

/** Sent on request to one endpoint, whatever it has asked for. */
export const TEST_EVENT = 'webhook.test';

export type EventType = SubscribedType | typeof TEST_EVENT;

export function isSubscribedType(text: string): text is SubscribedType {
  return Object.hasOwn(EVENT_TYPES, text);
}
