import type { ErrorPageFacts } from '../../http/errors.ts';
import type { Language } from '../../shared/language.ts';
import { FORM_WORDS } from './words/form.ts';
import { SITE } from './words/site.ts';

/** What a person is told on the page of an error. The message of a rate limit speaks of a header, which only programs see. */
export function refusalText(
  {
    code,
    message,
    reason,
    retryAfterSeconds,
  }: Pick<ErrorPageFacts, 'code' | 'message' | 'reason' | 'retryAfterSeconds'>,
  language: Language,
): string {
  if (reason === 'csrf') return SITE[language].errors.stale;
  return code === 'RATE_LIMITED' && retryAfterSeconds !== null ? tooManyText(retryAfterSeconds, language) : message;
}

/** That something was asked too often, and when to ask again. */
export function tooManyText(retryAfterSeconds: number, language: Language): string {
  const { tooMany, retry } = FORM_WORDS[language].problems;
  return [tooMany, retry(Math.ceil(retryAfterSeconds / 60))].join(language === 'en' ? ' ' : '');
}
