import { createHmac } from 'node:crypto';

/** A message as it is signed. */
export interface SignedMessage {
  id: string;
  at: Date;
  body: string;
}

/**
 * The headers of Standard Webhooks: the identifier, which is the same at every attempt, the time of this attempt, and a signature
 * by each of the secrets, so that a receiver that knows one of them accepts the message.
 */
export function messageHeaders({ id, at, body }: SignedMessage, secrets: readonly Buffer[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  );
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
