import { columnMoney, type GatewayOrder } from './orders.ts';

/** The page where a person pays, with the two ways in which gateways learn of it. */
export function payPage({ tradeNo, outTradeNo, money, type }: GatewayOrder): string {
  return page(
    'Pay',
    `<p>Order ${escape(outTradeNo)}, ${escape(type === '' ? 'any wallet' : type)}</p>
<p>¥ ${columnMoney(money)}</p>
<form method="post" action="/pay/${escape(tradeNo)}">
<button name="how" value="upstream">Pay</button>
<button name="how" value="return">Pay, and notify only once, as the buyer returns</button>
</form>`,
  );
}

export function paidPage({ outTradeNo, attempts }: GatewayOrder): string {
  const last = attempts.at(-1);
  const told = last?.isAcknowledged === true ? 'The merchant was told.' : 'The merchant did not acknowledge it.';
  return page('Paid', `<p>Order ${escape(outTradeNo)} is paid. ${told}</p>`);
}

export function refusalPage(message: string): string {
  return page('Refused', `<p>${escape(message)}</p>`);
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} – fake gateway</title>
<h1>${title}</h1>
${body}
</html>
`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
