export { startFakeEpayGateway, type FakeEpayGateway, type LearnsBy } from './gateway.ts';
export type { EpayCall, EpayFault, FakeEpayOptions } from './options.ts';
export type { GatewayOrder, GatewayRefund, NotifyAttempt } from './orders.ts';
