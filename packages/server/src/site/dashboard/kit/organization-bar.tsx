import { ShownText } from '../../kit/components/shown-text.tsx';
import { DASHBOARD } from './words.ts';
import { ROLE_WORDS } from '../../kit/words/roles.ts';
import { visibleText } from '../../kit/visible-text.ts';
import { dashboardPath, type DashboardFrame } from './frame.ts';

/** Switching keeps these pages open; other pages show a single record, so the switch leads to the overview. */
const KEPT = new Set([
  '',
  'jobs',
  'credentials',
  'keys',
  'sign',
  'usage',
  'webhooks',
  'account',
  'sessions',
  'organization',
  'members',
  'audit',
  'billing',
  'notifications',
]);

/** The current organization, and a form to switch to another. */
export function OrganizationBar({ frame }: { frame: DashboardFrame }) {
  const { organization, organizations, shell, section } = frame;
  const { language } = shell;
  const words = DASHBOARD[language].organization;
  const action = dashboardPath({ shell, org: null }, KEPT.has(section) ? section : '');
  return (
    <div class="organization-bar">
      <p class="organization-name">
        <strong>
          <ShownText text={organization.name} />
        </strong>
        <span class="badge">{words[organization.kind]}</span>
        <span class="soft">{ROLE_WORDS[language][organization.role].name}</span>
      </p>
      {organizations.length < 2 ? null : (
        <form class="form-inline" method="get" action={action}>
          <label class="visually-hidden" for="switch-org">
            {words.label}
          </label>
          <select class="input input-small organization-choice" id="switch-org" name="org">
            {organizations.map(({ id, name }) => (
              <option value={id} selected={id === organization.id} key={id}>
                {visibleText(name)}
              </option>
            ))}
          </select>
          <button class="button button-quiet button-small">{words.switch}</button>
        </form>
      )}
    </div>
  );
}
