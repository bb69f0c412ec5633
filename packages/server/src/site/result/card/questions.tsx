import { ShownText } from '../../kit/components/shown-text.tsx';
import { StateWord } from '../parts.tsx';
import type { View } from '../view.ts';

/** Three questions with their answers, in a row; on a phone one below the other. */
export function Questions({ view }: { view: View }) {
  return (
    <dl class="card-questions">
      {view.statement.questions.map(({ question, answer, tone, detail }) => (
        <div key={question}>
          <dt>{question}</dt>
          <dd class="card-answer">
            {tone === 'neutral' || tone === 'partial' ? (
              <ShownText text={answer} />
            ) : (
              <StateWord tone={tone}>
                <ShownText text={answer} />
              </StateWord>
            )}
          </dd>
          {detail === null ? null : (
            <dd class="card-detail">
              <ShownText text={detail} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
