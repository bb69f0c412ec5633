import type { PageRoute } from '../../../http/page-route.ts';
import { askingOf, deleteWebhook, rotateSecret } from '../../../features/webhooks/index.ts';
import { ShownText } from '../../kit/components/shown-text.tsx';
import { NO_INPUT } from '../../kit/form-page.ts';
import { confirmStep } from '../kit/confirm-routes.tsx';
import { askerOf, type Dashboard } from '../kit/visit.ts';
import { idOf, requireWebhook, secretPage } from './routes.tsx';
import { WEBHOOKS } from './words.ts';

/** What is asked once more: a new secret, and deleting. */
export function webhookStepPages(dashboard: Dashboard): PageRoute[] {
  const { webhooks } = dashboard.services;
  const step = { back: 'webhooks/{whid}', permission: 'webhooks:manage', recent: 'never', ...NO_INPUT } as const;
  return [
    ...confirmStep(dashboard, {
      ...step,
      path: 'webhooks/{whid}/rotate-secret',
      run: async (_, visit) => secretPage(visit, await rotateSecret(webhooks, idOf(visit), askingOf(askerOf(visit)))),
      describe: async (visit) => {
        const words = WEBHOOKS[visit.context.language];
        const { url } = await requireWebhook(dashboard, visit);
        return {
          title: words.rotateTitle,
          subject: <ShownText text={url} />,
          text: words.rotateText,
          button: words.rotate,
          isDanger: false,
        };
      },
    }),
    ...confirmStep(dashboard, {
      ...step,
      path: 'webhooks/{whid}/delete',
      run: async (_, visit) => {
        await deleteWebhook(webhooks, idOf(visit), askingOf(askerOf(visit)));
        return visit.done('webhooks', 'webhook_deleted');
      },
      describe: async (visit) => {
        const words = WEBHOOKS[visit.context.language];
        const { url } = await requireWebhook(dashboard, visit);
        return {
          title: words.removeTitle,
          subject: <ShownText text={url} />,
          text: words.removeText,
          button: words.remove,
        };
      },
    }),
  ];
}
