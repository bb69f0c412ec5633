import { z } from 'zod';
import { nameText } from '../../shared/declared-text.ts';
import { isScope, SCOPES, type Scope } from '../../shared/scopes.ts';

const scopes: readonly Scope[] = Object.keys(SCOPES).filter(isScope);

export const keyParams = z.object({ kid: z.string().min(1).max(100).describe('Identifier of the key') });

export const keyBody = z.object({
  name: nameText('What it is for, for the people of the organization'),
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
    .describe('What it may do; default: verify and sign, and read credentials and jobs'),
  expires_at: z.iso
    .datetime({ offset: true })
    .nullable()
    .optional()
    .describe('When it ends by itself (RFC 3339, in the future); default: never'),
});

export type KeyRequest = z.infer<typeof keyBody>;

const time = z.string().nullable();

export const apiKeySchema = z
  .object({
    id: z.string(),
    organization_id: z.string(),
    name: z.string(),
    prefix: z.string().describe('How the key begins, to recognise it by'),
    mode: z.enum(['test', 'live']),
    scopes: z.array(z.string()),
    created_by: z.string().nullable().describe('Account that made it; null: none did, or it is gone'),
    created_at: z.string(),
    last_used_at: time.describe('To the minute'),
    expires_at: time,
    revoked_at: time,
  })
  .meta({ id: 'ApiKey' });

export const newApiKeySchema = apiKeySchema
  .extend({ key: z.string().describe('The key itself; shown this once and stored nowhere') })
  .meta({ id: 'NewApiKey' });
