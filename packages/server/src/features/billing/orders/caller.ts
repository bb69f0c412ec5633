/** Routes over money that pay: also while the organization is suspended. */
export const PAYS = { kind: 'key_or_member', scope: 'billing:write', permission: 'billing:pay' } as const;
