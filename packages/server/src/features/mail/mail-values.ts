import type { Language, Localized } from '../../shared/language.ts';
import { isMailAddress } from '../../shared/mail-address.ts';
import { ROLES, type Role } from '../../shared/permissions.ts';

const TEXT_CHARACTERS_MAX = 200;
const ONE_DOT_LEADER = '\u2024';

/** A text for the inside of a sentence or a header: one line, no control characters, no change of direction. */
export function oneLine(text: string): string {
  const line = text
    .replaceAll(/[\s\p{Z}]+/gu, ' ')
    .replaceAll(/\p{C}/gu, '')
    .trim();
  return Array.from(line).slice(0, TEXT_CHARACTERS_MAX).join('');
}

/**
 * The name of a person or an organization, given by themselves. Anything that looks like a web address gets a different dot, or
 * mail programs would make a link of it: a name must not be a way to send links to strangers in our name.
 */
export function nameText(text: string): string {
  const line = oneLine(text);
  if (isMailAddress(line)) return line;
  return line.replaceAll('://', ' ').replaceAll(/\.(?=[\p{L}\p{N}])/gu, ONE_DOT_LEADER);
}

const ROLE_NAMES: Readonly<Record<Role, Localized>> = {
  owner: { en: 'owner', 'zh-CN': '所有者' },
  admin: { en: 'administrator', 'zh-CN': '管理员' },
  billing: { en: 'billing contact', 'zh-CN': '财务' },
  developer: { en: 'developer', 'zh-CN': '开发者' },
  viewer: { en: 'viewer', 'zh-CN': '查看者' },
};

export function roleName(role: string, language: Language): string {
  const known = ROLES.find((name) => name === role);
  return known === undefined ? role : ROLE_NAMES[known][language];
}

/** A time in words; a text that is not a time stays as it is. */
export function instant(when: string, language: Language): string {
  const at = new Date(when);
  if (Number.isNaN(at.getTime())) return when;
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return `${format.format(at)} UTC`;
}
