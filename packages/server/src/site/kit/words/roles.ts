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
    admin: { name: 'Administrator', about: 'manages everything except owners: members, keys, signing, audit log' },
    billing: { name: 'Billing', about: 'can view the organization, its jobs and credentials' },
    developer: { name: 'Developer', about: 'manages keys, signs files and withdraws credentials' },
    viewer: { name: 'Viewer', about: 'can view the organization, its jobs and credentials' },
  },
  'zh-CN': {
    owner: { name: '所有者', about: '可做一切，包括设立和撤销所有者' },
    admin: { name: '管理员', about: '除所有者之外的一切：成员、密钥、签署、审计日志' },
    billing: { name: '财务', about: '查看组织及其任务与凭证' },
    developer: { name: '开发者', about: '密钥、签署、撤回凭证' },
    viewer: { name: '查看者', about: '查看组织及其任务与凭证' },
  },
};
