import type { Localized } from './language.ts';

/** What is counted: one unit each. A job counts under its kind; `label` is a label that a signing wrote, besides the signing. */
export const OPERATIONS = {
  verification: { en: 'Verification', 'zh-CN': '验证' },
  signing: { en: 'Signature', 'zh-CN': '签署' },
  analysis: { en: 'Analysis of a page', 'zh-CN': '页面分析' },
  label: { en: 'Label written', 'zh-CN': '写入标识' },
  lab: { en: 'Lab', 'zh-CN': '实验室' },
} as const satisfies Record<string, Localized>;

export type Operation = keyof typeof OPERATIONS;

/** Those that a plan or the operator can bound. A label is part of a signing, which is bounded itself. */
export const BOUNDED_OPERATIONS = ['verification', 'signing', 'analysis', 'lab'] as const satisfies Operation[];
export type BoundedOperation = (typeof BOUNDED_OPERATIONS)[number];

export function isBoundedOperation(text: string): text is BoundedOperation {
  return BOUNDED_OPERATIONS.some((operation) => operation === text);
}

/**
 * What bounds an organization that the operator has set no limit for: `nothing`, where nothing is paid, or its plan. An
 * organization that was given no plan is on the newest version of the first plan.
 */
export type QuotaBasis = 'nothing' | 'plans';
