import { contradictionsOf, type Contradiction, type Side } from './contradictions.ts';
import { Section, Sentence, StateWord, Value } from './parts.tsx';
import type { View } from './view.ts';

/** What does not fit together, side by side, each side with where it comes from. */
export function ContradictionSection({ view }: { view: View }) {
  const all = contradictionsOf(view);
  if (all.length === 0) return null;
  const words = view.words.contradictions;
  const isContradiction = all.some(({ level }) => level === 'critical');
  return (
    <Section id="contradictions" title={isContradiction ? words.heading : words.differences}>
      <p>{isContradiction ? words.intro : words.introDifferences}</p>
      {all.map((contradiction) => (
        <Pair key={contradiction.code} view={view} contradiction={contradiction} />
      ))}
    </Section>
  );
}

function Pair({ view, contradiction }: { view: View; contradiction: Contradiction }) {
  const { level, title, text, sides } = contradiction;
  return (
    <article class="contradiction">
      <h3>
        <StateWord tone={level === 'critical' ? 'warning' : 'neutral'}>{title}</StateWord>
      </h3>
      <div class="sides">
        {sides.map((side, at) => (
          <OneSide key={at} view={view} side={side} />
        ))}
      </div>
      {view.isFile ? (
        <div class="soft">
          <Sentence view={view} text={text} />
        </div>
      ) : null}
    </article>
  );
}

function OneSide({ view, side }: { view: View; side: Side }) {
  const words = view.words.contradictions;
  return (
    <div class="side">
      <h4>
        <a href={side.href}>{side.title}</a>
      </h4>
      <dl>
        <dt class="visually-hidden">{words.says}</dt>
        <dd class="side-says">
          <Value view={view} text={side.says} />
        </dd>
        <dt class="visually-hidden">{words.source}</dt>
        <dd>
          <Value view={view} text={side.source} />
        </dd>
        <dt class="visually-hidden">{words.protection}</dt>
        <dd class="soft">{side.protection}</dd>
      </dl>
    </div>
  );
}
