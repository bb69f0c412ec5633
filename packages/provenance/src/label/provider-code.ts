import { findProvider } from './companies.ts';
import type { ProviderFacts } from './facts.ts';
import { isValidUscc } from './uscc.ts';

/** TC260-PG-20252A: format `00`, subject type, binding method, subject, service type, application. */
const CODE =
  /^00(?<subject>[0-9A-Z])(?<binding>[0-9A-Z])(?<entity>[0-9A-Z]{18})(?<service>[0-9A-Z])(?<application>[0-9A-Z]{4})$/;
/**
 * A code that lost its format part, its case or some of its tail. An entity begins with its registry and the digits of its
 * region, which a hash or a random number rarely does.
 */
const ALMOST_CODE = /^(?:[0-9]{2}11|11)?(?<entity>[159Y][0-9A-Z][0-9]{6}[0-9A-Z]{10})[0-9A-Z]{0,5}$/i;
const BOUND_TO_USCC = '1';

type ServiceType = NonNullable<ProviderFacts['service_type']>;

/** What a ContentProducer or ContentPropagator value says about whom it names. */
export function decodeProvider(value: string): ProviderFacts {
  const { entity, binding, service = '', application = '' } = CODE.exec(value)?.groups ?? {};
  if (entity === undefined) return decodeOther(value);
  const uscc = binding === BOUND_TO_USCC ? entity : null;
  return {
    kind: 'code',
    code: value,
    uscc,
    check_digit_valid: uscc === null ? null : isValidUscc(uscc),
    service_type: serviceTypeOf(service, application),
    application_code: application,
    ...attribution(uscc, value),
  };
}

/** A value that begins like a code, or has a whole USCC where a code has it, was meant as a code. */
function decodeOther(value: string): ProviderFacts {
  const text = value.trim();
  const entity = ALMOST_CODE.exec(text)?.groups?.['entity']?.toUpperCase() ?? '';
  const uscc = isValidUscc(entity) ? entity : null;
  return {
    kind: uscc !== null || text.startsWith('001') ? 'code_like' : 'name',
    code: null,
    uscc,
    check_digit_valid: uscc === null ? null : true,
    service_type: null,
    application_code: null,
    ...attribution(uscc, value),
  };
}

function serviceTypeOf(service: string, application: string): ServiceType {
  if (service === '1') return 'generation';
  if (service === '2') return 'distribution';
  return service === '0' && application === '0000' ? 'unused' : 'other';
}

function attribution(uscc: string | null, value: string): Pick<ProviderFacts, 'company' | 'product' | 'basis'> {
  const provider = findProvider(uscc, value);
  return { company: provider?.company ?? null, product: provider?.product ?? null, basis: provider?.basis ?? null };
}
