import type { Route } from '../../http/route.ts';
import { accessRoutes } from './access-routes.ts';
import { emailRoutes } from './email-routes.ts';
import { profileRoutes } from './profile-routes.ts';
import { registrationRoutes } from './registration-routes.ts';
import type { AccountServices } from './services.ts';
import { totpRoutes } from './totp-routes.ts';

/** Routes of people and their accounts. */
export function accountRoutes(services: AccountServices): Route[] {
  return [
    ...registrationRoutes(services),
    ...accessRoutes(services),
    ...profileRoutes(services),
    ...totpRoutes(services),
    ...emailRoutes(services),
  ];
}
