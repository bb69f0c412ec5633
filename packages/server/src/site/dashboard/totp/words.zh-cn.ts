import type { Words } from '../../../shared/words.ts';

/** 双重验证各页的文字。 */
export const TOTP_ZH_CN = {
  title: '设置双重验证',
  lead: '把密钥添加到身份验证器应用，然后输入应用显示的六位数字。',
  step1: '第一步：添加到应用',
  step1Text:
    '用应用扫描二维码，或选择手动输入：类型为“基于时间”，六位数字，30 秒。密钥只显示这一次；离开本页需重新设置。',
  qr: '含有密钥的二维码',
  secret: '密钥',
  uri: '或者在装有应用的设备上打开此链接',
  uriOpen: '在应用中打开',
  step2: '第二步：确认',
  code: '应用显示的六位数字',
  confirm: '开启',
  doneTitle: '双重验证已开启',
  doneLead: '请保存这些恢复码：手机不在身边时，每个可以代替一次验证码。它们只显示这一次。',
  codes: '恢复码',
  toAccount: '我已保存，回到账户',
  heading: '双重验证',
  off: '未开启。开启后，登录时除密码外还需要身份验证器应用中的验证码。',
  on: '已开启。登录时需要身份验证器应用中的验证码。',
  needsEmail: '确认邮箱后才能开启。',
  recoveryLeft: (count: number) => `还剩 ${count} 个恢复码。`,
  recoveryFew: '恢复码快用完了：关闭后重新开启，会得到新的恢复码。',
  begin: '开启双重验证',
  disable: '关闭双重验证',
  disableTitle: '关闭双重验证',
  disableText: '关闭后登录只需要密码，现有的恢复码作废。此操作需要验证码；登录时使用过的恢复码已失效，请使用另一个。',
} as const;

export type TotpWords = Words<typeof TOTP_ZH_CN>;
