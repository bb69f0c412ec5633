import type { Links } from '../../shared/links.ts';

interface SecurityFacts {
  readonly links: Links;
  /** Null: the page on security says how to report. */
  readonly contact: string | null;
  readonly startedAt: Date;
}

/** Less than a year, as RFC 9116 §2.5.5 recommends. */
const VALID_DAYS = 330;
const DAY_MS = 86_400_000;

/**
 * RFC 9116: where flaws are reported. It counts from the start of the process, which read the contact from its settings: one that
 * was not restarted for so long is not looked after, and its word on this is old.
 */
export function securityText({ links, contact, startedAt }: SecurityFacts): string {
  const expires = new Date(startedAt.getTime() + VALID_DAYS * DAY_MS);
  const policy = links.page('en', 'security');
  return [
    `Contact: ${contact ?? policy}`,
    `Expires: ${expires.toISOString().replace(/\.\d+Z$/, 'Z')}`,
    'Preferred-Languages: en, zh',
    `Canonical: ${links.origin()}/.well-known/security.txt`,
    `Policy: ${policy}`,
    '',
  ].join('\n');
}
