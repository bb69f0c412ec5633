import type { Page } from '@revera/testkit/browser';

/** Both languages, both colour schemes and two widths, in pairs. */
export const LOOKS = [
  { language: 'en', scheme: 'light', width: 1440 },
  { language: 'en', scheme: 'dark', width: 390 },
  { language: 'zh-CN', scheme: 'dark', width: 1440 },
  { language: 'zh-CN', scheme: 'light', width: 390 },
] as const;

export async function isScrolledSideways(page: Page): Promise<boolean> {
  return await page.evaluate<boolean>('document.documentElement.scrollWidth > document.documentElement.clientWidth');
}
