import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { SealedBox } from '../../platform/sealed-box.ts';
import { WEBHOOK_LIMITS } from './limits.ts';

const PREFIX = 'whsec_';

const storedSchema = z.object({ current: z.base64(), previous: z.base64().nullable() });

/** The keys of an endpoint. */
export interface EndpointSecrets {
  current: Buffer;
  /** The one before the last rotation. */
  previous: Buffer | null;
}

export function newSecret(): Buffer {
  return randomBytes(WEBHOOK_LIMITS.secretBytes);
}

/** As Standard Webhooks writes it, and as its libraries take it. */
export function secretText(secret: Buffer): string {
  return `${PREFIX}${secret.toString('base64')}`;
}

export async function sealSecrets(box: SealedBox, { current, previous }: EndpointSecrets): Promise<Buffer> {
  const stored = { current: current.toString('base64'), previous: previous?.toString('base64') ?? null };
  return box.seal(Buffer.from(JSON.stringify(stored)));
}

/** @throws {SealedValueError} */
export async function openSecrets(box: SealedBox, sealed: Buffer): Promise<EndpointSecrets> {
  const { current, previous } = storedSchema.parse(JSON.parse((await box.open(sealed)).toString('utf8')));
  return {
    current: Buffer.from(current, 'base64'),
    previous: previous === null ? null : Buffer.from(previous, 'base64'),
  };
}
