import type { Language } from '../../../shared/language.ts';
import { CodeBlock } from './code-block.tsx';
import { SAMPLE_LANGUAGES, SAMPLE_NAMES, SAMPLES_LABEL, type SampleLanguage } from './words.ts';

interface Props {
  /** Begins the ids of the parts. */
  id: string;
  samples: Readonly<Record<SampleLanguage, string>>;
  language: Language;
}

/** The same call in several languages: tabs with `samples.js`; without scripts the first is open and the others unfold. */
export function Samples({ id, samples, language }: Props) {
  return (
    <div class="samples" data-samples data-label={SAMPLES_LABEL[language]}>
      {SAMPLE_LANGUAGES.map((syntax, at) => (
        <div class="sample" data-syntax={syntax} key={syntax}>
          <details open={at === 0}>
            <summary>{SAMPLE_NAMES[syntax]}</summary>
            <CodeBlock id={`${id}-${syntax}`} code={samples[syntax]} syntax={syntax} language={language} title={null} />
          </details>
        </div>
      ))}
    </div>
  );
}
