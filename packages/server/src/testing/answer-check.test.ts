import { describe, expect, it } from 'vitest';
import { createAnswerCheck } from './answer-check.ts';

const document = {
  paths: {
    '/things/{id}': {
      get: {
        responses: {
          200: {
            headers: {
              'RateLimit-Limit': { $ref: '#/components/headers/Limit' },
              Location: { schema: { type: 'string' } },
            },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
          204: {},
          default: { content: { 'application/json': { schema: {} } } },
        },
      },
    },
  },
  components: {
    headers: { Limit: { schema: { type: 'integer' } } },
    schemas: {
      Thing: { type: 'object', required: ['at'], properties: { at: { type: 'string', format: 'date-time' } } },
    },
  },
};

const check = createAnswerCheck(document);
const good = {
  statusCode: 200,
  headers: { 'content-type': 'application/json; charset=utf-8', 'ratelimit-limit': '5', location: '/things/1' },
  body: '{"at":"2026-11-20T08:00:00.000Z"}',
};
const problems = (change: Partial<typeof good>) => check('GET', '/things/{id}', { ...good, ...change });

describe('the check of answers against the OpenAPI document', () => {
  it('finds nothing in an answer as documented', () => {
    expect(problems({})).toEqual([]);
    expect(problems({ statusCode: 204, headers: {}, body: '' } as never)).toEqual([]);
  });

  it.each([
    ['an undocumented status, also where there is a default', { statusCode: 404 }, /status 404 is not documented/],
    ['a missing header', { headers: { ...good.headers, location: undefined } }, /Location is missing/],
    ['a header of another type', { headers: { ...good.headers, 'ratelimit-limit': 'many' } }, /must be integer/],
    ['another content type', { headers: { ...good.headers, 'content-type': 'text/html' } }, /text\/html is not/],
    ['a missing member', { body: '{}' }, /must have required property 'at'/],
    ['a member of another format', { body: '{"at":"yesterday"}' }, /must match format "date-time"/],
    ['a body where none belongs', { statusCode: 204 }, /a body where none/],
  ])('finds %s', (_what, change, message) => {
    expect(problems(change as never).join('\n')).toMatch(message);
  });

  it('finds an undocumented route', () => {
    expect(check('POST', '/things/{id}', good)).toEqual(['POST /things/{id}: status 200 is not documented']);
  });
});
