export { WEBHOOK_QUEUE } from './queue.ts';
export { endAndTell, recordEvent, tellingOfEnd } from './record-event.ts';
