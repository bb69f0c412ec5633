/**
 * Makes a value on demand, at most once at a time, and returns the same one while it is young. Its age counts from when its
 * making began, so that nobody gets an outdated value.
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
