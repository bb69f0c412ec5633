export { grantPeriod, type Granted, type NewPeriod } from './grant-period.ts';
export { presentSubscription } from './present.ts';
export { liveSubscription, type LiveSubscription } from './queries/subscription.ts';
export { quotePlan } from './quote.ts';
export { quoteRenewal } from './renewal-price.ts';
export { subscriptionSchema, type PresentedSubscription } from './schemas.ts';
export { planSnapshotSchema, type PlanQuote, type PlanSnapshot, type PlanUnavailable } from './snapshot.ts';
