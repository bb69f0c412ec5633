/** The part of json-formula 2.0 that is used here; the package brings no types. */
declare module '@adobe/json-formula' {
  /** An expression, compiled. */
  export type Formula = object;

  export interface Interpreter {
    visit(formula: Formula, data: unknown): unknown;
  }

  export interface CustomFunction {
    _func: (args: unknown[], data: unknown, interpreter: Interpreter) => unknown;
    _signature: { types: number[]; optional?: boolean; variadic?: boolean }[];
  }

  export const dataTypes: { readonly TYPE_ANY: number };

  export default class JsonFormula {
    constructor(customFunctions: Record<string, CustomFunction>);
    /** A name that is not an allowed global is read as a member of the data. */
    compile(expression: string, allowedGlobalNames: string[]): Formula;
    run(formula: Formula, data: unknown, language: string, globals: Record<string, unknown>): unknown;
  }
}
