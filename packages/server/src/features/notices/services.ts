import type { Clock } from '../../platform/clock.ts';
import type { SealedBox } from '../../platform/sealed-box.ts';
import type { Links } from '../../shared/links.ts';

/** What telling somebody by mail needs. */
export interface NoticeServices {
  clock: Clock;
  secrets: SealedBox;
  links: Links;
}
