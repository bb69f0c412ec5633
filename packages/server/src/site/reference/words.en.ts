import type { Words } from '../../shared/words.ts';
import type { REFERENCE_ZH_CN } from './words.zh-cn.ts';

/** The words of the API reference. */
export const REFERENCE_EN: Words<typeof REFERENCE_ZH_CN> = {
  inEnglish: 'Descriptions are taken from the OpenAPI document.',
  machine: 'The same for programs:',
  base: 'Base URL',
  groups: 'Groups',
  sections: {
    content: 'Verify and sign',
    events: 'Events and usage',
    access: 'Accounts and access',
    money: 'Billing',
    service: 'Service and operation',
  },
  parts: {
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
    'Payment callbacks': 'Payment callbacks',
    Audit: 'Audit log',
    Administration: 'Administration',
    Service: 'Service status and description',
    Schemas: 'Shared schemas',
  },
  about: {
    Authentication:
      'Register, confirm an email address, sign in with a second factor, sign out, and set a new password.',
    Account:
      'Read, export and delete the signed-in account, and manage its email, password, sessions and second factor.',
    Organizations: 'Create, rename and close organizations, and manage their members, invitations and API keys.',
    Content: 'Verify what evidence of origin a file carries, and sign files with content credentials and AIGC labels.',
    Web: 'The routes that the pages of this site call to verify and sign files; they work without an API key.',
    Credentials: 'Read, suspend and revoke the credentials that the service has issued, and download the signed files.',
    Administration: 'What only the operator may do: accounts, organizations, credentials, trust lists and usage.',
    Jobs: 'Ask how far a verification or signing has come, and read its result, its full evidence and its pictures.',
    Dashboard: 'Create, list and revoke the API keys of an organization from a signed-in session.',
    Console: 'The routes for API keys once more, under the path that older clients know.',
    Webhooks: 'Register endpoints that are told of events, test them, rotate their secrets, and deliver once more.',
    Audit: 'Who did what in an organization, and when: the entries of its audit log, newest first, with filters.',
    Usage: 'What an organization has used and may still use in this period, and what each of its days and keys used.',
    Billing:
      'Plans, the subscription and the balance of an organization, its orders, refunds, invoices and statements, and its usage.',
    'Payment callbacks':
      'Where the payment gateway tells of payments and sends buyers back; only a gateway with the right keys is believed.',
    Service: 'Whether the service is alive and ready, and the description of its interface as an OpenAPI document.',
    Schemas: 'The types that operations of several groups of the API use, each with its fields and their meaning.',
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
  answerExample: 'Response, made from its schema',
  answers: 'Responses',
  noContent: 'no body',
  headers: 'Headers',
  errors: 'Errors',
  status: 'Status',
  codes: 'Codes',
  titleOf: (part) => `API reference: ${part}`,
  operations: 'Routes',
  schemas: 'Schemas',
  noSchemas: 'No schema is used by this group alone. Those of several groups:',
  schemasAbout: 'Types that only the routes of this group use. Those of several groups:',
  allSchemasAbout: 'Types that routes of several groups use.',
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
