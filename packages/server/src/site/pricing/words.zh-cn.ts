import type { Words } from '../../shared/words.ts';

/** 价格页的文字。 */
export const PRICING_ZH_CN = {
  title: '价格',
  description: '按月付费的套餐：每月包含多少次验证与签署，超出后如何计费，以及哪些请求不收费。',
  lead: '套餐按月付费，以人民币结算。在网页上验证文件无需账户，也不收费。',
  month: '每月',
  free: '免费',
  byContract: '按合同',
  perMonth: '/ 月',
  includes: '每月包含',
  noBound: '不限量',
  notIncluded: '不含',
  refused: '用完后，新的请求会被拒绝，直到下一期开始。不会多收费。',
  charged: '用完后默认拒绝；你可以允许继续使用，并设定每月上限。',
  more: (units: string, price: string) => `每 ${units} 次 ${price}`,
  start: '免费注册',
  order: '在控制台订购',
  compare: '逐项比较',
  plan: '套餐',
  price: '价格',
  beyond: '超出后',
  questions: '常见问题',
  answers: [
    {
      question: '什么算一次？',
      answer:
        '一次完成的验证、签署、页面分析或实验室检查。失败的请求、沙箱中的请求，以及用同一个幂等键重复的请求都不计。',
    },
    {
      question: '如何付款？',
      answer: '通过支付网关充值或直接购买套餐；也可以先充值，再从余额支付。自动续费从余额扣款，可随时关闭。',
    },
    {
      question: '可以开发票吗？',
      answer: '可以。保存开票信息后，为已付款项提交申请；每月的对账单可以下载为 PDF、CSV 和 JSON。',
    },
    {
      question: '可以退款吗？',
      answer: '可以对已付款的订单申请退款，由运营者审核。中途升级时，尚未使用的时间会折算抵扣。',
    },
  ],
} as const;

export type PricingWords = Words<typeof PRICING_ZH_CN>;
