import type { Words } from '../../shared/words.ts';
import type { REFERENCE_ZH_CN } from './words.zh-cn.ts';

/** The words of the API reference. */
export const REFERENCE_EN: Words<typeof REFERENCE_ZH_CN> = {
  inEnglish: 'Descriptions are taken from the OpenAPI document.',
  machine: 'The same for programs:',
  base: 'Base URL',
  groups: 'Groups',
  tags: {
    Authentication: 'Registration and sign-in',
    Account: 'Account',
    Organizations: 'Organizations and members',
    Content: 'Verifying and signing',
    Web: 'Routes for the web pages',
    Credentials: 'Credentials',
    Jobs: 'Jobs',
    Dashboard: 'Keys (dashboard)',
    Console: 'Keys (same routes, alternative path)',
    Webhooks: 'Webhooks',
    Usage: 'Usage',
    Billing: 'Billing',
    Audit: 'Audit log',
    Administration: 'Administration',
    Service: 'Service status and description',
  },
  common: {
    title: 'Common to all routes',
    requestId: 'Every response carries `X-Request-Id`; quote it when you report a problem.',
    rate: 'Responses of rate-limited routes also carry `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset`; see',
    errors: 'All errors except 422 share one format; see',
    unknown: 'Responses may gain new fields; clients should ignore fields they don’t know.',
    variables:
      'Names that begin with `$` in the examples are shell variables: `$REVERA_KEY` is an API key, `$ADMIN_TOKEN` is the administrator’s token, `$CSRF` and `cookies.txt` come from signing in, and the others are IDs in the path. `…` stands for your own password or token. How to get them:',
  },
  access: {
    title: 'Who may call it',
    none: 'anyone, without signing in',
    apiKey: 'an API key with the scope',
    session: 'a signed-in account',
    member: 'a signed-in member with the permission',
    adminToken: 'the administrator’s token',
    administrator: 'a signed-in administrator',
  },
  parameters: { path: 'Path', query: 'Query', header: 'Request headers' },
  body: 'Request body',
  optionalBody: 'optional',
  example: 'Example',
  answers: 'Responses',
  noContent: 'no body',
  headers: 'Headers',
  errors: 'Errors',
  status: 'Status',
  codes: 'Codes',
  schemas: 'Schemas',
  schemasAbout: 'Types shared by several routes.',
  types: { file: 'file', any: 'any value', arrayOf: 'array of', orNull: 'or null', bytes: 'the bytes of the file' },
  required: 'required',
  optional: 'not always present',
  oneOf: 'One of:',
  fallback: 'Default:',
  open: 'May have fields of any name',
  bounds: {
    characters: (min, max) => between(min, max, ' characters'),
    items: (min, max) => between(min, max, ' items'),
    number: (min, max) => between(min, max, ''),
  },
};

function between(min: number | null, max: number | null, unit: string): string {
  if (min === null) return max === null ? '' : `At most ${max}${unit}`;
  return max === null ? `At least ${min}${unit}` : `${min} to ${max}${unit}`;
}
