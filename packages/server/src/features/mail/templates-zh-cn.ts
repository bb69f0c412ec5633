import { instant, roleName } from './mail-values.ts';
import type { MailLanguage } from './templates.ts';

const NOT_YOU = '如果不是您本人操作，请立即重设密码，并退出所有会话。';

export const MAILS_ZH_CN: MailLanguage = {
  templates: {
    verify_email: ({ link }) => ({
      subject: '请确认您的邮箱地址',
      before: ['欢迎使用 Revera。请确认这个邮箱地址属于您。'],
      links: [{ label: '确认邮箱地址', address: link }],
      after: ['链接只能使用一次，24 小时内有效。如果您没有注册，请忽略这封邮件，不会有任何变化。'],
    }),
    address_taken: ({ sign_in_link, reset_link }) => ({
      subject: '您已有账号',
      before: ['有人（可能是您本人）用这个邮箱地址注册。该地址已有账号，没有任何改动。'],
      links: [
        { label: '登录', address: sign_in_link },
        { label: '忘记密码？', address: reset_link },
      ],
      after: ['如果不是您本人操作，无需处理。'],
    }),
    reset_password: ({ link }) => ({
      subject: '重设密码',
      before: ['有人（可能是您本人）申请为您的账号重设密码。'],
      links: [{ label: '重设密码', address: link }],
      after: ['链接只能使用一次，1 小时内有效。如果您没有申请，请忽略这封邮件，密码保持不变。'],
    }),
    password_changed: ({ address, when }) => ({
      subject: '您的密码已更改',
      before: [`您的账号密码已于 ${instant(when, 'zh-CN')} 更改，操作来自网络地址 ${address}。`],
      links: [],
      after: [NOT_YOU],
    }),
    two_factor_changed: ({ state, address, when }) => ({
      subject: state === 'on' ? '双重验证已开启' : '双重验证已关闭',
      before: [
        `您的账号已于 ${instant(when, 'zh-CN')} ${state === 'on' ? '开启' : '关闭'}双重验证，操作来自网络地址 ${address}。`,
      ],
      links: [],
      after: [NOT_YOU],
    }),
    confirm_new_email: ({ link }) => ({
      subject: '请确认您的新邮箱地址',
      before: ['有人（可能是您本人）希望把 Revera 账号的邮箱改为这个地址。'],
      links: [{ label: '确认新的邮箱地址', address: link }],
      after: ['链接只能使用一次，24 小时内有效；确认之前没有任何变化。如果不是您本人操作，请忽略这封邮件。'],
    }),
    new_email_taken: ({ sign_in_link, reset_link }) => ({
      subject: '该邮箱地址已有账号',
      before: ['有人（可能是您本人）希望把另一个账号的邮箱改为这个地址。该地址已有账号，没有任何改动。'],
      links: [
        { label: '登录', address: sign_in_link },
        { label: '忘记密码？', address: reset_link },
      ],
      after: ['如果不是您本人操作，无需处理。'],
    }),
    email_changed: ({ link, address, when }) => ({
      subject: '您账号的邮箱地址已更改',
      before: [
        `您的账号已于 ${instant(when, 'zh-CN')} 改用另一个邮箱地址，确认操作来自网络地址 ${address}。`,
        '如果是您本人操作，无需处理；如果不是，请立即撤销更改：',
      ],
      links: [{ label: '撤销更改', address: link }],
      after: [
        '链接只能使用一次，7 天内有效。撤销后恢复这个邮箱地址，结束所有会话，原密码作废，由您重新设置。如果链接已失效，请联系服务的运营者。',
      ],
    }),
    account_deleted: ({ address, when }) => ({
      subject: '您的账号已注销',
      before: [
        `您的账号已于 ${instant(when, 'zh-CN')} 注销，操作来自网络地址 ${address}。姓名、邮箱、密码和会话均已删除，无法恢复。`,
        '已签发的凭证仍可查询；变更日志只保留账号的编号，不含姓名和邮箱。',
      ],
      links: [],
      after: ['如果不是您本人操作，请联系服务的运营者。'],
    }),
    organization_closed: ({ organization, credentials, address, when }) => ({
      subject: '您的组织已关闭',
      before: [
        `组织“${organization}”已于 ${instant(when, 'zh-CN')} 关闭，操作来自网络地址 ${address}。其密钥已失效，成员不能再访问，任务、结果和已签署的文件均已删除。`,
        credentials === 'kept' ? '其凭证仍可查询，今后只有运营者能够吊销。' : '其凭证已全部吊销。',
      ],
      links: [],
      after: ['此操作无法撤销。如果并非所有者的本意，请联系服务的运营者。'],
    }),
    invitation: ({ link, organization, inviter, role }) => ({
      subject: `邀请您加入 ${organization}`,
      before: [`${inviter} 邀请您以${roleName(role, 'zh-CN')}身份加入组织“${organization}”。`],
      links: [{ label: '查看邀请', address: link }],
      after: ['如果您不认识邀请人，请忽略这封邮件，不会有任何变化。'],
    }),
  },
  footer: (host) => `您收到这封邮件，是因为您在 Revera（${host}）有账号或收到了邀请。`,
};
