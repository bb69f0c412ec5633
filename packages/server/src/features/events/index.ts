export { WEBHOOK_QUEUE } from './queue.ts';
export { endAndTell, recordEvent } from './record-event.ts';
