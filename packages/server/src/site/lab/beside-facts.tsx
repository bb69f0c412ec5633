import type { ComponentChildren } from 'preact';
import type { LabExamination } from '../../features/lab/index.ts';
import type { Language } from '../../shared/language.ts';
import { STATUSES, TONES, type Tone } from '../../shared/statuses.ts';
import { CutText } from '../kit/components/shown-text.tsx';
import { StateIcon } from '../kit/components/state-icon.tsx';
import { pagePath } from '../kit/site-map.ts';
import { LAB } from './words.ts';

interface Props {
  result: LabExamination;
  language: Language;
}

type Inspection = NonNullable<LabExamination['inspection']>;

/** What a credential, a label and metadata in the file state, as a verification reads them: beside the traces, never with them. */
export function BesideFacts({ result: { inspection }, language }: Props) {
  const words = LAB[language].beside;
  return (
    <section class="lab-part lab-beside">
      <h4>{words.title}</h4>
      <p class="soft">{words.note}</p>
      {inspection === null ? <p>{words.unread}</p> : <Statements inspection={inspection} language={language} />}
      <p>
        <a href={pagePath(language, '')}>{words.verify}</a>
      </p>
    </section>
  );
}

function Statements({ inspection, language }: { inspection: Inspection; language: Language }) {
  const words = LAB[language].beside;
  const statuses = STATUSES[language];
  const { credential, china_aigc: label, metadata } = inspection;
  const says = Object.entries(words.labelSays).find(([value]) => value === label.label)?.[1];
  const producer = label.company ?? label.content_producer;
  const named = [metadata.vendor, metadata.model].filter((name) => name !== null).join(' ');
  return (
    <dl class="facts">
      <dt>{words.credential}</dt>
      <dd>
        <State tone={TONES.integrity[credential.status]}>{statuses.integrity[credential.status].heading}</State>
        {credential.signer === null ? null : (
          <div>
            <CutText text={words.signer(credential.signer)} language={language} />{' '}
            <span class="soft">{statuses.trust[credential.trust_status].heading}</span>
          </div>
        )}
      </dd>
      <dt>{words.label}</dt>
      <dd>
        <State tone={label.present ? 'partial' : 'neutral'}>
          {label.present ? (says ?? words.labelFound) : words.noLabel}
        </State>
        {producer === null || producer === '' ? null : (
          <div>
            <CutText text={words.producer(producer)} language={language} />
          </div>
        )}
      </dd>
      <dt>{words.metadata}</dt>
      <dd>
        <State tone={TONES.metadata[metadata.status]}>{statuses.metadata[metadata.status].heading}</State>
        {named === '' ? null : (
          <div>
            <CutText text={named} language={language} />
          </div>
        )}
      </dd>
    </dl>
  );
}

function State({ tone, children }: { tone: Tone; children: ComponentChildren }) {
  return (
    <span class={`state-word tone-${tone}`}>
      <StateIcon tone={tone} />
      <span>{children}</span>
    </span>
  );
}
