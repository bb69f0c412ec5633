import { instant, roleName } from './mail-values.ts';
import type { MailedKey, MailLanguage, MailTemplates } from './templates.ts';

const NOT_YOU = '如果不是你本人操作，请立即重设密码，并结束所有会话。';

function keysZhCn(keys: readonly MailedKey[], more: number): string[] {
  if (keys.length === 0) return [];
  return [
    '更换密码后，API 密钥仍然有效。如果密码不是你本人重设的，请同时吊销此账户创建的密钥：',
    ...keys.map(({ organization, name, prefix }) => `${name}（${prefix}…），组织“${organization}”`),
    ...(more === 0 ? [] : [`另有 ${more} 个，可在各组织的密钥页查看`]),
  ];
}

function foundZhCn(findings: readonly string[], more: number): string[] {
  return [...findings, ...(more === 0 ? [] : [`另有 ${more} 项`])];
}

function ownerSentence({ person, organization, change, by }: MailTemplates['owner_changed']): string {
  switch (change) {
    case 'joined':
      return `${person} 已以所有者身份加入组织“${organization}”。`;
    case 'promoted':
      return `${by} 已将 ${person} 设为组织“${organization}”的所有者。`;
    case 'demoted':
      return `${by} 已更改 ${person} 的角色，此人不再是组织“${organization}”的所有者。`;
    case 'removed':
      return `${by} 已将所有者 ${person} 移出组织“${organization}”。`;
    case 'left':
      return `所有者 ${person} 已退出组织“${organization}”。`;
  }
}

