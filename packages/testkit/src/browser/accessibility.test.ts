import { expect, it } from 'vitest';
import { findBarriers } from './accessibility.ts';
import { describeWithBrowser } from './browser.ts';

const page = (body: string) => `<!doctype html><html lang="en"><title>t</title><main><h1>h</h1>${body}</main></html>`;

describeWithBrowser('barriers of a page', (open) => {
  it('are told for each element that is one, and for no other', async () => {
    const window = await open({ origin: 'http://127.0.0.1' });
    await window.page.setContent(page('<p>Good.</p>'));
    expect(await findBarriers(window.page)).toEqual([]);
    await window.page.setContent(page('<img src="data:,a"><img src="data:,b"><p style="color:#ccc">Pale.</p>'));
    const found = await findBarriers(window.page);
    expect(found.map((line) => line.split(':', 1)[0])).toEqual(['color-contrast', 'image-alt', 'image-alt']);
    expect(found[2]).toContain('<img src="data:,b">');
  });
});
