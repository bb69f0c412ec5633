import type { Language } from '../../shared/language.ts';
import type { Shell } from '../kit/shell.ts';

const ASSETS = {
  'site.css': '/assets/site.css',
  'favicon.svg': '/assets/favicon.svg',
  'copy.js': '/assets/copy.js',
  'result.js': '/assets/result.js',
  'menu.js': '/assets/menu.js',
  'apple-touch-icon.png': '/assets/apple-touch-icon.png',
};

const NOBODY = { name: null, contact: null, icp: null, psb: null, sourceUrl: null };

/** What a result page stands in, of an operator who says nothing of themselves. */
export function testShell(language: Language): Shell {
  return { language, origin: 'https://revera.example', hasPrices: false, operator: NOBODY, assets: ASSETS };
}
