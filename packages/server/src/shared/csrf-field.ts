/** The form field that returns the CSRF token. */
export const CSRF_FIELD = 'csrf_token';
