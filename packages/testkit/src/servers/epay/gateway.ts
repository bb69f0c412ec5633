import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen, type RunningServer } from '../loopback.ts';
import { readRequest } from '../read-request.ts';
import { answerJson } from './answer.ts';
import { CALLS, keyRefusal, refusalOf, type GatewayWorld } from './calls.ts';
import { notify, returnAddress } from './notifier.ts';
import type { EpayCall, EpayFault, FakeEpayOptions } from './options.ts';
import { OrderBook, type GatewayOrder } from './orders.ts';
import { paidPage, payPage, refusalPage } from './pages.ts';
import { readParameters } from './signing.ts';

/** How the gateway learns that a buyer paid: from the bank or wallet, or only because the buyer comes back by it. */
export type LearnsBy = 'upstream' | 'return';

export interface FakeEpayGateway extends RunningServer {
  readonly orders: readonly GatewayOrder[];
  /** Method and path of each request, without queries. */
  readonly requests: readonly string[];
  /** The settings of a service that is its merchant. */
  settings(protocol: 'v1' | 'v2'): Record<string, string>;
  /** The buyer pays; answers where the buyer is sent, or null. */
  pay(outTradeNo: string, learnsBy?: LearnsBy): Promise<string | null>;
  /** What the operator's cron does: sends notifications that are due, and deletes unpaid orders of more than a day. */
  runCron(): Promise<void>;
  /** The answers to the next calls of this kind go wrong; what they ask for happens. */
  fault(call: EpayCall, fault: EpayFault, times?: number): void;
  /** From now on refunds wait for the upstream; `waiting` counts them and `release` lets them all through. */
  holdRefunds(): { waiting(): number; release(): void };
}

const PATHS: Readonly<Record<string, readonly [call: EpayCall | 'submit', version: 1 | 2]>> = {
  '/submit.php': ['submit', 1],
  '/mapi.php': ['create', 1],
  '/api/pay/submit': ['submit', 2],
  '/api/pay/create': ['create', 2],
  '/api/pay/query': ['query', 2],
  '/api/pay/refund': ['refund', 2],
  '/api/pay/refundquery': ['refundquery', 2],
  '/api/pay/close': ['close', 2],
  '/api/merchant/orders': ['orders', 2],
};
/** `act` of api.php, each with the only method that is read. */
const ACTS: Readonly<Record<string, readonly [call: EpayCall, method: string]>> = {
  order: ['query', 'GET'],
  orders: ['orders', 'GET'],
  refund: ['refund', 'POST'],
};

/** A gateway with one merchant, on a loopback port; both protocols at once, as current gateways serve them. */
export async function startFakeEpayGateway(given: Partial<FakeEpayOptions> = {}): Promise<FakeEpayGateway> {
  const options: FakeEpayOptions = { ...defaultOptions(), ...given };
  const state = createState(options);
  const failures: unknown[] = [];
  const server = createServer((request, response) => {
    respond(state, request, response).catch((error: unknown) => failures.push(error));
  });
  const running = await listen(server, 'http', failures);
  state.address = running.url;
  return {
    ...running,
    orders: state.world.book.all,
    requests: state.requests,
    settings: (protocol) => settingsFor(running.url, options, protocol),
    pay: (outTradeNo, learnsBy = 'upstream') => {
      const order = state.world.book.find({ out_trade_no: outTradeNo });
      if (order === undefined) throw new Error(`The gateway has no order ${outTradeNo}`);
      return pay(state, order, learnsBy);
    },
    runCron: () => runCron(state),
    fault: (call, fault, times = Number.POSITIVE_INFINITY) => void state.faults.set(call, { fault, times }),
    holdRefunds: () => holdRefunds(state),
  };
}

interface GatewayState {
  address: string;
  world: GatewayWorld;
  requests: string[];
  faults: Map<EpayCall, { fault: EpayFault; times: number }>;
  /** Refunds that wait; null: none does. */
  held: (() => void)[] | null;
}

function defaultOptions(): FakeEpayOptions {
  return {
    pid: '1001',
    key: 'Fk7Qm2Xv9Lr4Tz8Wc3Nb6Hj1Pd5Gs0Ya',
    platformKeys: generateKeyPairSync('rsa', { modulusLength: 2048 }),
    merchantKeys: generateKeyPairSync('rsa', { modulusLength: 2048 }),
    now: () => new Date(),
    notifyMethod: 'GET',
    productName: 'product',
  };
}

function createState(options: FakeEpayOptions): GatewayState {
  const state: GatewayState = {
    address: '',
    requests: [],
    faults: new Map(),
    held: null,
    world: {
      options,
      book: new OrderBook(options),
      payPage: (order) => `${state.address}/pay/${order.tradeNo}`,
      upstream: () =>
        new Promise<void>((resolve) => {
          if (state.held === null) resolve();
          else state.held.push(resolve);
        }),
    },
  };
  return state;
}

