import type { OwnAccountWords } from './words.zh-cn.ts';

export const OWN_ACCOUNT_EN: OwnAccountWords = {
  title: 'Account',
  lead: 'Your email address, name, password and second factor.',
  email: 'Email address',
  verified: 'Confirmed',
  unverified: 'Not confirmed',
  profile: 'Profile',
  name: 'Name',
  nameHint: 'Visible to other members of your organizations.',
  language: 'Email language',
  languages: { en: 'English', 'zh-CN': '简体中文' },
  save: 'Save',
  password: 'Password',
  passwordText: 'Changing your password ends all other sessions. We’ll send you an email about it.',
  currentPassword: 'Current password',
  newPassword: 'New password',
  newPasswordHint: '10–128 characters. Avoid common passwords, keyboard patterns, and your name or email address.',
  changePassword: 'Change password',
  passwordSince: 'Last changed',
};
