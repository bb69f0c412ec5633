export * from './rubric.ts';
export type { Rubric, RubricCheck } from './decode-rubric.ts';
export * from './read-crjson.ts';
export * from './reference-tool.ts';
