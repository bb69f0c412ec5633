import { z } from 'zod';
import { nameText } from '../../shared/declared-text.ts';
import { isScope, SCOPES, type Scope } from '../../shared/scopes.ts';

const scopes: readonly Scope[] = Object.keys(SCOPES).filter(isScope);

export const keyParams = z.object({ kid: z.string().min(1).max(100).describe('Identifier of the key') });

export const keyBody = z.object({
  name: nameText('What the key is for, as members see it'),
  mode: z
    .enum(['test', 'live'])
    .default('test')
    .describe(
      '`test` signs with the development certificate and is never charged; `live` needs a recent authentication',
    ),
  scopes: z
    .array(z.enum(scopes))
    .min(1)
    .max(50)
    .optional()
    .describe('Scopes; by default the key can verify, sign, and read credentials and jobs'),
  expires_at: z.iso
    .datetime({ offset: true })
    .nullable()
    .optional()
    .describe('Expiry time (RFC 3339, in the future); never by default'),
});

export type KeyRequest = z.infer<typeof keyBody>;

const time = z.string().nullable();

export const apiKeySchema = z
  .object({
    id: z.string(),
    organization_id: z.string(),
    name: z.string(),
    prefix: z.string().describe('The first characters of the key, for recognition'),
    mode: z.enum(['test', 'live']),
    scopes: z.array(z.string()),
    created_by: z
      .string()
      .nullable()
      .describe('Account that created the key; null when no account did, or it was deleted'),
    created_at: z.string(),
    last_used_at: time.describe('To the minute'),
    expires_at: time,
    revoked_at: time,
  })
  .meta({ id: 'ApiKey' });

export const newApiKeySchema = apiKeySchema
  .extend({ key: z.string().describe('The key itself, which is shown only once and never stored') })
  .meta({ id: 'NewApiKey' });
