import type { ContentType } from '@revera/provenance';
import type { ComponentChildren } from 'preact';
import { declarationWord } from '../../../shared/statuses.ts';
import { fieldId, problemOf, type FormState } from '../../kit/components/form.tsx';
import { LineIcon } from '../../kit/components/line-icon.tsx';
import type { DashboardFrame } from '../kit/frame.ts';
import { SIGN } from './words.ts';

type Kind = 'camera' | 'person' | 'ai';

/** The declarations, as people tell kinds of content apart. */
const KINDS: Readonly<Record<Kind, readonly ContentType[]>> = {
  camera: ['captured', 'human_edited'],
  person: ['digital_creation', 'composite'],
  ai: ['ai_generated', 'ai_edited'],
};
const ORDER = ['camera', 'person', 'ai'] as const;

const SHAPES: Readonly<Record<Kind, ComponentChildren>> = {
  camera: (
    <>
      <path d="M4 8h3l2-3h6l2 3h3v11H4z" />
      <circle cx="12" cy="13" r="3.5" />
    </>
  ),
  person: <path d="m4 20 1-5L15.5 4.5l4 4L9 19zM13 7l4 4" />,
  ai: <path d="m11 4 1.8 5.2L18 11l-5.2 1.8L11 18l-1.8-5.2L4 11l5.2-1.8zM18.5 16v4M16.5 18h4" />,
};

interface Props {
  form: { id: string; state: FormState };
  language: DashboardFrame['shell']['language'];
}

/** One of the declarations, under a picture of its kind. */
export function ContentChoice({ form, language }: Props) {
  const words = SIGN[language];
  const name = 'content_type';
  const id = fieldId(form, name);
  const problem = problemOf(form, name);
  const chosen = form.state.values[name] ?? '';
  return (
    <fieldset
      class="field"
      id={id}
      tabIndex={-1}
      aria-describedby={problem === undefined ? `${id}-hint` : `${id}-hint ${id}-problem`}
    >
      <legend>{words.contentType}</legend>
      <p class="hint" id={`${id}-hint`}>
        {words.contentTypeHint}
      </p>
      {problem === undefined ? null : (
        <p class="problem" id={`${id}-problem`}>
          {problem.text}
        </p>
      )}
      <div class="content-kinds">
        {ORDER.map((kind) => (
          <div class="content-kind" key={kind}>
            <p class="content-kind-title">
              <LineIcon size={32} stroke={1.5}>
                {SHAPES[kind]}
              </LineIcon>
              {words.kinds[kind]}
            </p>
            {KINDS[kind].map((value) => (
              <label class="check" key={value}>
                <input type="radio" name={name} value={value} checked={value === chosen} />
                <span>{declarationWord(value, language)}</span>
              </label>
            ))}
          </div>
        ))}
      </div>
    </fieldset>
  );
}
