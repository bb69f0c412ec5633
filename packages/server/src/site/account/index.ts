import type { PageRoute } from '../../http/page-route.ts';
import { LANGUAGES } from '../../shared/language.ts';
import { emailLinkRoutes } from './email-link/routes.tsx';
import { invitationRoutes } from './invitation/routes.tsx';
import { loginRoutes } from './login/routes.tsx';
import { logoutRoutes } from './logout/routes.tsx';
import { passwordRoutes } from './password/routes.tsx';
import { registerRoutes } from './register/routes.tsx';
import { verifyEmailRoutes } from './verify-email/routes.tsx';
import type { PageServices } from '../services.ts';
import type { Site } from '../kit/site.ts';

/** Registering, signing in and out, and recovering access, with forms that work without scripts. */
export function accountPages(services: PageServices, site: Site): PageRoute[] {
  return LANGUAGES.flatMap((language) => [
    ...loginRoutes(services, site, language),
    ...logoutRoutes(services, site, language),
    ...registerRoutes(services, site, language),
    ...passwordRoutes(services, site, language),
    ...verifyEmailRoutes(services, site, language),
    ...emailLinkRoutes(services, site, language),
    ...invitationRoutes(services, site, language),
  ]);
}
