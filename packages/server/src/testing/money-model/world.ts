import type { KyselyPlugin } from 'kysely';
import { readConfig } from '../../config.ts';
import { openEpayGateway, type EpayOrderState } from '../../features/billing/epay/index.ts';
import { openPaymentGateway, type NoticeServices, type PaymentGateway } from '../../features/billing/orders/index.ts';
import { ensurePlans } from '../../features/billing/plans/index.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { silentLog } from '../../platform/log.ts';
import { postgresRateLimits } from '../../platform/rate-limits.ts';
import { fen, type Fen } from '../../shared/fen.ts';
import { newId } from '../../shared/ids.ts';
import { linksFrom } from '../../shared/links.ts';
import { EPAY_KEY } from '../test-payments.ts';

export const PID = '1001';

/** What was ordered, as the buyer and the gateway know it. */
export interface KnownOrder {
  id: string;
  orderNo: string;
  organizationId: string;
  amount: Fen;
}

/** A service with its database, the gateway that it believes, and what the outside world knows. */
export interface MoneyWorld {
  database: Database;
  services: NoticeServices;
  gateway: PaymentGateway;
  organizations: string[];
  orders: KnownOrder[];
  /** What the gateway received, by our number of the order. */
  received: Map<string, EpayOrderState>;
  /** How often the gateway has paid a refund back, by our number of it. */
  paidBack: Map<string, number>;
  /** Messages that were sent, to be sent again. */
  sent: string[];
  /** Numbers of payments of which the gateway was told that we have booked them. */
  acknowledged: Set<string>;
  /** First answers by their idempotency key. */
  answers: Map<string, string>;
  /** What happened, and how often. */
  counts: Map<string, number>;
  /** What must not happen, beyond what the books show. */
  problems: string[];
}

/**
 * @param organizations how many
 * @param plugins what happens to statements on their way to the database
 */
export async function openMoneyWorld(
  database: Database,
  { organizations, plugins = [] }: { organizations: number; plugins?: readonly KyselyPlugin[] },
): Promise<MoneyWorld> {
  await ensurePlans(database.db);
  const world = await emptyWorld(database, plugins);
  for (let i = 0; i < organizations; i += 1) world.organizations.push(await newOrganization(database));
  return world;
}

async function emptyWorld(database: Database, plugins: readonly KyselyPlugin[]): Promise<MoneyWorld> {
  const received = new Map<string, EpayOrderState>();
  const paidBack = new Map<string, number>();
  const gateway = await openGateway(database, received, paidBack);
  const problems: string[] = [];
  const db = plugins.reduce((wrapped, plugin) => wrapped.withPlugin(plugin), database.db);
  const services: NoticeServices = {
    db,
    log: silentLog,
    clock: systemClock,
    links: linksFrom(() => 'https://revera.example'),
    limits: { idempotencyMs: 3_600_000, refusedNoticesPerMinute: 1_000_000 },
    gateway,
    rateLimits: postgresRateLimits(database.db),
  };
  return {
    database,
    services,
    gateway,
    received,
    paidBack,
    problems,
    organizations: [],
    orders: [],
    sent: [],
    acknowledged: new Set(),
    answers: new Map(),
    counts: new Map(),
  };
}

/** The gateway of the configuration, which answers from the map instead of over a network. */
async function openGateway(
  database: Database,
  received: ReadonlyMap<string, EpayOrderState>,
  paidBack: Map<string, number>,
): Promise<PaymentGateway> {
  const { epay } = readConfig({
    EPAY_GATEWAY_URL: 'https://pay.example',
    EPAY_PID: PID,
    EPAY_PROTOCOL: 'v1',
    EPAY_KEY,
    ADMIN_TOKEN: 'a-token-of-the-administrator-for-tests',
  });
  const opened = await openEpayGateway(epay, { clock: systemClock, log: silentLog });
  const gateway = await openPaymentGateway(database.db, opened);
  if (gateway === null) throw new Error('the model needs a gateway');
  const query: PaymentGateway['client']['query'] = (reference) => {
    const found = [...received.values()].find(({ tradeNo, outTradeNo }) =>
      'tradeNo' in reference ? tradeNo === reference.tradeNo : outTradeNo === reference.outTradeNo,
    );
    return Promise.resolve(found === undefined ? UNPAID : { kind: 'success', value: found });
  };
  let calls = 0;
  const refund: PaymentGateway['client']['refund'] = ({ outRefundNo }) => {
    calls += 1;
    const { isPaid, answer } = REFUND_ANSWERS[calls % REFUND_ANSWERS.length] ?? PAID_BACK;
    if (isPaid) paidBack.set(outRefundNo, (paidBack.get(outRefundNo) ?? 0) + 1);
    return Promise.resolve(answer);
  };
  return { ...gateway, client: { ...gateway.client, query, refund } };
}

type RefundAnswer = Awaited<ReturnType<PaymentGateway['client']['refund']>>;

const LOST: RefundAnswer = { kind: 'unknown', reason: 'TIMEOUT', isSent: true };
const PAID_BACK = { isPaid: true, answer: { kind: 'success', value: { refundNo: null } } } as const;

/** What becomes of the calls for refunds, one after the other; an answer may be lost whatever it was. */
const REFUND_ANSWERS: readonly { isPaid: boolean; answer: RefundAnswer }[] = [
  PAID_BACK,
  { isPaid: true, answer: LOST },
  PAID_BACK,
  { isPaid: false, answer: { kind: 'refused', code: -1, message: 'not now', isSigned: true } },
  { isPaid: false, answer: LOST },
];

const UNPAID = { kind: 'refused', code: -1, message: 'none', isSigned: true } as const;

/** So few that some must be bought. */
const UNITS_INCLUDED = 4;

/** With an endpoint that is told of each fulfilled payment, so that these can be counted; it may buy units from its balance. */
async function newOrganization({ pool }: Database): Promise<string> {
  const id = newId('organization');
  await pool.query(`insert into organization (id, name, kind) values ($1, 'Model', 'team')`, [id]);
  await pool.query(
    `insert into webhook_endpoint (id, organization_id, url, events, secrets)
     values ($1, $2, 'https://endpoint.example/', '{payment.succeeded}', '')`,
    [newId('webhook'), id],
  );
  await pool.query(`insert into usage_limit (organization_id, operation, included) values ($1, 'verification', $2)`, [
    id,
    UNITS_INCLUDED,
  ]);
  await pool.query('insert into overage_allowance (organization_id, is_enabled) values ($1, true)', [id]);
  return id;
}

export function count(world: Pick<MoneyWorld, 'counts'>, what: string): void {
  world.counts.set(what, (world.counts.get(what) ?? 0) + 1);
}

/** As the gateway stores a payment of an order. */
export function paymentOf(
  { orderNo, amount }: Pick<KnownOrder, 'orderNo' | 'amount'>,
  tradeNo: string,
): EpayOrderState {
  return {
    tradeNo,
    outTradeNo: orderNo,
    money: fen(amount),
    status: 'paid',
    refundedMoney: null,
    type: 'alipay',
    addedAt: null,
  };
}
