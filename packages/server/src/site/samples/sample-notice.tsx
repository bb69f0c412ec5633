import type { Language } from '../../shared/language.ts';
import { sampleOf } from './samples.ts';
import { SAMPLE_WORDS } from './words.ts';

/** Said above the result of one of our samples, also when somebody uploads it; nothing above any other. */
export function SampleNotice({ sha256, language }: { sha256: string; language: Language }) {
  if (sampleOf(sha256) === null) return null;
  const { title, text } = SAMPLE_WORDS[language].notice;
  return (
    <aside class="notice tone-neutral sample-notice" aria-label={title}>
      <p>
        <strong>{title}</strong>
      </p>
      <p>{text}</p>
    </aside>
  );
}
