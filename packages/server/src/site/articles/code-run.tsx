import { renderToString } from 'preact-render-to-string';
import type { Language } from '../../shared/language.ts';
import { CodeBlock } from '../kit/code/code-block.tsx';
import { Samples } from '../kit/code/samples.tsx';
import { ANSWER_LABEL } from '../kit/code/words.ts';
import type { Fence } from './rows.ts';

/** Fences that follow one another: a shell command, the same in JavaScript and in Python are tabs; JSON below is what it answers. */
export function renderCode(fences: readonly Fence[], id: string, language: Language): string {
  const [sh, js, python, ...others] = fences;
  const isCall = sh?.info === 'sh' && js?.info === 'js' && python?.info === 'python';
  const rest = isCall ? others : fences;
  return renderToString(
    <>
      {isCall ? (
        <Samples id={id} samples={{ sh: sh.content, js: js.content, python: python.content }} language={language} />
      ) : null}
      {rest.map(({ content, info }, at) => (
        <CodeBlock
          id={`${id}-${at}`}
          code={content}
          syntax={/^[a-z]+$/.test(info) ? info : ''}
          language={language}
          {...(info === 'json' && (isCall || at > 0) ? { title: ANSWER_LABEL[language] } : {})}
          key={at}
        />
      ))}
    </>,
  );
}
