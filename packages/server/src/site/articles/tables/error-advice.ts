import type { ErrorCode } from '../../../shared/error-codes.ts';
import type { Localized } from '../../../shared/language.ts';

const LATER = advice('Try again later, waiting longer each time.', '稍后重试，并逐次延长间隔。');
const BILLING = advice('Ask an owner of the organization.', '联系组织的所有者。');
const REPORT = advice(
  'Try again, waiting longer each time; if the problem persists, send the operator the request ID.',
  '逐次延长间隔后重试；若仍失败，请把 request_id 告知运营者。',
);

/** What a caller can do about each code, for the documentation. */
export const ERROR_ADVICE: Readonly<Record<ErrorCode, Localized>> = {
  AUTH_REQUIRED: advice('Send a key in `Authorization`, or sign in.', '在 `Authorization` 中发送密钥，或登录。'),
  INVALID_API_KEY: advice('Check for typos, or create a new key.', '检查密钥是否抄错；或创建新密钥。'),
  SCOPE_DENIED: advice(
    'Use a key with this scope, ask for another role, or enter the password again.',
    '使用具有该权限范围的密钥，申请其他角色，或重新输入密码。',
  ),
  RATE_LIMITED: advice('Wait as long as `Retry-After` says.', '按 `Retry-After` 给出的时间等待。'),
  QUOTA_EXCEEDED: BILLING,
  INVALID_FILE_TYPE: advice('Send a file of a supported type.', '发送受支持类型的文件。'),
  FILE_TOO_LARGE: advice(
    'Send a smaller file; `details.limit_bytes` is the limit.',
    '减小上传内容；限制见 `details.limit_bytes`。',
  ),
  MEDIA_PARSE_FAILED: advice('Check that the file is complete, and send it again.', '确认文件完整后重新发送。'),
  C2PA_PARSE_FAILED: discard(),
  C2PA_SIGNATURE_INVALID: discard(),
  C2PA_ASSET_BINDING_INVALID: discard(),
  TRUST_LIST_UNAVAILABLE: advice('The operator checks the network and the addresses.', '由运营者检查网络与列表地址。'),
  SIGNING_FAILED: advice(
    'Try again with the same `Idempotency-Key`; `timestamp=optional` does without a time stamp.',
    '使用相同的 `Idempotency-Key` 重试；`timestamp=optional` 可以不带时间戳。',
  ),
  POST_VERIFY_FAILED: advice(
    'Try again with the same `Idempotency-Key`; if the problem persists, send the operator the request ID.',
    '使用相同的 `Idempotency-Key` 重试；若仍失败，请把 request_id 告知运营者。',
  ),
  JOB_TIMEOUT: advice('Try once more with `Prefer: respond-async`.', '使用 `Prefer: respond-async` 再试一次。'),
  INTERNAL_ERROR: REPORT,
  ACCOUNT_EMAIL_NOT_VERIFIED: advice(
    'Open the link in the email, or have it sent again.',
    '打开邮件中的链接，或重新发送。',
  ),
  WORKSPACE_SUSPENDED: advice('Ask the operator.', '联系运营者。'),
  BILLING_PERMISSION_REQUIRED: BILLING,
  PLAN_NOT_AVAILABLE: advice('Choose another plan.', '选择其他套餐。'),
  SUBSCRIPTION_REQUIRED: BILLING,
  INSUFFICIENT_BALANCE: BILLING,
  PAYMENT_ORDER_NOT_FOUND: advice('Check the id.', '检查编号。'),
  PAYMENT_ORDER_EXPIRED: advice('Place a new order.', '重新下单。'),
  PAYMENT_ALREADY_PROCESSED: advice('Read the order.', '查看该订单。'),
  PAYMENT_SIGNATURE_INVALID: advice('Only the provider sends notices.', '通知只能由支付服务商发送。'),
  PAYMENT_AMOUNT_MISMATCH: advice('Read the price again and place a new order.', '重新查看价格后下单。'),
  PAYMENT_PROVIDER_UNAVAILABLE: LATER,
  PAYMENT_FULFILLMENT_PENDING: LATER,
  REFUND_NOT_ALLOWED: advice('Read the order: it says what can be refunded.', '查看订单中的可退金额。'),
  REFUND_PROVIDER_FAILED: LATER,
  NOT_FOUND: advice('Check the address, the id and the organization.', '检查地址、编号与所属组织。'),
  CONFLICT: advice(
    '`details.reason` or `details.status` says what prevents it.',
    '原因见 `details.reason` 或 `details.status`。',
  ),
  METHOD_NOT_ALLOWED: advice('Use a method that `Allow` lists.', '改用 `Allow` 中列出的方法。'),
  SERVICE_UNAVAILABLE: advice(
    'Try again after `Retry-After`, with the same `Idempotency-Key` where there is one.',
    '按 `Retry-After` 等待后重试；有 `Idempotency-Key` 时保持不变。',
  ),
};

function advice(en: string, zhCn: string): Localized {
  return { en, 'zh-CN': zhCn };
}

function discard(): Localized {
  return advice(
    'Sign the original, or send `ingredient_policy=discard`.',
    '改为签署原始文件，或发送 `ingredient_policy=discard`。',
  );
}
