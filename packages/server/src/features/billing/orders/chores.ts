import type { Chore } from '../../../platform/chores.ts';
import { deliverLater } from './deliver-later.ts';
import { expireOrders } from './expire.ts';
import { pollOrders } from './poll-orders.ts';
import type { OrderServices } from './services.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** What is done for orders from time to time, by any number of processes. */
export function orderChores(services: OrderServices): Chore[] {
  return [
    { every: MINUTE, what: 'expiry of orders', work: (signal) => expireOrders(services, signal) },
    { every: 5 * SECOND, what: 'questions to the payment gateway', work: (signal) => pollOrders(services, signal) },
    { every: MINUTE, what: 'paid orders that got nothing', work: (signal) => deliverLater(services, signal) },
  ];
}
