import { z } from 'zod';
import { FIRST_PLAN } from '../../../platform/quota-terms.ts';

/** The code of the only plan of an installation without a payment gateway. It is no row: nothing can change it. */
export const UNLIMITED = 'unlimited';

/** Units beyond those that a plan includes are sold by so many, at the price in `more_fen`. */
export const BLOCK_UNITS = 1_000;

/** So that what is added to it stays exact. */
const amount = z.int().min(0).max(1_000_000_000_000);
const price = amount.nullable();

/** An operation that is missing has no bound; null says so explicitly. */
const included = z.strictObject({
  verification: amount.nullable().optional(),
  signing: amount.nullable().optional(),
  analysis: amount.nullable().optional(),
  lab: amount.nullable().optional(),
});
const more = z.strictObject({
  verification: amount.optional(),
  signing: amount.optional(),
  analysis: amount.optional(),
  lab: amount.optional(),
});
const name = z.string().trim().min(1).max(100);

const planSchema = z.strictObject({
  code: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/),
  name: z.strictObject({ en: name, 'zh-CN': name }),
  /** A month, in fen; null: by contract. */
  price_fen: price,
  hidden: z.boolean(),
  /** Units a month. */
  included,
  /** The price of 1,000 more units, in fen. */
  more_fen: more,
  when_used_up: z.enum(['refuse', 'charge']),
});

/** The file that `revera plans import` reads. */
export const planFileSchema = z
  .strictObject({ plans: z.array(planSchema).min(1).max(50) })
  .refine(({ plans }) => new Set(plans.map(({ code }) => code)).size === plans.length, {
    message: 'two plans have the same code',
  })
  .refine(({ plans }) => plans.some(({ code }) => code === FIRST_PLAN), {
    message: `there is no plan ${FIRST_PLAN}, which organizations are on that were given none`,
  })
  .refine(({ plans }) => !plans.some(({ code }) => code === UNLIMITED), {
    message: `the code ${UNLIMITED} stands for having no plan`,
  });

export type NewPlan = z.infer<typeof planSchema>;
