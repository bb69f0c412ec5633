import type { Language } from '../../../../shared/language.ts';
import type { Words } from '../../../../shared/words.ts';

const ZH_CN = {
  title: '超出套餐的用量',
  lead: '套餐用量用完后，可以自动从余额购买更多。默认关闭：用完即停，不会产生费用。',
  state: '当前设置',
  isOn: '已允许',
  isOff: '未允许',
  charged: '本周期已购买',
  limit: '每周期上限',
  noLimit: '不设上限（以余额为限）',
  prices: (units: string) => `每 ${units} 次的价格`,
  noPrices: '当前套餐不出售更多用量：用完后，无论此处如何设置，都会停止。',
  allow: '套餐用量用完后，允许从余额购买更多',
  limitField: '每周期最多花费（元）',
  limitHint: '留空表示不设上限，以余额为限。',
  limitWrong: '请输入金额，最多两位小数，或留空',
  save: '保存',
  confirmTitle: '允许从余额自动购买？',
  confirm: (limit: string) => `套餐用量用完后，将自动从余额购买更多，每周期上限：${limit}。可随时关闭。`,
  submit: '允许',
  readOnly: '你的角色只能查看此设置。',
} as const;

const EN: Words<typeof ZH_CN> = {
  title: 'Use beyond the plan',
  lead: 'When what the plan includes is used up, more can be bought from the balance by itself. Off by default: use stops, and nothing is charged.',
  state: 'As it is now',
  isOn: 'Allowed',
  isOff: 'Not allowed',
  charged: 'Bought in this period',
  limit: 'Limit for a period',
  noLimit: 'None but the balance',
  prices: (units) => `Price of ${units} more`,
  noPrices: 'Your plan sells no more: when it is used up, use stops, whatever is set here.',
  allow: 'Buy more from the balance when the plan is used up',
  limitField: 'The most for a period, in yuan',
  limitHint: 'Empty: no limit but the balance.',
  limitWrong: 'Enter an amount with at most two decimals, or nothing',
  save: 'Save',
  confirmTitle: 'Buy from the balance automatically?',
  confirm: (limit) =>
    `When the plan is used up, more is bought from the balance by itself. Limit for a period: ${limit}. You can switch it off at any time.`,
  submit: 'Allow',
  readOnly: 'Your role can only read this.',
};

export const OVERAGE: Readonly<Record<Language, Words<typeof ZH_CN>>> = { en: EN, 'zh-CN': ZH_CN };
