import type { Language } from '../../shared/language.ts';
import { bytes, createdAt, nullable, text, time, type Table } from './column.ts';

export const mail = {
  id: text(),
  template: text(),
  language: text<Language>(),
  recipient: text(),
  /** Sealed values of the template; null once the mail is sent or abandoned. */
  payload: nullable(bytes()),
  created_at: createdAt(),
  sent_at: nullable(time()),
  failed_at: nullable(time()),
};
export type MailTable = Table<typeof mail>;
