import type { Words } from '../../shared/words.ts';
import type { REFERENCE_ZH_CN } from './words.zh-cn.ts';

/** The words of the API reference. */
export const REFERENCE_EN: Words<typeof REFERENCE_ZH_CN> = {
  inEnglish: 'The descriptions are those of the OpenAPI document.',
  machine: 'The same for programs:',
  base: 'Address of the service',
  groups: 'Groups',
  tags: {
    Authentication: 'Registering and signing in',
    Account: 'Account',
    Organizations: 'Organizations and members',
    Content: 'Verifying and signing',
    Web: 'Routes of the web pages',
    Credentials: 'Credentials',
    Jobs: 'Jobs',
    Dashboard: 'Keys (dashboard)',
    Console: 'Keys (the same under another address)',
    Audit: 'Audit log',
    Administration: 'Administration',
    Service: 'State and description of the service',
  },
  common: {
    title: 'What holds for every route',
    requestId: 'Each answer carries `X-Request-Id`; name it when you report a problem.',
    rate: 'Routes with a rate limit also answer `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset`; see',
    errors: 'All errors but 422 have one form; see',
    unknown: 'Answers may get new members; clients ignore those that they do not know.',
    variables:
      'What begins with `$` in an example is a variable of the shell: `$REVERA_KEY` is an API key, `$ADMIN_TOKEN` the token of the administrator, `cookies.txt` and `$CSRF` come from signing in, the others are ids in the path. `…` stands for a password or token of yours. How to get them:',
  },
  access: {
    title: 'Who may call it',
    none: 'anybody, without signing in',
    apiKey: 'an API key with the scope',
    session: 'a signed-in account',
    member: 'a signed-in member with the permission',
    adminToken: 'the token of the administrator',
    administrator: 'a signed-in administrator',
  },
  parameters: { path: 'Path', query: 'Query', header: 'Request headers' },
  body: 'Request body',
  optionalBody: 'may be left out',
  example: 'Example',
  answers: 'Answers',
  noContent: 'without a body',
  headers: 'With the headers',
  errors: 'Errors',
  status: 'Status',
  codes: 'Codes',
  anyOther: 'any other error',
  schemas: 'Schemas',
  schemasAbout: 'What several routes share, described once.',
  types: { file: 'file', any: 'any value', arrayOf: 'array of', orNull: 'or null', bytes: 'the bytes of the file' },
  required: 'required',
  optional: 'not always there',
  oneOf: 'One of:',
  fallback: 'Default:',
  open: 'May have members of any name',
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
