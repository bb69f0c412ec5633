/**
 * Makes a value when it is asked for, at most once at a time, and answers the same one while it is young. Its age counts from
 * the moment at which its making began, so that nobody is told what was true before.
 */
export function madeLately<Value>(
  make: () => Promise<Value>,
  { clock, keptMs }: { clock: { now(): Date }; keptMs: number },
): () => Promise<Value> {
  let last: { value: Promise<Value>; beganMs: number; isOpen: boolean } | null = null;
  return () => {
    const now = clock.now().getTime();
    // A clock that was set back must not make an old value last.
    if (last !== null && (last.isOpen || Math.abs(now - last.beganMs) < keptMs)) return last.value;
    const made = { value: make(), beganMs: now, isOpen: true };
    last = made;
    const forget = (): void => {
      if (last === made) last = null;
    };
    made.value.then(() => (made.isOpen = false), forget);
    return made.value;
  };
}