async function respond(state: GatewayState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = Buffer.from(await readRequest(request)).toString('utf8');
  const method = request.method ?? 'GET';
  const { pathname, search } = new URL(request.url ?? '/', 'http://gateway.invalid');
  state.requests.push(`${method} ${pathname}`);
  const tradeNo = /^\/pay\/(\w+)$/.exec(pathname)?.[1];
  if (tradeNo !== undefined) return showOrder(state, tradeNo, response, method === 'POST' ? body : null);
  if (pathname === '/api.php') return legacyCall(state, response, { method, search, body });
  const [call, version] = PATHS[pathname] ?? [];
  if (call === undefined || version === undefined) return html(response, 404, refusalPage('No such page'));
  const parameters = readParameters(method === 'POST' ? body : search.slice(1), version);
  const refusal = refusalOf(parameters, version, state.world.options);
  if (call === 'submit') return submit(state, response, { parameters, version, refusal: refusal?.['msg'] });
  const answer = refusal ?? (await CALLS[call](state.world, parameters, version));
  answerJson(response, answer, { version, options: state.world.options, fault: takeFault(state, call) });
}

interface RawRequest {
  method: string;
  search: string;
  body: string;
}

/** `api.php` of V1, where the key travels in the open. */
async function legacyCall(state: GatewayState, response: ServerResponse, raw: RawRequest): Promise<void> {
  const inQuery = readParameters(raw.search.slice(1), 1);
  const [call, method] = ACTS[inQuery['act'] ?? ''] ?? [];
  const { options } = state.world;
  if (call === undefined)
    return answerJson(response, { code: -5, msg: 'No Act!' }, { version: 1, options, fault: undefined });
  // Only a refund is read from a form; a form that is sent with a query is not looked at.
  const parameters = method === 'POST' ? readParameters(raw.body, 1) : inQuery;
  const answer = keyRefusal(parameters, options) ?? (await CALLS[call](state.world, parameters, 1));
  answerJson(response, answer, { version: 1, options, fault: takeFault(state, call) });
}

function submit(
  { world }: GatewayState,
  response: ServerResponse,
  given: { parameters: Record<string, string>; version: 1 | 2; refusal: unknown },
): void {
  if (typeof given.refusal === 'string') return html(response, 200, refusalPage(given.refusal));
  const order = world.book.take(given.parameters, given.version === 1 ? 'v1' : 'v2');
  html(response, 200, typeof order === 'string' ? refusalPage(order) : payPage(order));
}

/** @param form what the buyer pressed; null: the page is only looked at */
async function showOrder(
  state: GatewayState,
  tradeNo: string,
  response: ServerResponse,
  form: string | null,
): Promise<void> {
  const order = state.world.book.find({ trade_no: tradeNo });
  if (order === undefined) return html(response, 404, refusalPage('No such order'));
  if (form !== null && order.status === 'unpaid') {
    const learnsBy = new URLSearchParams(form).get('how') === 'return' ? 'return' : 'upstream';
    const address = await pay(state, order, learnsBy);
    if (address !== null) {
      response.writeHead(303, { location: address }).end();
      return;
    }
  }
  html(response, 200, order.status === 'unpaid' ? payPage(order) : paidPage(order));
}

async function pay({ world }: GatewayState, order: GatewayOrder, learnsBy: LearnsBy): Promise<string | null> {
  const { options } = world;
  if (order.status === 'unpaid') {
    order.status = 'paid';
    order.paidAt = options.now();
    await notify(order, options, learnsBy === 'upstream');
  }
  return returnAddress(order, options);
}

async function runCron({ world }: GatewayState): Promise<void> {
  const { book, options } = world;
  for (const order of book.all) {
    // One attempt a run, however many are overdue.
    if (order.nextAttemptAt !== null && order.nextAttemptAt <= options.now()) await notify(order, options, true);
  }
  book.sweep();
}

function takeFault({ faults }: GatewayState, call: EpayCall): EpayFault | undefined {
  const found = faults.get(call);
  if (found === undefined) return undefined;
  found.times -= 1;
  if (found.times <= 0) faults.delete(call);
  return found.fault;
}

function holdRefunds(state: GatewayState): { waiting(): number; release(): void } {
  const held: (() => void)[] = [];
  state.held = held;
  return {
    waiting: () => held.length,
    release: () => {
      state.held = null;
      for (const resolve of held.splice(0)) resolve();
    },
  };
}

function settingsFor(url: string, options: FakeEpayOptions, protocol: 'v1' | 'v2'): Record<string, string> {
  const { pid, key, merchantKeys, platformKeys } = options;
  const shared = { EPAY_GATEWAY_URL: url, EPAY_PID: pid, EPAY_PROTOCOL: protocol, EPAY_ALLOW_LOOPBACK_HTTP: 'true' };
  if (protocol === 'v1') return { ...shared, EPAY_KEY: key };
  // Without armour, as gateways hand them out.
  const privateKey = merchantKeys.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  const publicKey = platformKeys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  return { ...shared, EPAY_KEY: privateKey, EPAY_PLATFORM_KEY: publicKey };
}

function html(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(text);
}
