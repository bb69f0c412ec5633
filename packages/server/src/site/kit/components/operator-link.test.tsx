import { renderToString } from 'preact-render-to-string';
import { describe, expect, it } from 'vitest';
import { OperatorLink } from './operator-link.tsx';

const NOBODY = { name: null, contact: null, icp: null, psb: null, sourceUrl: null };
const shown = (contact: string | null, language: 'en' | 'zh-CN') =>
  renderToString(<OperatorLink operator={{ ...NOBODY, contact }} language={language} />);

describe('where to write to the operator', () => {
  it('is a link, with the address as people copy it', () => {
    expect(shown('mailto:help@revera.example?subject=Account', 'en')).toBe(
      ' <a href="mailto:help@revera.example?subject=Account"><bdi>help@revera.example</bdi></a>',
    );
  });

  it('is said in words when the operator has not said, so that nobody is sent nowhere', () => {
    expect(shown(null, 'en')).toContain('ask whoever gave you access to it');
    expect(shown(null, 'zh-CN')).toContain('请询问向你提供本服务的人');
  });
});
