import { z } from 'zod';
import { defineRoute, type RawMessage, type Route } from '../../../http/route.ts';
import { AppError } from '../../../shared/app-error.ts';
import { ORDER_STATUSES } from '../../../shared/billing-words.ts';
import type { Language } from '../../../shared/language.ts';
import { ValidationFailure } from '../../../shared/validation-failure.ts';
import { ORDER_LIMITS } from './limits.ts';
import type { Order } from './order.ts';
import { NOTIFY_PATH, RETURN_PATH } from './pay-address.ts';
import { presentOrder } from './present.ts';
import { receiveNotice, receiveReturn, type NoticeServices, type ReceivedMessage } from './receive-notice.ts';

/** What gateways look for; nothing else that we say to them has it in it. */
const ACKNOWLEDGEMENT = 'success';

const COMMON = {
  tags: ['Payment callbacks'],
  auth: { kind: 'none' },
  rateLimit: 'payment_callback',
  bodyType: 'message',
} as const;

const REFUSALS = [
  'PAYMENT_SIGNATURE_INVALID',
  'PAYMENT_ORDER_NOT_FOUND',
  'PAYMENT_PROVIDER_UNAVAILABLE',
  'INVALID_FILE_TYPE',
] as const;

/** Where the payment gateway calls, and where it sends buyers back. */
export function callbackRoutes(services: NoticeServices): Route[] {
  return [noticeRoute(services, 'GET'), noticeRoute(services, 'POST'), returnRoute(services)];
}

function noticeRoute(services: NoticeServices, method: 'GET' | 'POST'): Route {
  return defineRoute({
    ...COMMON,
    method,
    path: NOTIFY_PATH,
    operationId: method === 'GET' ? 'receivePaymentNotice' : 'receivePostedPaymentNotice',
    summary: 'Receive a payment',
    description:
      'Called by the payment gateway, with signed parameters of the epay protocol in the query or, by POST, in a form. The answer is `success` when the notification need not be sent again, and otherwise `fail` as plain text with the code in `X-Error-Code`; who asks for JSON by its name gets the usual envelope. A message that cannot be read is 400. A payment is booked once, however often it is told.',
    responses: { 200: { description: 'It was received', contentType: 'text/plain' } },
    errors: [...REFUSALS, 'PAYMENT_AMOUNT_MISMATCH', 'SERVICE_UNAVAILABLE'],
    handler: async ({ receiveMessage, address }) => {
      const message = { ...messageOf(receiveMessage(), method), address, source: 'notify' } as const;
      await inTime(receiveNotice(services, message));
      return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: ACKNOWLEDGEMENT };
    },
  });
}

const returned = z.object({ order_id: z.string(), order_no: z.string(), status: z.enum(ORDER_STATUSES) });

function returnRoute(services: NoticeServices): Route {
  return defineRoute({
    ...COMMON,
    method: 'GET',
    path: RETURN_PATH,
    operationId: 'returnFromPayment',
    summary: 'Come back from paying',
    description:
      'Where the payment gateway sends the browser of a buyer. It moves no money: the gateway is asked about the order soon after. The browser is sent on to the page of the order, whose address comes from the settings alone.',
    responses: {
      200: { description: 'The order, for who asks for JSON by its name', schema: returned },
      303: { description: 'To the page of the order', headers: { Location: { description: 'The page' } } },
    },
    errors: [...REFUSALS],
    handler: async ({ receiveMessage, address, language }) => {
      const raw = receiveMessage();
      const message = { ...messageOf(raw, 'GET'), address, source: 'return' } as const;
      const order = await receiveReturn(services, message).catch((error: unknown) => unverified(error, raw));
      if (order === null) return seeOther(services, language, 'dashboard/billing/orders?payment=unverified');
      if (!raw.namesJson) return seeOther(services, language, pageOf(order));
      const { id, order_no, status } = presentOrder(order, null);
      return { status: 200, body: { order_id: id, order_no, status } };
    },
  });
}

/** A person is sent on whatever the message was; a program is told. */
function unverified(error: unknown, { namesJson }: RawMessage): null {
  const isRefusal = error instanceof AppError || error instanceof ValidationFailure;
  if (!isRefusal || namesJson) throw error;
  return null;
}

/** Of the organization that bought, which need not be the one that its member looks at otherwise. */
function pageOf({ id, organizationId }: Order): string {
  return `dashboard/billing/orders/${id}?org=${organizationId}&from=epay`;
}

function seeOther({ links }: NoticeServices, language: Language, page: string) {
  const headers = {
    location: links.page(language, page),
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  };
  return { status: 303, headers, body: undefined } as const;
}

function messageOf(raw: RawMessage, method: 'GET' | 'POST'): Omit<ReceivedMessage, 'address' | 'source'> {
  const { query, body, contentType, contentEncoding } = raw;
  const isForm = /^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType.trim());
  const isPlain = contentEncoding === '' || contentEncoding.toLowerCase() === 'identity';
  if (!isPlain || (body.length > 0 && !isForm)) throw new AppError('INVALID_FILE_TYPE');
  return { method, query, body, contentType };
}

/** The gateway gives up soon; what is under way ends, and is found when the gateway asks again. */
function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = (): void => reject(new AppError('SERVICE_UNAVAILABLE', { headers: { 'retry-after': '60' } }));
    const timer = setTimeout(late, ORDER_LIMITS.notifyAnswerMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
