/** What a command answers. A refusal is something its user can fix; a thrown error is our own fault. */
export type CommandResult<Value> = { kind: 'done'; value: Value } | { kind: 'refused'; code: string; message: string };

export function done<Value>(value: Value): CommandResult<Value> {
  return { kind: 'done', value };
}

export function refused(code: string, message: string): { kind: 'refused'; code: string; message: string } {
  return { kind: 'refused', code, message };
}

/** The environment of the process, or of a test. */
export type Environment = Readonly<Record<string, string | undefined>>;
