import type { Chore } from '../../../platform/chores.ts';
import { giveNotices } from './give-notice.ts';
import { renewDue, settleDue } from './renew.ts';

const MINUTE = 60_000;

/** What is done for subscriptions from time to time, by any number of processes. */
export function renewalChores(services: Parameters<typeof giveNotices>[0]): Chore[] {
  return [
    { every: MINUTE, what: 'renewals', work: (signal) => renewDue(services, signal) },
    { every: MINUTE, what: 'ends of subscriptions', work: (signal) => settleDue(services, signal) },
    { every: 10 * MINUTE, what: 'notices of renewals', work: (signal) => giveNotices(services, signal) },
  ];
}
