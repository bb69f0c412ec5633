export * from './hostile-files.ts';
