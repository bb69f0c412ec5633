import type { Db } from '../../platform/database.ts';
import { queueMail, type MailTemplates } from '../mail/index.ts';
import { listOperators } from './queries.ts';
import type { NoticeServices } from './services.ts';

/** What a mail names; the rest is in what the operator's routes answer. */
const NAMED = 20;

/** The same for both: something that somebody has to look at. */
type Findings = MailTemplates['books_unbalanced'];

/** Tells every operator of what was found, in the transaction that writes it down: neither exists without the other. */
export async function tellOperators(
  trx: Db,
  { clock, secrets, links }: NoticeServices,
  { template, findings }: { template: 'books_unbalanced' | 'payments_differ'; findings: readonly string[] },
): Promise<void> {
  const when = clock.now().toISOString();
  const named = findings.slice(0, NAMED);
  for (const { email: to, language } of await listOperators(trx)) {
    const link = links.page(language, 'admin');
    const values: Findings = { findings: named, more: findings.length - named.length, when, link };
    await queueMail(trx, secrets, { template, to, language, values });
  }
}
