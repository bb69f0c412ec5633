import { DAMAGED_CASES } from './damaged-cases.ts';
import { ENCODER_CASES } from './encoder-cases.ts';
import { GENERATOR_CASES } from './generator-cases.ts';
import { WRITER_CASES } from './writer-cases.ts';
import type { LabCase } from './case.ts';

export type { LabCase } from './case.ts';
export { ClipKit } from './clip-kit.ts';
export { LAB_PROGRAMS, missingPrograms, type LabProgram } from './programs.ts';

/** The clips of the reference's table that programs or a builder write; the rest of it is data in the tests of the lab. */
export const LAB_CASES: readonly LabCase[] = [...ENCODER_CASES, ...GENERATOR_CASES, ...WRITER_CASES, ...DAMAGED_CASES];
