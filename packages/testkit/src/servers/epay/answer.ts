import type { ServerResponse } from 'node:http';
import type { GatewayAnswer } from './calls.ts';
import type { EpayFault, FakeEpayOptions } from './options.ts';
import { rsaSignature } from './signing.ts';

const CHUNK = Buffer.alloc(16 * 1024, 0x20);
/** The code of a request that was refused before anybody knew who asks: such answers are not signed. */
const UNSIGNED_CODE = -3;

/** Answers in JSON, signed where the protocol signs, or goes wrong as it is told. */
export function answerJson(
  response: ServerResponse,
  answer: GatewayAnswer,
  { version, options, fault }: { version: 1 | 2; options: FakeEpayOptions; fault: EpayFault | undefined },
): void {
  const json = (value: unknown): string => JSON.stringify(value);
  const send = (body: string): void => {
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(body);
  };
  const signed = (members: GatewayAnswer): GatewayAnswer => (version === 2 ? signAnswer(members, options) : members);
  switch (fault?.kind) {
    case undefined:
      return send(json(signed(answer)));
    case 'other':
      return send(json(signed({ ...answer, ...fault.members })));
    case 'forged':
      return send(json({ ...signed(answer), ...fault.members }));
    case 'unsigned':
      return send(json(answer));
    case 'empty':
      return send('{}');
    case 'truncated':
      return send(json(signed(answer)).slice(0, -10));
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Just a moment</h1>');
      return;
    case 'status':
      response.writeHead(fault.status, { 'content-type': 'text/html' }).end('<h1>Error</h1>');
      return;
    case 'redirect':
      response.writeHead(302, { location: fault.location }).end();
      return;
    case 'endless':
      return pour(response);
    case 'hang':
  }
}

function signAnswer(answer: GatewayAnswer, { now, platformKeys }: FakeEpayOptions): GatewayAnswer {
  if (answer['code'] === UNSIGNED_CODE) return answer;
  const dated = { ...answer, timestamp: String(Math.floor(now().getTime() / 1000)) };
  // Lists and objects are not part of what is signed, so anybody can change them.
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries<unknown>(dated)) {
    if (typeof value === 'string' || typeof value === 'number') texts[name] = `${value}`;
  }
  return { ...dated, sign: rsaSignature(texts, platformKeys.privateKey), sign_type: 'RSA' };
}

/** Writes until the other side is gone, waiting whenever it does not read. */
function pour(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const more = (): void => {
    while (!response.destroyed && response.write(CHUNK));
  };
  response.on('drain', more);
  more();
}
