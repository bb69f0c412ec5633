/** The field in which a form sends back the token against forgery. */
export const CSRF_FIELD = 'csrf_token';
