/** Routes that make and change documents. */
export const WRITES = { kind: 'key_or_member', scope: 'billing:write', permission: 'billing:write' } as const;
