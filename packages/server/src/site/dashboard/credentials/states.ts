/** What credentials are filtered by, in the order of the form. */
export const CREDENTIAL_STATES = ['active', 'suspended', 'revoked', 'expired'] as const;
