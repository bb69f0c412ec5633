import type { Plan } from './queries.ts';

type Priced = Pick<Plan, 'price_fen'>;

/** The cheapest first; those by contract come last. */
export function byPrice({ price_fen: one }: Priced, { price_fen: other }: Priced): number {
  if (one === null || other === null) return (one === null ? 1 : 0) - (other === null ? 1 : 0);
  return one - other;
}
