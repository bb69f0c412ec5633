import type { Route } from '../../../http/route.ts';
import { adminInvoiceRoutes } from './invoices/admin-routes.ts';
import { invoiceRoutes } from './invoices/routes.ts';
import { profileRoutes } from './profile/routes.ts';
import type { DocumentServices } from './services.ts';
import { statementRoutes } from './statements/routes.ts';

/** The papers of billing: whom invoices are for, statements, invoices. */
export function documentRoutes(services: DocumentServices): Route[] {
  return [
    ...profileRoutes(services),
    ...statementRoutes(services),
    ...invoiceRoutes(services),
    ...adminInvoiceRoutes(services),
  ];
}
