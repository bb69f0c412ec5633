import { describe, expect, it } from 'vitest';
import { readShape } from './read-shape.ts';

describe('readShape', () => {
  it('reads types, null, values, bounds and what stands where nothing is sent', () => {
    expect(readShape({ type: ['string', 'null'], maxLength: 5 })).toMatchObject({
      types: ['string'],
      nullable: true,
      bounds: { of: 'characters', min: null, max: 5 },
    });
    expect(readShape({ type: 'integer', minimum: 1, maximum: 9, default: 3 })).toMatchObject({
      types: ['integer'],
      nullable: false,
      bounds: { of: 'number', min: 1, max: 9 },
      fallback: '3',
    });
    expect(readShape({ type: 'string', const: 'ok' }).values).toEqual(['ok']);
    expect(readShape({ anyOf: [{ $ref: '#/components/schemas/Job' }, { type: 'null' }] })).toMatchObject({
      ref: 'Job',
      nullable: true,
    });
  });

  it('reads members, with those that have to be there', () => {
    const { fields, isOpen } = readShape({
      type: 'object',
      properties: { a: { type: 'string', description: 'A' }, b: { type: 'array', items: { type: 'boolean' } } },
      required: ['a'],
      additionalProperties: {},
    });
    expect(fields.map(({ name, description, isRequired }) => [name, description, isRequired])).toEqual([
      ['a', 'A', true],
      ['b', '', false],
    ]);
    expect(fields[1]?.shape.items?.types).toEqual(['boolean']);
    expect(isOpen).toBe(true);
  });

  it.each([
    [{ oneOf: [{ type: 'string' }] }],
    [{ type: 'object', patternProperties: {} }],
    [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }],
    [{ type: 'object', properties: { a: { not: {} } } }],
  ])('refuses %j, which it would show wrong', (schema) => {
    expect(() => readShape(schema)).toThrow('the reference cannot show');
  });
});
