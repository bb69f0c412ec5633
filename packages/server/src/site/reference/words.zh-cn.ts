/** 接口参考的文字。接口自己的说明是英文。 */
export const REFERENCE_ZH_CN = {
  inEnglish: '接口的说明文字以英文书写，与 OpenAPI 文档一致。',
  machine: '供程序读取的完整描述：',
  base: '服务地址',
  groups: '分组',
  tags: {
    Authentication: '注册与登录',
    Account: '账户',
    Organizations: '组织与成员',
    Content: '验证与签署',
    Web: '网页使用的接口',
    Credentials: '凭证',
    Jobs: '任务',
    Dashboard: '密钥（控制台）',
    Console: '密钥（同一功能的另一地址）',
    Webhooks: 'Webhook',
    Usage: '用量',
    Billing: '计费',
    Audit: '审计日志',
    Administration: '管理',
    Service: '服务状态与描述',
  },
  common: {
    title: '所有接口共同的约定',
    requestId: '每个响应都带有 `X-Request-Id`；报告问题时请附上。',
    rate: '有速率限制的接口还返回 `RateLimit-Limit`、`RateLimit-Remaining` 与 `RateLimit-Reset`；见',
    errors: '除 422 外，所有错误都使用统一格式；见',
    unknown: '响应中可能增加新的成员，客户端应忽略不认识的成员。',
    variables:
      '示例中以 `$` 开头的是 shell 变量：`$REVERA_KEY` 是 API 密钥，`$ADMIN_TOKEN` 是管理员令牌，`cookies.txt` 与 `$CSRF` 来自登录，其余是路径中的编号；`…` 代表你自己的密码或令牌。做法见',
  },
  access: {
    title: '谁可以调用',
    none: '任何人，无须登录',
    apiKey: 'API 密钥，权限范围为',
    session: '已登录的账户',
    member: '已登录的成员，权限为',
    adminToken: '管理员令牌',
    administrator: '已登录的管理员',
  },
  parameters: { path: '路径参数', query: '查询参数', header: '请求头' },
  body: '请求体',
  optionalBody: '可以省略',
  example: '示例',
  answers: '响应',
  noContent: '没有响应体',
  headers: '另有响应头',
  errors: '错误',
  status: '状态码',
  codes: '错误码',
  schemas: '数据结构',
  schemasAbout: '多个接口共用的结构，各说明一次。',
  types: {
    file: '文件',
    any: '任意值',
    arrayOf: '数组，每项为',
    orNull: '或 null',
    bytes: '文件内容',
  },
  required: '必填',
  optional: '不一定出现',
  oneOf: '取值：',
  fallback: '默认：',
  open: '可以有任意名称的成员',
  bounds: {
    characters: (min: End, max: End) => between(min, max, '个字符'),
    items: (min: End, max: End) => between(min, max, '项'),
    number: (min: End, max: End) => between(min, max, ''),
  },
} as const;

/** null：没有界限。 */
type End = number | null;

function between(min: End, max: End, unit: string): string {
  const end = unit === '' ? '' : ` ${unit}`;
  if (min === null) return max === null ? '' : `最多 ${max}${end}`;
  return max === null ? `至少 ${min}${end}` : `${min} 至 ${max}${end}`;
}
