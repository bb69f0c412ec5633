import { BLOCK_UNITS, byPrice, listPlans, type Plan } from '../../features/billing/plans/index.ts';
import type { PageRoute } from '../../http/page-route.ts';
import { fenFromStored } from '../../shared/fen.ts';
import { LANGUAGES, type Language } from '../../shared/language.ts';
import { BOUNDED_OPERATIONS } from '../../shared/operations.ts';
import { pagePath } from '../kit/site-map.ts';
import { privatePage, type Site } from '../kit/site.ts';
import type { PageServices } from '../services.ts';
import { PricingPage, type PricedPlan } from './page.tsx';

/** What it costs. Where nobody pays there is no such page. */
export function pricingRoutes({ db, quotaBasis }: PageServices, site: Site): PageRoute[] {
  if (quotaBasis === 'nothing') return [];
  return LANGUAGES.map((language) => ({
    method: 'GET',
    path: pagePath(language, 'pricing'),
    rateLimit: 'public_read',
    auth: { kind: 'none' },
    handler: async () => {
      const plans = (await listPlans(db)).filter(({ is_hidden: isHidden }) => !isHidden);
      const priced = plans.toSorted(byPrice).map((plan) => pricedPlan(plan, language));
      return privatePage(
        <PricingPage shell={site.shell(language)} plans={priced} blockUnits={BLOCK_UNITS} />,
        language,
      );
    },
  }));
}

function pricedPlan(plan: Plan, language: Language): PricedPlan {
  const { code, name, price_fen: price, included, more_fen: more, when_used_up: whenUsedUp } = plan;
  const includes = BOUNDED_OPERATIONS.map((operation) => {
    const limit = included[operation] ?? null;
    const blockPrice = whenUsedUp === 'charge' && limit !== null ? more[operation] : undefined;
    return { operation, limit, blockPrice: blockPrice === undefined ? null : fenFromStored(blockPrice) };
  });
  return {
    code,
    name: name[language],
    price: price === null ? null : fenFromStored(price),
    includes,
    sellsMore: includes.some(({ blockPrice }) => blockPrice !== null),
  };
}