export const MAILS_ZH_CN: MailLanguage = {
  templates: {
    verify_email: ({ link }) => ({
      subject: '请确认你的邮箱地址',
      before: ['欢迎使用 Revera。请确认这个邮箱地址属于你。'],
      links: [{ label: '确认邮箱地址', address: link }],
      after: ['链接只能使用一次，24 小时内有效。如果你没有注册，请忽略这封邮件，不会有任何变化。'],
    }),
    address_taken: ({ sign_in_link, reset_link }) => ({
      subject: '你已有账户',
      before: ['有人（可能是你本人）用这个邮箱地址注册。该地址已有账户，没有任何改动。'],
      links: [
        { label: '登录', address: sign_in_link },
        { label: '忘记密码？', address: reset_link },
      ],
      after: ['如果不是你本人操作，无需处理。'],
    }),
    reset_password: ({ link }) => ({
      subject: '重设密码',
      before: ['有人（可能是你本人）申请为你的账户重设密码。'],
      links: [{ label: '重设密码', address: link }],
      after: ['链接只能使用一次，1 小时内有效。如果你没有申请，请忽略这封邮件，密码保持不变。'],
    }),
    password_changed: ({ address, when, keys, more_keys }) => ({
      subject: '你的密码已修改',
      before: [`你的账户密码已于 ${instant(when, 'zh-CN')} 修改，操作来自网络地址 ${address}。`],
      links: [],
      after: [NOT_YOU, ...keysZhCn(keys, more_keys)],
    }),
    two_factor_changed: ({ state, address, when }) => ({
      subject: state === 'on' ? '双重验证已开启' : '双重验证已关闭',
      before: [
        `你的账户已于 ${instant(when, 'zh-CN')} ${state === 'on' ? '开启' : '关闭'}双重验证，操作来自网络地址 ${address}。`,
      ],
      links: [],
      after: [NOT_YOU],
    }),
    confirm_new_email: ({ link }) => ({
      subject: '请确认你的新邮箱地址',
      before: ['有人（可能是你本人）希望把 Revera 账户的邮箱改为这个地址。'],
      links: [{ label: '确认新的邮箱地址', address: link }],
      after: ['链接只能使用一次，24 小时内有效；确认之前没有任何变化。如果不是你本人操作，请忽略这封邮件。'],
    }),
    new_email_taken: ({ sign_in_link, reset_link }) => ({
      subject: '该邮箱地址已有账户',
      before: ['有人（可能是你本人）希望把另一个账户的邮箱改为这个地址。该地址已有账户，没有任何改动。'],
      links: [
        { label: '登录', address: sign_in_link },
        { label: '忘记密码？', address: reset_link },
      ],
      after: ['如果不是你本人操作，无需处理。'],
    }),
    email_changed: ({ link, address, when }) => ({
      subject: '你账户的邮箱地址已更改',
      before: [
        `你的账户已于 ${instant(when, 'zh-CN')} 改用另一个邮箱地址，确认操作来自网络地址 ${address}。`,
        '如果是你本人操作，无需处理；如果不是，请立即撤销更改：',
      ],
      links: [{ label: '撤销更改', address: link }],
      after: [
        '链接只能使用一次，7 天内有效。撤销后恢复这个邮箱地址，结束所有会话，原密码作废，由你重新设置。如果链接已失效，请联系服务的运营者。',
      ],
    }),
    account_deleted: ({ address, when }) => ({
      subject: '你的账户已注销',
      before: [
        `你的账户已于 ${instant(when, 'zh-CN')} 注销，操作来自网络地址 ${address}。姓名、邮箱、密码和会话均已删除，无法恢复。`,
        '已签发的凭证仍可查询；审计日志只保留账户的编号，不含姓名和邮箱。',
      ],
      links: [],
      after: ['如果不是你本人操作，请联系服务的运营者。'],
    }),
    organization_closed: ({ organization, credentials, address, when }) => ({
      subject: '你的组织已关闭',
      before: [
        `组织“${organization}”已于 ${instant(when, 'zh-CN')} 关闭，操作来自网络地址 ${address}。其密钥已失效，成员不能再访问，任务、结果和已签署的文件均已删除。`,
        credentials === 'kept' ? '其凭证仍可查询，今后只有运营者能够吊销。' : '其凭证已全部吊销。',
      ],
      links: [],
      after: ['此操作无法撤销。如果并非所有者的本意，请联系服务的运营者。'],
    }),
    invitation: ({ link, organization, inviter, role }) => ({
      subject: `邀请你加入 ${organization}`,
      before: [`${inviter} 邀请你以${roleName(role, 'zh-CN')}身份加入组织“${organization}”。`],
      links: [{ label: '查看邀请', address: link }],
      after: ['如果你不认识邀请人，请忽略这封邮件，不会有任何变化。'],
    }),
    new_device: ({ device, address, when, link }) => ({
      subject: '你的账户有新的登录',
      before: [
        `你的账户于 ${instant(when, 'zh-CN')} 登录，来自网络地址 ${address}。`,
        `浏览器或程序自报的名称：${device === '' ? '无' : device}`,
        '此前你的账户没有在这个地址用过这个程序。',
      ],
      links: [{ label: '查看已登录的设备', address: link }],
      after: [NOT_YOU],
    }),
    recovery_code_used: ({ left, address, when, link }) => ({
      subject: '有一个恢复码被使用',
      before: [
        `你的账户于 ${instant(when, 'zh-CN')} 使用了一个恢复码，操作来自网络地址 ${address}。还剩 ${left} 个恢复码可用。`,
        '如果身份验证器应用已丢失，请关闭双重验证（需要再用一个恢复码），然后重新设置。',
      ],
      links: [{ label: '打开账户页', address: link }],
      after: [NOT_YOU],
    }),
    key_created: ({ organization, maker, name, prefix, mode, may_revoke, address, when, link }) => ({
      subject: `${organization} 新建了 API 密钥`,
      before: [
        `${maker} 于 ${instant(when, 'zh-CN')} 为组织“${organization}”创建了 API 密钥，操作来自网络地址 ${address}。`,
        `名称：${name}。开头：${prefix}。模式：${mode === 'live' ? '正式' : '测试'}。${may_revoke ? '该密钥可以吊销凭证。' : ''}`,
      ],
      links: [{ label: '查看密钥', address: link }],
      after: ['如果这个密钥不应存在，请立即吊销，并请创建者重设密码。'],
    }),
    webhook_disabled: ({ organization, url, reason, when, link }) => ({
      subject: `${organization} 的一个 Webhook 已停用`,
      before: [
        `组织“${organization}”的一个 Webhook 已于 ${instant(when, 'zh-CN')} 停用。其地址：${url}`,
        reason === 'gone'
          ? '该地址返回了状态码 410，表示不再接收任何事件。'
          : '连续五天，向该地址投递事件的每一次尝试都失败了。',
        '未送达的事件会保留数日。接收端恢复后，请重新启用此 Webhook，这些事件将继续投递。',
      ],
      links: [{ label: '打开控制台', address: link }],
      after: [],
    }),
    price_changed: ({ organization, plan, before, amount, when, link }) => ({
      subject: `${organization} 的套餐价格将有变动`,
      before: [
        `组织“${organization}”的套餐“${plan}”将于 ${instant(when, 'zh-CN')} 自动续费。自该次续费起，价格由每月 ${before} 元调整为每月 ${amount} 元。`,
      ],
      links: [{ label: '打开控制台', address: link }],
      after: ['如不希望续费，请在此之前关闭自动续费。'],
    }),
    renewal_short: ({ organization, plan, amount, balance, when, link }) => ({
      subject: `${organization} 的余额不足以续费`,
      before: [
        `组织“${organization}”的套餐“${plan}”将于 ${instant(when, 'zh-CN')} 续费，金额 ${amount} 元；当前余额为 ${balance} 元。`,
        '请在此之前充值，否则到期后只能使用免费套餐包含的额度。',
      ],
      links: [{ label: '打开控制台', address: link }],
      after: [],
    }),
    books_unbalanced: ({ findings, more, when, link }) => ({
      subject: '账目检查未通过',
      before: [
        `账目检查于 ${instant(when, 'zh-CN')} 发现了新的问题。以下为被违反的规则及次数：`,
        ...foundZhCn(findings, more),
        '在检查重新通过之前，系统不会付出任何款项。系统未作任何修正，请查明原因。',
      ],
      links: [{ label: '打开运营管理', address: link }],
      after: ['具体位置见 GET /v1/admin/finance。只有出现新的问题时才会再次通知你。'],
    }),
    payments_differ: ({ findings, more, when, link }) => ({
      subject: '付款与支付网关不一致',
      before: [
        `与支付网关的对账于 ${instant(when, 'zh-CN')} 发现了新的差异：`,
        ...foundZhCn(findings, more),
        '系统未撤销任何款项。请在支付网关核对这些付款，并作出处理。',
      ],
      links: [{ label: '打开运营管理', address: link }],
      after: ['待处理事项见 GET /v1/admin/finance。只有出现新的差异时才会再次通知你。'],
    }),
    owner_changed: (values) => ({
      subject: `${values.organization} 的所有者有变动`,
      before: [ownerSentence(values), `操作时间：${instant(values.when, 'zh-CN')}，来自网络地址 ${values.address}。`],
      links: [{ label: '查看成员', address: values.link }],
      after: ['如果这不该发生，请立即改回；无法改回时，请联系运营者。'],
    }),
  },
  footer: (host) => `你收到这封邮件，是因为你在 Revera（${host}）有账户或收到了邀请。`,
};
