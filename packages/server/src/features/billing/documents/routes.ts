import type { Route } from '../../../http/route.ts';
import { profileRoutes } from './profile/routes.ts';
import type { DocumentServices } from './services.ts';
import { statementRoutes } from './statements/routes.ts';

/** The papers of billing: whom invoices are for, statements, invoices. */
export function documentRoutes(services: DocumentServices): Route[] {
  return [
    ...profileRoutes(services),
    ...statementRoutes(services),
  ];
}
