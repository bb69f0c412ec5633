import type { Localized } from './language.ts';

/** Roles of an organization's members, the most powerful first. */
export const ROLES = ['owner', 'admin', 'billing', 'developer', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

interface PermissionRow {
  /** Only these roles may. */
  roles: readonly Role[];
  /** Whether it changes something: refused while the organization is suspended. */
  writes: boolean;
  /** Whether it needs an account with a verified address. */
  verified: boolean;
  about: Localized;
}

const EVERYONE = ROLES;
const MANAGERS = ['owner', 'admin'] as const;
/** Who sees and spends money. */
const PAYERS = ['owner', 'admin', 'billing'] as const;
const BUILDERS = ['owner', 'admin', 'developer'] as const;

/** What members may do, in one table: the guards, the documentation and the tests derive from it. */
export const PERMISSIONS = {
  'organization:read': row(EVERYONE, {}, 'See the organization', '查看组织'),
  'organization:update': row(
    MANAGERS,
    { writes: true },
    'Rename the organization, set its provider code',
    '修改组织名称与服务提供者编码',
  ),
  'organization:close': row(['owner'], { writes: true }, 'Close the organization permanently', '永久关闭组织'),
  'members:read': row(EVERYONE, {}, 'See members and invitations', '查看成员与邀请'),
  'members:manage': row(
    MANAGERS,
    { writes: true, verified: true },
    'Invite and remove members and change their roles; only owners make and unmake owners',
    '邀请、移除成员并修改角色；只有所有者能设立或撤销所有者',
  ),
  'keys:read': row(BUILDERS, {}, 'See API keys', '查看 API 密钥'),
  'keys:manage': row(BUILDERS, { writes: true, verified: true }, 'Create and revoke API keys', '创建与吊销 API 密钥'),
  'webhooks:read': row(BUILDERS, {}, 'See webhooks and their deliveries', '查看 Webhook 及其投递'),
  'webhooks:manage': row(
    BUILDERS,
    { writes: true, verified: true },
    'Create, change, test and delete webhooks',
    '创建、修改、测试与删除 Webhook',
  ),
  'content:sign': row(BUILDERS, { writes: true, verified: true }, 'Sign files in the browser', '在浏览器中签署文件'),
  'jobs:read': row(EVERYONE, {}, 'Read jobs and their results', '读取任务及其结果'),
  'credentials:read': row(EVERYONE, {}, 'Read credentials and download signed files', '读取凭证并下载已签署的文件'),
  'credentials:revoke': row(
    BUILDERS,
    { writes: true },
    'Revoke, suspend and resume credentials, and allow public download',
    '吊销、暂停和恢复凭证，允许公开下载',
  ),
  'usage:read': row(EVERYONE, {}, 'See usage and quotas', '查看用量与额度'),
  'subscription:read': row(EVERYONE, {}, 'See the plan and the subscription', '查看套餐与订阅'),
  'billing:read': row(PAYERS, {}, 'See the balance, orders and transactions', '查看余额、订单与交易记录'),
  // A suspended organization must be able to pay.
  'billing:pay': row(PAYERS, { verified: true }, 'Recharge, buy plans, cancel orders', '充值、购买套餐、取消订单'),
  'billing:write': row(
    PAYERS,
    { writes: true },
    'Change the billing profile, request invoices and statements',
    '修改开票信息，申请发票与对账单',
  ),
  'billing:cancel': row(MANAGERS, { writes: true }, 'Cancel the subscription', '取消订阅'),
  'billing:refund': row(['owner', 'billing'], { writes: true }, 'Request refunds', '申请退款'),
  'audit:read': row(MANAGERS, {}, 'Read the audit log', '查看审计日志'),
} as const satisfies Record<string, PermissionRow>;

export type Permission = keyof typeof PERMISSIONS;

function row(
  roles: readonly Role[],
  { writes = false, verified = false }: { writes?: boolean; verified?: boolean },
  en: string,
  zhCn: string,
): PermissionRow {
  return { roles, writes, verified, about: { en, 'zh-CN': zhCn } };
}

/** Whether a member without it is told that their role has nothing to do with money. */
export function isOfBilling(permission: Permission): boolean {
  return permission.startsWith('billing:');
}

export function isRole(text: string): text is Role {
  return ROLES.some((role) => role === text);
}

export function isPermission(text: string): text is Permission {
  return Object.hasOwn(PERMISSIONS, text);
}

export function can(role: Role, permission: Permission): boolean {
  return PERMISSIONS[permission].roles.includes(role);
}
