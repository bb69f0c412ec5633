import type { Language } from '../../../shared/language.ts';
import { can, PERMISSIONS, ROLES, type Permission } from '../../../shared/permissions.ts';
import { DEFAULT_SCOPES, isScope, SCOPES } from '../../../shared/scopes.ts';
import { code, markdownTable, NONE, YES } from './markdown-table.ts';

const SCOPE_HEAD = {
  en: ['Scope', 'What a key may do', 'Without a choice'],
  'zh-CN': ['权限范围', '密钥可以做什么', '未指定时默认具有'],
} as const;

export function scopeTable(language: Language): string {
  return markdownTable(
    SCOPE_HEAD[language],
    Object.keys(SCOPES)
      .filter(isScope)
      .map((scope) => [code(scope), SCOPES[scope][language], DEFAULT_SCOPES.includes(scope) ? YES[language] : NONE]),
  );
}

const PERMISSION_HEAD = {
  en: ['Permission', 'What', ...ROLES, 'Verified address', 'While suspended'],
  'zh-CN': ['权限', '内容', ...ROLES, '需要已确认的邮箱', '组织暂停期间'],
} as const;

export function permissionTable(language: Language): string {
  return markdownTable(
    PERMISSION_HEAD[language],
    Object.keys(PERMISSIONS)
      .filter(isPermission)
      .map((permission) => {
        const { about, verified, writes } = PERMISSIONS[permission];
        const cell = (holds: boolean): string => (holds ? YES[language] : NONE);
        const roles = ROLES.map((role) => cell(can(role, permission)));
        return [code(permission), about[language], ...roles, cell(verified), cell(!writes)];
      }),
  );
}

function isPermission(text: string): text is Permission {
  return Object.hasOwn(PERMISSIONS, text);
}
