import type { ActionFacts, ManifestStoreFacts } from '@revera/provenance';
import { CutText, ShownText } from '../../kit/components/shown-text.tsx';
import { When } from '../../kit/components/when.tsx';
import type { Language } from '../../../shared/language.ts';
import { wordSourceType, wordTerm } from './c2pa-terms.ts';
import { MANIFESTS } from './words.ts';
import { chaptersOf, type Chapter } from './history-order.ts';
import { detailsId, signerOf } from './names.ts';
import { stampStanding } from './own-validation.ts';
import type { ManifestsProps } from './props.ts';
import { StampMark } from './stamp.tsx';

/** What was done, manifest by manifest; each ends with its signature. */
export function ActionTimeline({ store, language, reportUrl }: ManifestsProps) {
  const words = MANIFESTS[language].timeline;
  const chapters = chaptersOf(store);
  return (
    <div class="timeline">
      <p class="soft">{words.intro}</p>
      {chapters.every(({ manifest }) => manifest.actions.length === 0) ? <p>{words.none}</p> : null}
      {chapters.map((chapter) => (
        <ChapterPart chapter={chapter} store={store} language={language} reportUrl={reportUrl} key={chapter.number} />
      ))}
    </div>
  );
}

interface ChapterProps {
  chapter: Chapter;
  store: ManifestStoreFacts;
  language: Language;
  reportUrl: string;
}

function ChapterPart({ chapter, store, language, reportUrl }: ChapterProps) {
  const words = MANIFESTS[language];
  const { number, manifest, actions, left } = chapter;
  return (
    <div class="chapter">
      <h3>
        <a href={`#${detailsId(number)}`}>{words.manifest(String(number))}</a>{' '}
        {manifest.title === null ? null : <ShownText text={shortened(manifest.title)} />}{' '}
        {number === 1 ? <span class="badge">{words.active}</span> : null}
      </h3>
      {manifest.actions.length === 0 ? <p class="soft">{words.timeline.noneOfManifest}</p> : null}
      <ol class="actions">
        {actions.map((action, at) => (
          <Action action={action} language={language} key={at} />
        ))}
        {left === 0 ? null : (
          <li class="action action-more">
            {words.moreInReport(new Intl.NumberFormat(language).format(left))} <a href={reportUrl}>{words.rawReport}</a>
          </li>
        )}
        <Signature chapter={chapter} store={store} language={language} />
      </ol>
    </div>
  );
}

function shortened(text: string): string {
  const characters = Array.from(text.slice(0, 400));
  return characters.length <= 80 && text.length <= 400 ? text : `${characters.slice(0, 79).join('')}…`;
}

function Action({ action, language }: { action: ActionFacts; language: Language }) {
  const words = MANIFESTS[language].timeline;
  const known = wordTerm(language, 'actions', action.action);
  return (
    <li class="action">
      <div class="action-name">
        <strong>{known ?? words.unknownAction}</strong>
        <code>
          <CutText text={action.action} language={language} />
        </code>
        <span class="action-when">
          {action.when === null ? (
            words.noTime
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
            {sourceWords === null ? null : `${sourceWords} `}
            <code>
              <CutText text={sourceWords === null ? source : termOf(source)} language={language} />
            </code>
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

/** Of a term that we know, the end of its address is enough. */
function termOf(source: string): string {
  return /[a-z]+(?=\/?\s*$)/i.exec(source)?.[0] ?? source;
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

function Signature({ chapter, store, language }: Omit<ChapterProps, 'reportUrl'>) {
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
