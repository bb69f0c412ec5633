import { expect, it } from 'vitest';
import { SIGN_ISLAND } from '../words.ts';
import { readSignData } from './sign-data.ts';

const data = {
  language: 'en',
  organizationId: 'org_1',
  csrf: 'token',
  limitBytes: 1,
  credential: '/en/dashboard/credentials/{id}',
  reasons: { already_labelled: 'text' },
  fields: { already_labelled: 'china_aigc_policy' },
  words: SIGN_ISLAND.en,
};

it('reads what the page was made with', () => {
  expect(readSignData(JSON.stringify(data))).toEqual(data);
});

it.each(Object.keys(data))('throws for a page that hands over no %s', (name) => {
  expect(() => readSignData(JSON.stringify({ ...data, [name]: undefined }))).toThrow(TypeError);
});
