import type { Localized } from './language.ts';

interface ErrorEntry {
  readonly status: number;
  /** The text for the caller. */
  readonly message: Localized;
  /** When the code is used; for the documentation. */
  readonly when: Localized;
}

function entry(status: number, en: string, zhCn: string, whenEn: string, whenZhCn: string): ErrorEntry {
  return { status, message: { en, 'zh-CN': zhCn }, when: { en: whenEn, 'zh-CN': whenZhCn } };
}

/** Every code of the error envelope. OpenAPI, the documentation and the tests are derived from this table. */
export const ERROR_CODES = {
  AUTH_REQUIRED: entry(
    401,
    'Credentials are required. Send the header "Authorization: Bearer <API_KEY>", or sign in.',
    '需要身份凭据。请发送请求头“Authorization: Bearer <API_KEY>”，或登录。',
    'The request carried no valid credentials; when signing in, details.reason says what is missing.',
    '该接口需要凭据，而请求没有携带正确的凭据；登录时，details.reason 说明缺少什么。',
  ),
  INVALID_API_KEY: entry(
    401,
    'The API key is not valid.',
    'API 密钥无效。',
    'The key is malformed, unknown, revoked or expired.',
    '密钥格式错误、不存在、已吊销或已过期。',
  ),
  SCOPE_DENIED: entry(
    403,
    'The credentials do not allow this operation.',
    '该凭据无权执行此操作。',
    'The key lacks the scope that the route needs, or the member lacks the permission; details.required_scope or details.required_permission names it. For a session, details.reason can be csrf, reauthentication_required (POST /v1/account/reauthenticate opens it) or, for an administrator in production, second_factor_required.',
    '密钥缺少该接口所需的权限范围，或成员缺少所需的权限；details.required_scope 或 details.required_permission 给出名称。对于会话，details.reason 可能是 csrf、reauthentication_required（先调用 POST /v1/account/reauthenticate），生产环境中的运营管理员还可能是 second_factor_required（须先开启双重验证）。',
  ),
  RATE_LIMITED: entry(
    429,
    'Too many requests. Try again later.',
    '请求过于频繁，请稍后再试。',
    'The rate limit of this key or address was exceeded, or too much work is waiting; Retry-After says when to try again.',
    '该密钥或地址的请求速率超限，或等待处理的工作过多；Retry-After 给出重试时间。',
  ),
  QUOTA_EXCEEDED: entry(
    429,
    'The quota of the plan is used up.',
    '套餐额度已用完。',
    'The organization has used up the operations that its plan includes for this period; details and Retry-After say when the next period begins. Work that is still running counts as long as it may succeed (details.reserved).',
    '本组织已用完套餐在本周期内的额度；details 与 Retry-After 给出下一周期的开始时间。仍在进行的工作在结束前也占用额度（details.reserved）。',
  ),
  INVALID_FILE_TYPE: entry(
    415,
    'The file is of no supported media type.',
    '不支持该文件类型。',
    'The bytes of the file match no known media type; the extension and the declared type are ignored. When signing, also: a credential cannot be written into this type, or not into this file without damaging it (details.reason unsafe_structure).',
    '文件内容不属于任何已知媒体类型；不以扩展名和声明的类型为准。签署时还包括：该类型不写入凭证，或写入会损坏该文件（details.reason 为 unsafe_structure）。',
  ),
  FILE_TOO_LARGE: entry(
    413,
    'The upload is larger than allowed.',
    '上传内容超过大小限制。',
    'A file, or the whole request body, exceeds its limit; details.limit_bytes names it.',
    '单个文件或整个请求体超过限制；details.limit_bytes 给出限制值。',
  ),
  MEDIA_PARSE_FAILED: entry(
    400,
    'The media file could not be parsed.',
    '无法解析该媒体文件。',
    'The file is of a known type but its structure cannot be read at all.',
    '文件类型已知，但其结构完全无法读取。',
  ),
  C2PA_PARSE_FAILED: entry(
    400,
    'The content credential in the file could not be read.',
    '无法读取文件中的内容凭证。',
    'When signing: the input already carries a credential that cannot be parsed, or only the address of one stored elsewhere (details.reason remote_manifest), and ingredient_policy is require_valid; or that address cannot be removed (remote_manifest_kept).',
    '签署时：输入文件已带有无法解析的凭证，或仅以地址指向存放于别处的凭证（details.reason 为 remote_manifest），且 ingredient_policy 为 require_valid；或该地址所在位置无法移除（remote_manifest_kept）。',
  ),
  C2PA_SIGNATURE_INVALID: entry(
    400,
    'The content credential in the file is not valid, or was withdrawn.',
    '文件中的内容凭证无效，或已被吊销、暂停。',
    'When signing: the input already carries a credential whose signature is broken, or one that this service issued and that was withdrawn, or it was made from content with such a credential (details.reason credential_revoked or credential_suspended, with details.credential_id), and ingredient_policy is require_valid.',
    '签署时：输入文件所带凭证的签名无效；或该凭证由本服务签发、已被吊销或暂停，或文件由这样的内容制成（details.reason 为 credential_revoked 或 credential_suspended，details.credential_id 给出凭证编号）；且 ingredient_policy 为 require_valid。',
  ),
  C2PA_ASSET_BINDING_INVALID: entry(
    400,
    'The content credential in the file does not match its content.',
    '文件中的内容凭证与其内容不符。',
    'When signing: the input already carries a credential that is not bound to it, and ingredient_policy is require_valid.',
    '签署时：输入文件所带凭证与内容绑定失败，且 ingredient_policy 为 require_valid。',
  ),
  TRUST_LIST_UNAVAILABLE: entry(
    503,
    'No trust list is available.',
    '没有可用的信任列表。',
    'A refresh fetched nothing and there is no earlier copy. Verification itself never answers with this code.',
    '刷新未取得任何列表且没有旧副本。验证接口本身不会返回此代码。',
  ),
  SIGNING_FAILED: entry(
    500,
    'The file could not be signed.',
    '文件签署失败。',
    'The signer, the time-stamp authority or the store of signed files failed. Nothing was stored or charged.',
    '签名服务、时间戳服务或签署文件的存储失败。未保存任何内容，也未计费。',
  ),
  POST_VERIFY_FAILED: entry(
    500,
    'The signed file did not pass the check after signing.',
    '签署后的文件未通过复核。',
    'The signed output was not valid and bound, or something in the file besides its credential was lost or changed. Nothing was stored or charged.',
    '签署结果未通过有效性与绑定校验，或除凭证之外丢失、改动了文件内容。未保存任何内容，也未计费。',
  ),
  JOB_TIMEOUT: entry(
    504,
    'The work took longer than allowed.',
    '处理超时。',
    'The analysis, or the rendering of a PDF report, missed its deadline. For an analysis, try again with "Prefer: respond-async".',
    '分析或生成 PDF 报告未在时限内完成。分析可使用“Prefer: respond-async”重试。',
  ),
  INTERNAL_ERROR: entry(
    500,
    'An internal error occurred.',
    '服务内部错误。',
    'Something failed on our side; include the request ID when you report it.',
    '服务端发生错误；反馈时请附上 request_id。',
  ),
  ACCOUNT_EMAIL_NOT_VERIFIED: entry(
    403,
    'The email address of the account is not verified.',
    '账户的邮箱尚未确认。',
    'Creating keys, signing and paying need a verified address.',
    '创建密钥、签署和支付需要已确认的邮箱。',
  ),
  WORKSPACE_SUSPENDED: entry(
    403,
    'The organization is suspended.',
    '该组织已被暂停。',
    'The organization of the key or session was suspended by the operator.',
    '密钥或会话所属的组织已被运营者暂停。',
  ),
  BILLING_PERMISSION_REQUIRED: entry(
    403,
    'Your role does not allow billing operations.',
    '你的角色无权执行计费操作。',
    'The member has none of the roles that may see or change billing.',
    '成员不具有查看或修改计费信息的角色。',
  ),
  PLAN_NOT_AVAILABLE: entry(
    409,
    'The plan is not available.',
    '该套餐不可用。',
    'The plan does not exist, is withdrawn, or cannot follow the current subscription.',
    '套餐不存在、已下架，或无法衔接当前订阅。',
  ),
  SUBSCRIPTION_REQUIRED: entry(
    402,
    'A subscription is required.',
    '需要有效订阅。',
    'The operation needs a plan, and the organization has no active one.',
    '该操作需要套餐，而本组织没有生效的订阅。',
  ),
  INSUFFICIENT_BALANCE: entry(
    402,
    'The balance is not sufficient.',
    '余额不足。',
    'The operation costs more than the available balance.',
    '该操作的费用超过可用余额。',
  ),
  PAYMENT_ORDER_NOT_FOUND: entry(
    404,
    'The payment order was not found.',
    '未找到该支付订单。',
    'No order of this organization has the given id.',
    '本组织没有该编号的订单。',
  ),
  PAYMENT_ORDER_EXPIRED: entry(
    409,
    'The payment order has expired.',
    '支付订单已过期。',
    'The order was not paid in time.',
    '订单未在时限内支付。',
  ),
  PAYMENT_ALREADY_PROCESSED: entry(
    409,
    'The payment was already processed.',
    '该支付已处理。',
    'The order is already paid, or can no longer be changed.',
    '订单已支付或不可再更改。',
  ),
  PAYMENT_SIGNATURE_INVALID: entry(
    400,
    'The signature of the payment notice is not valid.',
    '支付通知的签名无效。',
    'A callback was not signed by the payment provider.',
    '支付回调并非由支付服务商签名。',
  ),
  PAYMENT_AMOUNT_MISMATCH: entry(
    409,
    'The paid amount does not match the order.',
    '支付金额与订单不符。',
    'The provider reports an amount that differs from the order, or the price has changed since it was shown.',
    '服务商上报的金额与订单不一致，或价格在展示之后已变更。',
  ),
  PAYMENT_PROVIDER_UNAVAILABLE: entry(
    503,
    'The payment provider is not available.',
    '支付服务暂不可用。',
    'The provider did not answer, or none is configured; try again with the same Idempotency-Key.',
    '服务商无响应或未配置；请使用相同的 Idempotency-Key 重试。',
  ),
  PAYMENT_FULFILLMENT_PENDING: entry(
    409,
    'The payment was received and is being processed.',
    '已收到付款，正在处理。',
    'The order is paid, but what it bought has not been delivered yet.',
    '订单已支付，但购买内容尚未到账。',
  ),
  REFUND_NOT_ALLOWED: entry(
    409,
    'The refund is not allowed.',
    '不允许退款。',
    'The order cannot be refunded, or not for this amount.',
    '该订单不可退款，或金额超出可退范围。',
  ),
  REFUND_PROVIDER_FAILED: entry(
    502,
    'The payment provider refused the refund.',
    '支付服务商拒绝了退款。',
    'The provider answered the refund request with an error.',
    '服务商对退款请求返回错误。',
  ),
  NOT_FOUND: entry(
    404,
    'Nothing was found here.',
    '未找到请求的内容。',
    'The route or the object does not exist, or belongs to another organization. Status 410: it existed and is gone.',
    '接口或对象不存在，或属于其他组织。状态 410 表示曾经存在但已移除。',
  ),
  CONFLICT: entry(
    409,
    'The request conflicts with the current state.',
    '请求与当前状态冲突。',
    'The status of the object does not allow the operation, or the Idempotency-Key is in use.',
    '对象当前状态不允许该操作，或 Idempotency-Key 正在使用。',
  ),
  METHOD_NOT_ALLOWED: entry(
    405,
    'This method is not allowed here.',
    '此接口不支持该请求方法。',
    'The route exists with other methods; the header Allow lists them.',
    '该接口存在，但不支持此方法；响应头 Allow 列出可用的方法。',
  ),
  SERVICE_UNAVAILABLE: entry(
    503,
    'The service cannot answer at the moment. Try again shortly.',
    '服务暂时无法响应，请稍后重试。',
    'The database or the file store is unavailable, or the work waited too long for its turn. Retry-After says when to try again. Nothing was stored, unless the connection broke while the last step was being confirmed: a retry with the same Idempotency-Key does nothing twice. As the error of a job: its file could not be read in time; send it again.',
    '数据库或文件存储暂时不可用，或排队等待超过时限。Retry-After 给出重试时间。未保存任何内容，除非连接恰在确认最后一步时中断；使用相同的 Idempotency-Key 重试不会重复执行。作为任务的错误：未能及时读到文件，请重新提交。',
  ),
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERROR_CODES;

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(ERROR_CODES, text);
}
