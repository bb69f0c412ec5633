import { When } from '../kit/components/when.tsx';
import type { View } from './view.ts';

/** How long the result is kept, and who may see it. */
export function Life({ view }: { view: View }) {
  const { words, life, language } = view;
  const names = words.data;
  const [before, after] = names.until.split('{time}');
  const space = language === 'en' ? ' ' : '';
  return (
    <p class="life soft">
      {life.expires_at === null ? (
        names.forever
      ) : (
        <>
          {before}
          <When at={life.expires_at} language={language} />
          {after}
        </>
      )}
      {space}
      {life.isPublic ? names.public : names.private}
    </p>
  );
}
