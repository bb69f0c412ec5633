import JsonFormula, { dataTypes, type CustomFunction } from '@adobe/json-formula';
import { BUILT_IN_VARIABLES, type Rubric } from './decode-rubric.ts';

const LANGUAGE = 'en-US';
const ANY_ARGUMENTS = [{ types: [dataTypes.TYPE_ANY], optional: true, variadic: true }];

/** Returns what an expression of this rubric says about the data. */
export type EvaluateFormula = (expression: string, data: unknown) => unknown;

/**
 * The rubric's language: its variables are globals, and its named expressions are functions, which see the data of
 * their caller as `@` and their arguments as the global `$args`.
 */
export function rubricFormulas(rubric: Rubric, specVersion: string): EvaluateFormula {
  const globals: Record<string, unknown> = { ...rubric.variables, $expected_spec_version: specVersion, $args: [] };
  const names = [...Object.keys(rubric.variables), ...BUILT_IN_VARIABLES];
  const compiler = new JsonFormula({});
  const functions = Object.entries(rubric.expressions).map(([name, expression]): [string, CustomFunction] => {
    const formula = compiler.compile(expression, names);
    const call: CustomFunction['_func'] = (args, data, interpreter) => {
      const outer = globals['$args'];
      globals['$args'] = args;
      try {
        return interpreter.visit(formula, data);
      } finally {
        globals['$args'] = outer;
      }
    };
    return [name, { _func: call, _signature: ANY_ARGUMENTS }];
  });
  const evaluator = new JsonFormula(Object.fromEntries(functions));
  return (expression, data) => evaluator.run(evaluator.compile(expression, names), data, LANGUAGE, globals);
}
