import { startFakeEpayGateway } from '@revera/testkit/servers';

// The payment gateway of `npm run dev`: a process of its own, so that its orders and keys outlive restarts of the server. It
// sends its settings to the process that started it, and ends with it.

/** How often it looks for notifications to send again, as the cron of an operator does. */
const CRON_MS = 10_000;

const gateway = await startFakeEpayGateway();
setInterval(() => {
  gateway.runCron().catch((error: unknown) => console.error(error));
}, CRON_MS);
process.on('disconnect', () => process.exit());
process.send?.(gateway.settings('v2'));
