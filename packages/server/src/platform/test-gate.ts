/** A place at which a test holds something up. */
export interface TestGate {
  /** Callers wait here until it is opened. */
  pass(): Promise<void>;
  /** Resolves when somebody has arrived. */
  reached: Promise<void>;
  open(): void;
}

export function createTestGate(): TestGate {
  let arrive = (): void => undefined;
  let open = (): void => undefined;
  const reached = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return {
    reached,
    open: () => open(),
    pass: () => {
      arrive();
      return opened;
    },
  };
}
