import type { Db } from '../../platform/database.ts';
import { queueMail, type MailTemplate, type MailTemplates } from '../mail/index.ts';
import type { Person } from './queries.ts';
import type { NoticeServices } from './services.ts';

/** What every notice says: the address it was done from, when, and where to look. */
type Circumstances = 'address' | 'when' | 'link';

/** Notices that lead to a page. */
type NoticeTemplate = {
  [T in MailTemplate]: MailTemplates[T] extends Record<Circumstances, string> ? T : never;
}[MailTemplate];

/**
 * Tells each of these people once, in their own language, in the transaction of the change: neither exists without the other.
 *
 * @param notice.page the page the link leads to, without the language
 */
export async function tell<T extends NoticeTemplate>(
  trx: Db,
  { clock, secrets, links }: NoticeServices,
  people: readonly Person[],
  notice: {
    template: T;
    page: string;
    address: string;
    values: (given: Record<Circumstances, string>) => MailTemplates[T];
  },
): Promise<void> {
  const { template, page, address, values } = notice;
  const when = clock.now().toISOString();
  const once = new Map(people.map((person) => [person.account_id, person]));
  for (const { email, language } of once.values()) {
    await queueMail(trx, secrets, {
      template,
      to: email,
      language,
      values: values({ address, when, link: links.page(language, page) }),
    });
  }
}
