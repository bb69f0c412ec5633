import type { Language } from '../../../shared/language.ts';
import type { Role } from '../../../shared/permissions.ts';

interface RoleWords {
  name: string;
  about: string;
}

/** The roles of an organization. The table of permissions says exactly what each may do. */
export const ROLE_WORDS: Readonly<Record<Language, Readonly<Record<Role, RoleWords>>>> = {
  en: {
    owner: { name: 'Owner', about: 'can do everything, including adding and removing owners' },
    admin: {
      name: 'Administrator',
      about: 'manages everything except owners and refunds: members, keys, signing, payments, audit log',
    },
    billing: {
      name: 'Billing',
      about: 'pays, and handles orders, invoices and refunds; can view jobs and credentials',
    },
    developer: { name: 'Developer', about: 'manages keys and webhooks, signs files and revokes credentials' },
    viewer: { name: 'Viewer', about: 'can view the organization, its jobs and credentials' },
  },
  'zh-CN': {
    owner: { name: '所有者', about: '可以做任何操作，包括设立和撤销所有者' },
    admin: { name: '管理员', about: '管理除所有者和退款之外的一切：成员、密钥、签署、付款、审计日志' },
    billing: { name: '财务', about: '付款，处理订单、发票与退款；查看任务与凭证' },
    developer: { name: '开发者', about: '管理密钥与 Webhook，签署文件，吊销凭证' },
    viewer: { name: '查看者', about: '查看组织及其任务与凭证' },
  },
};
