import type { ActionFacts } from '@revera/provenance';
import { CutText } from '../../kit/components/shown-text.tsx';
import { When } from '../../kit/components/when.tsx';
import type { Language } from '../../../shared/language.ts';
import { wordSourceType, wordTerm } from './c2pa-terms.ts';
import { MANIFESTS } from './words.ts';
import type { Chapter } from './history-order.ts';
import { signerOf } from './names.ts';
import { stampStanding } from './own-validation.ts';
import type { ManifestsProps } from './props.ts';
import { StampMark } from './stamp.tsx';
import { formatNumber } from '../../kit/format-number.ts';

interface Props extends Pick<ManifestsProps, 'store' | 'language' | 'reportUrl' | 'isFile'> {
  chapter: Chapter;
}

/** What one manifest says was done, and its signature at the end. */
export function ActionTimeline({ chapter, store, language, reportUrl, isFile }: Props) {
  const words = MANIFESTS[language];
  const { manifest, actions, left } = chapter;
  const isTimed = actions.some(({ when }) => when !== null);
  return (
    <div class="timeline">
      {manifest.actions.length === 0 ? <p class="soft">{words.timeline.noneOfManifest}</p> : null}
      <ol class="actions">
        {actions.map((action, at) => (
          <Action action={action} isTimed={isTimed} language={language} key={at} />
        ))}
        {left === 0 ? null : (
          <li class="action action-more">
            {words.moreInReport(formatNumber(left, language))} <a href={reportUrl}>{words.rawReport}</a>
          </li>
        )}
        <Signature chapter={chapter} store={store} language={language} />
      </ol>
      {actions.length === 0 ? null : <RawCodes actions={actions} language={language} isFile={isFile} />}
    </div>
  );
}

/** The steps as the manifest writes them, by the numbers that they have above. */
function RawCodes({ actions, language, isFile }: Pick<Props, 'language' | 'isFile'> & Pick<Chapter, 'actions'>) {
  return (
    <details class="raw-codes" open={isFile}>
      <summary>{MANIFESTS[language].timeline.codes}</summary>
      <ol>
        {actions.map(({ action, digital_source_type: source }, at) => (
          <li key={at}>
            <code>
              <CutText text={action} language={language} />
            </code>{' '}
            {source === null ? null : (
              <code>
                <CutText text={source} language={language} />
              </code>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}

interface ActionProps {
  action: ActionFacts;
  /** Whether any action of the manifest has a time; else that none has would be said of each. */
  isTimed: boolean;
  language: Language;
}

function Action({ action, isTimed, language }: ActionProps) {
  const words = MANIFESTS[language].timeline;
  const known = wordTerm(language, 'actions', action.action);
  return (
    <li class="action">
      <div class="action-name">
        <strong>{known ?? words.unknownAction}</strong>
        {known === null ? (
          <code>
            <CutText text={action.action} language={language} />
          </code>
        ) : null}
        <span class="action-when">
          {action.when === null ? (
            isTimed && words.noTime
          ) : (
            <>
              {words.claimedAt} <When at={action.when} language={language} />
            </>
          )}
        </span>
      </div>
      <ActionFactsList action={action} language={language} />
    </li>
  );
}

function ActionFactsList({ action, language }: { action: ActionFacts; language: Language }) {
  const words = MANIFESTS[language].timeline;
  const { software_agent: agent, software_agent_version: version, digital_source_type: source, description } = action;
  const agentText = agent === null ? version : `${agent} ${version ?? ''}`.trim();
  const sourceWords = source === null ? null : wordSourceType(language, source);
  const isEmpty = agentText === null && source === null && description === null && action.model_parameters.length === 0;
  if (isEmpty) return null;
  return (
    <dl class="action-facts">
      <Fact name={words.agent} text={agentText} language={language} />
      {source === null ? null : (
        <div>
          <dt>{words.source}</dt>
          <dd>
            {sourceWords ?? (
              <code>
                <CutText text={source} language={language} />
              </code>
            )}
          </dd>
        </div>
      )}
      <Fact name={words.description} text={description} language={language} />
      {action.model_parameters.map(({ key, value }) => (
        <Fact name={`${words.model} ${key}`} text={value} language={language} key={key} />
      ))}
      {action.from_template ? (
        <div>
          <dd class="soft">{words.template}</dd>
        </div>
      ) : null}
    </dl>
  );
}

function Fact({ name, text, language }: { name: string; text: string | null; language: Language }) {
  if (text === null) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <CutText text={text} language={language} />
      </dd>
    </div>
  );
}

function Signature({ chapter, store, language }: Pick<Props, 'chapter' | 'store' | 'language'>) {
  const words = MANIFESTS[language];
  const { manifest } = chapter;
  const signer = signerOf(manifest);
  return (
    <li class="action action-signed">
      <div class="action-name">
        <strong>{words.timeline.signed}</strong>
        {signer === null ? <span>{words.signerUnknown}</span> : <CutText text={signer} language={language} />}
      </div>
      <StampMark
        standing={stampStanding(manifest, store)}
        stamp={manifest.signature?.time_stamp ?? null}
        language={language}
      />
    </li>
  );
}
