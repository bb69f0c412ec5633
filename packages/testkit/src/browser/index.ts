export * from './browser.ts';
export * from './accessibility.ts';
