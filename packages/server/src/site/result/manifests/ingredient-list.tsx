import type { IngredientFacts, ManifestFacts } from '@revera/provenance';
import { CutText, ShownText } from '../../kit/components/shown-text.tsx';
import { MANIFESTS } from './words.ts';
import { leafStanding } from './history.ts';
import type { IngredientCodes } from './ingredient-codes.ts';
import { Mark } from './mark.tsx';
import { detailsId, relationshipIn } from './names.ts';
import { SHOWN, type ManifestsProps } from './props.ts';
import { formatNumber } from '../../kit/format-number.ts';

interface Props extends Pick<ManifestsProps, 'store' | 'language' | 'reportUrl'> {
  manifest: ManifestFacts;
  codes: IngredientCodes;
}

/** What went into the asset, with the raw relationship, and where its own manifest is. */
export function IngredientList({ manifest, codes, store, language, reportUrl }: Props) {
  const words = MANIFESTS[language];
  const { ingredients } = manifest;
  if (ingredients.length === 0) return null;
  const left = ingredients.length - SHOWN.ingredients;
  return (
    <div>
      <h4>
        {words.details.ingredients} <span class="soft">{formatNumber(ingredients.length, language)}</span>
      </h4>
      <ul class="ingredients">
        {ingredients.slice(0, SHOWN.ingredients).map((ingredient, at) => (
          <li key={at}>
            <CutText text={ingredient.title ?? ingredient.label ?? words.ingredient} language={language} />{' '}
            <span class="soft">
              <ShownText text={relationshipIn(words, ingredient.relationship)} />
              {ingredient.relationship === null ? null : (
                <>
                  {' '}
                  <code>
                    <ShownText text={ingredient.relationship.slice(0, 80)} />
                  </code>
                </>
              )}
              {ingredient.format === null ? null : (
                <>
                  {' · '}
                  <ShownText text={ingredient.format.slice(0, 80)} />
                </>
              )}
            </span>{' '}
            <Standing
              ingredient={ingredient}
              codes={codes.of(manifest, ingredient)}
              store={store}
              language={language}
            />
          </li>
        ))}
      </ul>
      {left <= 0 ? null : (
        <p class="soft">
          {words.moreInReport(formatNumber(left, language))} <a href={reportUrl}>{words.rawReport}</a>
        </p>
      )}
    </div>
  );
}

interface StandingProps extends Pick<ManifestsProps, 'store' | 'language'> {
  ingredient: IngredientFacts;
  codes: ReturnType<IngredientCodes['of']>;
}

function Standing({ ingredient, codes, store, language }: StandingProps) {
  const words = MANIFESTS[language];
  const label = ingredient.active_manifest;
  const number = label === null ? 0 : store.manifests.findIndex((one) => one.label === label) + 1;
  if (number > SHOWN.manifests) return <span class="soft">{words.manifest(String(number))}</span>;
  if (number > 0) return <a href={`#${detailsId(number)}`}>{words.manifest(String(number))}</a>;
  return <Mark tone="neutral" label={words.leaf[leafStanding(ingredient, codes)].label} />;
}
