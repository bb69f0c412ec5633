export { renewalChores } from './chores.ts';
