/** Extended key usages of a signing certificate (C2PA 2.x §14.5.1). */
export const CLAIM_SIGNING = '1.3.6.1.4.1.62558.2.1';
export const EMAIL_PROTECTION = '1.3.6.1.5.5.7.3.4';
