import { checkTargetText, OutboundError } from '../../platform/outbound.ts';
import { INPUT_REASONS } from '../../shared/input-reasons.ts';
import { ValidationFailure } from '../../shared/validation-failure.ts';
import type { Viewer } from '../../shared/viewer.ts';

/**
 * The address as it will be contacted.
 *
 * @throws {ValidationFailure} for one that can be seen to be forbidden; names are looked up at each attempt
 */
export function checkAddress(text: string, allowLoopbackHttp: boolean): string {
  try {
    const url = checkTargetText(text, { allowLoopbackHttp });
    // A fragment is never sent: whoever enters one expects something that will not happen.
    if (url.hash === '') return url.href;
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw refusedAddress(text, error);
  }
  throw refusedAddress(text);
}

function refusedAddress(text: string, cause?: OutboundError): ValidationFailure {
  const why = {
    type: 'value_error',
    ctx: { error: INPUT_REASONS.webhook_address },
    reason: 'webhook_address',
  } as const;
  return new ValidationFailure([{ loc: ['body', 'url'], ...why, input: text }], { cause });
}

/** A test key makes nothing that would be told of more than the key itself may see. */
export function isSandboxOnly(viewer: Viewer, asked: boolean): boolean {
  return viewer.sandboxOnly || asked;
}
