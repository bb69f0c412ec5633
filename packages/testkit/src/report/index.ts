export * from './report-facts.ts';
