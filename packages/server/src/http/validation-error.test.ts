import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ValidationFailure } from '../shared/validation-failure.ts';
import { integerParameter } from './pagination.ts';
import { type InputPlace, parseInput, presentValidationFailure } from './validation-error.ts';

function failure(schema: z.ZodType, input: unknown, place: InputPlace): ValidationFailure {
  try {
    parseInput(schema, input, place);
  } catch (error) {
    if (error instanceof ValidationFailure) return error;
    throw error;
  }
  throw new Error('the input was accepted');
}

function detail(schema: z.ZodType, input: unknown, place: InputPlace = 'body'): unknown {
  return presentValidationFailure(failure(schema, input, place), 'en').detail;
}

const integer = integerParameter(z.int().min(1).max(9));

describe('422 shapes', () => {
  const cases: [string, z.ZodType, unknown, InputPlace, unknown][] = [
    [
      'missing',
      z.object({ a: z.string() }),
      {},
      'body',
      { loc: ['body', 'a'], msg: 'Field required', type: 'missing', input: null },
    ],
    [
      'missing body',
      z.object({ a: z.string() }),
      undefined,
      'body',
      { loc: ['body'], msg: 'Field required', type: 'missing', input: null },
    ],
    [
      'missing enum',
      z.object({ a: z.enum(['x']) }),
      {},
      'query',
      { loc: ['query', 'a'], msg: 'Field required', type: 'missing', input: null },
    ],
    [
      'missing number parameter',
      z.object({ n: integer }),
      {},
      'query',
      { loc: ['query', 'n'], msg: 'Field required', type: 'missing', input: null },
    ],
    [
      'string',
      z.object({ a: z.string() }),
      { a: 1 },
      'body',
      { loc: ['body', 'a'], msg: 'Input should be a valid string', type: 'string_type', input: 1 },
    ],
    [
      'integer text',
      z.object({ n: integer }),
      { n: 'x' },
      'query',
      {
        loc: ['query', 'n'],
        msg: 'Input should be a valid integer, unable to parse string as an integer',
        type: 'int_parsing',
        input: 'x',
      },
    ],
    [
      'integer',
      z.object({ n: z.int() }),
      { n: 1.5 },
      'body',
      { loc: ['body', 'n'], msg: 'Input should be a valid integer', type: 'int_type', input: 1.5 },
    ],
    [
      'number',
      z.object({ n: z.number() }),
      { n: 'x' },
      'body',
      { loc: ['body', 'n'], msg: 'Input should be a valid number', type: 'float_type', input: 'x' },
    ],
    [
      'boolean',
      z.object({ b: z.boolean() }),
      { b: 'x' },
      'body',
      { loc: ['body', 'b'], msg: 'Input should be a valid boolean', type: 'bool_type', input: 'x' },
    ],
    [
      'list',
      z.object({ l: z.array(z.string()) }),
      { l: { a: 1 } },
      'body',
      { loc: ['body', 'l'], msg: 'Input should be a valid list', type: 'list_type' },
    ],
    [
      'object',
      z.object({}),
      [],
      'body',
      { loc: ['body'], msg: 'Input should be a valid dictionary', type: 'dict_type' },
    ],
    [
      'null',
      z.object({ a: z.null() }),
      { a: 1 },
      'body',
      { loc: ['body', 'a'], msg: 'Input should be None', type: 'none_required', input: 1 },
    ],
    [
      'minimum',
      z.object({ n: integer }),
      { n: '0' },
      'query',
      {
        loc: ['query', 'n'],
        msg: 'Input should be greater than or equal to 1',
        type: 'greater_than_equal',
        input: '0',
        ctx: { ge: 1 },
      },
    ],
    [
      'maximum',
      z.object({ n: integer }),
      { n: '10' },
      'query',
      {
        loc: ['query', 'n'],
        msg: 'Input should be less than or equal to 9',
        type: 'less_than_equal',
        input: '10',
        ctx: { le: 9 },
      },
    ],
    [
      'exclusive minimum',
      z.number().gt(1),
      1,
      'body',
      { loc: ['body'], msg: 'Input should be greater than 1', type: 'greater_than', input: 1, ctx: { gt: 1 } },
    ],
    [
      'exclusive maximum',
      z.number().lt(1),
      1,
      'body',
      { loc: ['body'], msg: 'Input should be less than 1', type: 'less_than', input: 1, ctx: { lt: 1 } },
    ],
    [
      'step',
      z.number().multipleOf(5),
      7,
      'body',
      { loc: ['body'], msg: 'Input should be a multiple of 5', type: 'multiple_of', input: 7, ctx: { multiple_of: 5 } },
    ],
    [
      'short text',
      z.string().min(2),
      'a',
      'body',
      {
        loc: ['body'],
        msg: 'String should have at least 2 characters',
        type: 'string_too_short',
        input: 'a',
        ctx: { min_length: 2 },
      },
    ],
    [
      'long text',
      z.string().max(2),
      'abc',
      'body',
      {
        loc: ['body'],
        msg: 'String should have at most 2 characters',
        type: 'string_too_long',
        input: 'abc',
        ctx: { max_length: 2 },
      },
    ],
    [
      'short list',
      z.array(z.int()).min(1),
      [],
      'body',
      { loc: ['body'], msg: 'List should have at least 1 items', type: 'too_short', ctx: { min_length: 1 } },
    ],
    [
      'long list',
      z.array(z.int()).max(1),
      [1, 2],
      'body',
      { loc: ['body'], msg: 'List should have at most 1 items', type: 'too_long', ctx: { max_length: 1 } },
    ],
    [
      'pattern',
      z.string().regex(/^a+$/),
      'b',
      'body',
      {
        loc: ['body'],
        msg: "String should match pattern '^a+$'",
        type: 'string_pattern_mismatch',
        input: 'b',
        ctx: { pattern: '^a+$' },
      },
    ],
    [
      'format',
      z.email(),
      'b',
      'body',
      {
        loc: ['body'],
        msg: 'Input should be a valid email',
        type: 'string_format',
        input: 'b',
        ctx: { format: 'email' },
      },
    ],
    [
      'enum',
      z.enum(['a', 'b', 'c']),
      'd',
      'body',
      {
        loc: ['body'],
        msg: "Input should be 'a', 'b' or 'c'",
        type: 'enum',
        input: 'd',
        ctx: { expected: "'a', 'b' or 'c'" },
      },
    ],
    [
      'extra member',
      z.strictObject({}),
      { evil: 1 },
      'body',
      { loc: ['body', 'evil'], msg: 'Extra inputs are not permitted', type: 'extra_forbidden', input: 1 },
    ],
    [
      'union',
      z.union([z.string(), z.int()]),
      true,
      'body',
      { loc: ['body'], msg: 'Input matches none of the accepted forms', type: 'union_mismatch', input: true },
    ],
    [
      'own rule',
      z.string().refine(() => false, 'must be better'),
      'x',
      'body',
      {
        loc: ['body'],
        msg: 'Value error, must be better',
        type: 'value_error',
        input: 'x',
        ctx: { error: 'must be better' },
      },
    ],
    [
      'nested',
      z.object({ a: z.array(z.object({ b: z.int() })) }),
      { a: [{ b: 1 }, { b: null }] },
      'body',
      { loc: ['body', 'a', 1, 'b'], msg: 'Input should be a valid number', type: 'float_type', input: null },
    ],
  ];
  it.each(cases)('422 %s', (_name, schema, input, place, expected) => {
    const [first] = [detail(schema, input, place)].flat();
    // A number that is not an integer is one problem to a caller, whatever the schema library calls it.
    expect(first).toEqual(expected);
  });

  it('422 repeats at most 200 characters', () => {
    const [first] = presentValidationFailure(failure(z.string().max(1), 'x'.repeat(500), 'body'), 'en').detail;
    expect(first?.input).toBe('x'.repeat(200));
  });

  it.each(['password', 'new_password', 'client_secret', 'token', 'Authorization'])('422 never repeats %s', (name) => {
    const [first] = presentValidationFailure(
      failure(z.object({ [name]: z.string().min(20) }), { [name]: 'hunter2' }, 'body'),
      'en',
    ).detail;
    expect(first).toBeDefined();
    expect(JSON.stringify(first)).not.toContain('hunter2');
  });

  it('422 lists at most 50 problems', () => {
    const input = Object.fromEntries(Array.from({ length: 500 }, (_value, index) => [`k${index}`, 1]));
    expect(detail(z.strictObject({}), input)).toHaveLength(50);
  });

  it('422 is worded in Chinese on request', () => {
    const shown = presentValidationFailure(failure(z.object({ a: z.string() }), {}, 'body'), 'zh-CN');
    expect(shown.detail[0]).toMatchObject({ msg: '缺少必填字段', type: 'missing' });
  });
});
