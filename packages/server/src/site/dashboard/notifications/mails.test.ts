import { expect, it } from 'vitest';
import { MAILS_EN } from '../../../features/mail/templates-en.ts';
import { MAIL_FACTS } from './mails.ts';

it('tells of every mail that is sent, each once', () => {
  const told = MAIL_FACTS.map(({ template }) => template);
  expect(told.toSorted()).toEqual(Object.keys(MAILS_EN.templates).toSorted());
});
