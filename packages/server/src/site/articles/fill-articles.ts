import type { Language } from '../../shared/language.ts';
import type { Article } from './articles.ts';
import type { FilledArticles } from './routes.tsx';
import type { PageServices } from '../services.ts';
import { pictureMarkdown } from './pictures/picture.tsx';
import { TABLES } from './tables.ts';

/** A line that a table of the program's own takes the place of, or the address of the installation anywhere. */
const SLOT = /\{\{([a-z_]+)\}\}/g;

/** Fills in what the program knows better than a text: addresses, codes, limits. Each article is made once. */
export function fillArticles(
  read: (language: Language, name: string) => Article,
  services: PageServices,
): FilledArticles {
  const filled = new Map<string, Article>();
  return (language, name) => {
    const key = `${language}/${name}`;
    const known = filled.get(key);
    if (known !== undefined) return known;
    const article = read(language, name);
    const markdown = article.markdown.replaceAll(SLOT, (_slot, what: string) => fill(what, language, services));
    filled.set(key, { ...article, markdown });
    return { ...article, markdown };
  };
}

/** @throws for a slot that nothing fills: the text would show it */
function fill(what: string, language: Language, services: PageServices): string {
  if (what === 'base_url') return services.links.origin();
  if (what === 'security_contact') return securityContact(language, services);
  const picture = pictureMarkdown(what, language);
  if (picture !== null) return picture;
  const table = TABLES[what];
  if (table === undefined) throw new Error(`nothing fills {{${what}}}`);
  return table(language, services);
}

/** The same as in security.txt. */
function securityContact(language: Language, { securityContact: contact }: PageServices): string {
  if (contact !== null) return `<${contact}>`;
  return language === 'en'
    ? 'its operator has named no address for reports. Tell them in whatever way you know them.'
    : '运营者没有填写报告地址，请用你知道的方式告诉运营者。';
}
