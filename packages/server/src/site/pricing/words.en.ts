import type { PricingWords } from './words.zh-cn.ts';

export const PRICING_EN: PricingWords = {
  title: 'Pricing',
  description:
    'Monthly plans: how many verifications and signatures each includes, what more of them cost, and what is never charged.',
  lead: 'Plans are paid by the month, in CNY. Verifying files on this website needs no account and costs nothing.',
  month: 'a month',
  free: 'Free',
  byContract: 'By contract',
  perMonth: '/ month',
  includes: 'Each month includes',
  noBound: 'no limit',
  notIncluded: 'none',
  refused: 'When it’s used up, new requests are refused until the next period begins. You’re never charged more.',
  charged: 'When it’s used up, requests are refused, unless you allow more, up to a monthly limit of your own.',
  more: (units, price) => `${price} for ${units} more`,
  start: 'Create a free account',
  order: 'Order in the dashboard',
  compare: 'Compare the plans',
  plan: 'Plan',
  price: 'Price',
  beyond: 'Beyond that',
  questions: 'Questions',
  answers: [
    {
      question: 'What counts?',
      answer:
        'A completed verification, signature, analysis of a page or examination in the lab. Failed requests, requests in the sandbox and repetitions with the same idempotency key don’t count.',
    },
    {
      question: 'How do I pay?',
      answer:
        'Through the payment gateway, either for a plan or to recharge your balance, from which plans can be paid too. Automatic renewal is paid from the balance, and you can switch it off at any time.',
    },
    {
      question: 'Do I get an invoice?',
      answer:
        'Yes. Store your billing profile and request a fapiao for what you paid. Each month has a statement as PDF, CSV and JSON.',
    },
    {
      question: 'Can I get my money back?',
      answer:
        'You can request a refund of an order that you paid; the operator decides. When you upgrade, the time that you haven’t used is credited.',
    },
  ],
};
