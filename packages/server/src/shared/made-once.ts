/** Makes a value when it is first asked for, and answers the same one from then on. */
export function madeOnce<Value>(make: () => Value): () => Value {
  let made: { value: Value } | null = null;
  return () => (made ??= { value: make() }).value;
}
