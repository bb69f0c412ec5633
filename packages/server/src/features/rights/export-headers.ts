/** A fixed name: it contains nothing from the account. */
export function exportHeaders(now: Date): Record<'content-disposition' | 'content-type', string> {
  return {
    'content-disposition': `attachment; filename="revera-account-${now.toISOString().slice(0, 10)}.json"`,
    'content-type': 'application/json; charset=utf-8',
  };
}
