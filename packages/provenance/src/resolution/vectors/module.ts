import { unsigned, i32, type Code, type Value, type ValueType, type Word } from './instructions.ts';

/** A variable of a function. */
export interface Local<T extends ValueType> extends Value<T> {
  set(value: Value<T>): Code;
}

export type Four<T> = [T, T, T, T];

/** What the body of a function is written with. */
export interface Scope {
  word(): Local<'i32'>;
  vector(): Local<'v128'>;
  fourVectors(): Four<Local<'v128'>>;
}

/** A function that takes words and gives nothing back. */
export interface Kernel<Parameters extends readonly string[] = readonly string[]> {
  parameters: Parameters;
  body(parameters: Record<Parameters[number], Local<'i32'>>, scope: Scope): Code[];
}

export function kernel<const Parameters extends readonly string[]>(
  parameters: Parameters,
  body: Kernel<Parameters>['body'],
): Kernel<Parameters> {
  return { parameters, body };
}

/** Repeats while the counter is below the end. */
export function count(counter: Local<'i32'>, from: Word, to: Word, step: Word, body: readonly Code[]): Code {
  const [block, loop, branchIf, branch, end, empty] = [0x02, 0x03, 0x0d, 0x0c, 0x0b, 0x40];
  return [
    ...counter.set(from),
    block,
    empty,
    loop,
    empty,
    ...i32.geU(counter, to).code,
    branchIf,
    1,
    ...body.flat(),
    ...counter.set(i32.add(counter, step)),
    branch,
    0,
    end,
    end,
  ];
}

/** One or the other. */
export function choose(condition: Word, then: readonly Code[], otherwise: readonly Code[]): Code {
  return [...condition.code, 0x04, 0x40, ...then.flat(), 0x05, ...otherwise.flat(), 0x0b];
}

/** Repeats while the condition holds. */
export function whilst(condition: Word, body: readonly Code[]): Code {
  return [0x03, 0x40, ...condition.code, 0x04, 0x40, ...body.flat(), 0x0c, 1, 0x0b, 0x0b];
}

const TYPES: Record<ValueType, number> = { i32: 0x7f, v128: 0x7b };

function vectorOf(items: readonly Code[]): number[] {
  return [...unsigned(items.length), ...items.flat()];
}

function sized(bytes: Code): number[] {
  return [...unsigned(bytes.length), ...bytes];
}

function text(value: string): number[] {
  return sized([...new TextEncoder().encode(value)]);
}

function bodyOf(one: Kernel): number[] {
  const types: ValueType[] = [];
  const local = <T extends ValueType>(type: T, index: number): Local<T> => ({
    type,
    code: [0x20, ...unsigned(index)],
    set: (value) => [...value.code, 0x21, ...unsigned(index)],
  });
  const declared = <T extends ValueType>(type: T): Local<T> => {
    types.push(type);
    return local(type, one.parameters.length + types.length - 1);
  };
  const parameters = Object.fromEntries(one.parameters.map((name, at) => [name, local('i32', at)]));
  const vector = (): Local<'v128'> => declared('v128');
  const code = one.body(parameters, {
    word: () => declared('i32'),
    vector,
    fourVectors: () => [vector(), vector(), vector(), vector()],
  });
  return sized([...vectorOf(types.map((type) => [1, TYPES[type]])), ...code.flat(), 0x0b]);
}

/** `\0asm`, version 1. */
const HEADER = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

/** A module (WebAssembly 2.0, §5.5) of these functions over a memory that is brought to it. */
export function moduleOf(named: Readonly<Record<string, Kernel>>): Uint8Array<ArrayBuffer> {
  const section = (id: number, items: readonly Code[]): number[] => [id, ...sized(vectorOf(items))];
  const kernels = Object.values(named);
  const indices = kernels.map((_, at) => at);
  return Uint8Array.from([
    ...HEADER,
    ...section(
      1,
      kernels.map(({ parameters }) => [0x60, ...vectorOf(parameters.map(() => [TYPES.i32])), 0]),
    ),
    ...section(2, [[...text('host'), ...text('memory'), 0x02, 0x00, 1]]),
    ...section(3, indices.map(unsigned)),
    ...section(
      7,
      Object.keys(named).map((name, at) => [...text(name), 0x00, ...unsigned(at)]),
    ),
    ...section(10, kernels.map(bodyOf)),
  ]);
}
