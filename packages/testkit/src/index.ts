export * from './bytes.ts';
export * from './seeded-random.ts';
export * from './mutate.ts';
export * from './mutate-file.ts';
export * from './mutation-run.ts';
export { der } from './der.ts';
export * from './held-file.ts';
export * from './shared-folder.ts';
