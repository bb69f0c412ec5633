export { recognitionChores } from './chores.ts';
export { recogniseDue } from './recognise.ts';
export { sidesOfHold, undoHold } from './hold-deferred.ts';
