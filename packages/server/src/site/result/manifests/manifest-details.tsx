import type { ManifestFacts } from '@revera/provenance';
import { ShownText } from '../../kit/components/shown-text.tsx';
import { MANIFESTS } from './words.ts';
import { AssertionList } from './assertion-list.tsx';
import { CodeList } from './code-list.tsx';
import { ingredientCodes, type IngredientCodes } from './ingredient-codes.ts';
import { IngredientList } from './ingredient-list.tsx';
import { ManifestFactList } from './manifest-fact-list.tsx';
import { MarkPair, marksOf } from './mark.tsx';
import { detailsId } from './names.ts';
import { OWN_INTEGRITY_TONE } from './own-validation.ts';
import { SHOWN, type ManifestsProps } from './props.ts';

/** Every manifest with all that is known of it. */
export function ManifestDetails(props: ManifestsProps) {
  const { store, language, reportUrl } = props;
  const words = MANIFESTS[language];
  const codes = ingredientCodes(store);
  const left = store.manifests.length - SHOWN.manifests;
  return (
    <div class="manifests">
      <p class="soft">{words.details.intro}</p>
      {store.manifests.slice(0, SHOWN.manifests).map((manifest, at) => (
        <ManifestPart manifest={manifest} number={at + 1} codes={codes} {...props} key={at} />
      ))}
      {left <= 0 ? null : (
        <p>
          {words.moreInReport(new Intl.NumberFormat(language).format(left))} <a href={reportUrl}>{words.rawReport}</a>
        </p>
      )}
    </div>
  );
}

type PartProps = ManifestsProps & { manifest: ManifestFacts; number: number; codes: IngredientCodes };

function ManifestPart({ manifest, number, codes, ...props }: PartProps) {
  const { store, trustLists, language, reportUrl } = props;
  const words = MANIFESTS[language];
  const id = detailsId(number);
  const marks = marksOf({ manifest }, { store, trustLists });
  return (
    <section class="manifest card" id={id} tabIndex={-1} aria-labelledby={`${id}-name`}>
      <header class="manifest-head">
        <h3 id={`${id}-name`}>
          {words.manifest(String(number))}
          {manifest.title === null ? null : (
            <>
              {' '}
              <ShownText text={titleOf(manifest.title)} />
            </>
          )}{' '}
          {number === 1 ? <span class="badge">{words.active}</span> : null}
        </h3>
        <MarkPair marks={marks} language={language} />
      </header>
      <p class="soft">
        {words.integrity[marks.integrity].text}
        {language === 'en' ? ' ' : null}
        {words.signer[marks.signer].text}
      </p>
      <details open={number === 1} class="manifest-body">
        <summary>{words.details.all}</summary>
        <ManifestFactList manifest={manifest} store={store} language={language} />
        <IngredientList manifest={manifest} codes={codes} {...props} />
        <AssertionList manifest={manifest} language={language} reportUrl={reportUrl} />
        <CodeList
          codes={manifest.codes}
          isOpen={OWN_INTEGRITY_TONE[marks.integrity] === 'bad'}
          language={language}
          reportUrl={reportUrl}
        />
      </details>
    </section>
  );
}

const TITLE_CHARACTERS = 80;

/** In the heading; the facts below have the whole of it. */
function titleOf(title: string): string {
  const characters = Array.from(title.slice(0, TITLE_CHARACTERS * 4));
  if (characters.length <= TITLE_CHARACTERS && title.length <= TITLE_CHARACTERS * 4) return title;
  return `${characters.slice(0, TITLE_CHARACTERS - 1).join('')}…`;
}
