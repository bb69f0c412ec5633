import { z } from 'zod';
import { claimField, examineFile, presentExamination, type LabExamination } from '../../features/lab/index.ts';
import type { PageAnswer, PageContext, PageRoute } from '../../http/page-route.ts';
import { passing } from '../../http/upload-content.ts';
import { anonymousFormPolicy } from '../../http/upload-policy.ts';
import { onlyFile } from '../../http/upload.ts';
import { LANGUAGES, type Language } from '../../shared/language.ts';
import { lazy } from '../../shared/lazy.ts';
import { renderMarkdown } from '../articles/markdown.ts';
import type { FilledArticles } from '../articles/routes.tsx';
import { pagePath } from '../kit/site-map.ts';
import { privatePage, sharedPage, type Site } from '../kit/site.ts';
import { structuredArticle } from '../kit/structured-data.ts';
import { uploadRefusal } from '../kit/upload-refusal.ts';
import type { PageServices } from '../services.ts';
import { LabPage } from './page.tsx';

const PATH = 'lab';

/** The page of the lab, and its form, which its script sends once for each file. */
export function labPages(services: PageServices, site: Site, articles: FilledArticles): PageRoute[] {
  return LANGUAGES.flatMap((language) => {
    const page = lazy(() => pageOf(language, services, site, articles));
    return [showLab(language, page), examineOne(language, services, page)];
  });
}

type Page = () => ReturnType<typeof pageOf>;

function showLab(language: Language, page: Page): PageRoute {
  return {
    method: 'GET',
    path: pagePath(language, PATH),
    rateLimit: 'none',
    auth: { kind: 'none' },
    handler: lazy(() => sharedPage(<LabPage {...page()} />, language)),
  };
}

const fields = z.object({ claim: claimField });

function examineOne(language: Language, services: PageServices, page: Page): PageRoute {
  return {
    method: 'POST',
    path: pagePath(language, PATH),
    rateLimit: 'anonymous_analysis',
    // The file is nobody's, whoever is signed in, and its examination counts against nobody.
    auth: { kind: 'none' },
    upload: {
      part: 'files',
      partDescription: 'The video',
      policy: anonymousFormPolicy(services.limits),
      fields,
      storage: passing,
    },
    handler: async (context) => {
      try {
        const { claim, filename, result } = await examineFileOf(context, services, language);
        const results = [{ key: `lab-${context.requestId.own}`, filename, result }];
        return privatePage(<LabPage {...page()} claim={claim} results={results} />, language);
      } catch (error) {
        return refusedPage(error, page(), language);
      }
    },
  };
}

async function examineFileOf(
  context: PageContext,
  services: PageServices,
  language: Language,
): Promise<{ claim: string; filename: string; result: LabExamination }> {
  const upload = await context.receiveUpload();
  const file = onlyFile(upload.files);
  const { claim } = fields.parse(upload.fields);
  const { address, signal } = context;
  const findings = await examineFile(services.verification, file, { key: null, address, claim, signal });
  return { claim, filename: file.filename, result: presentExamination(findings, file, language) };
}

function refusedPage(error: unknown, page: ReturnType<Page>, language: Language): PageAnswer {
  const refusal = uploadRefusal(error, language);
  if (refusal === null) throw error;
  const { status, headers, text } = refusal;
  return privatePage(<LabPage {...page} problem={text} />, language, { status, headers });
}

function pageOf(language: Language, { limits }: PageServices, site: Site, articles: FilledArticles) {
  const shell = site.shell(language);
  const { title, description, markdown } = articles(language, 'site/lab');
  return {
    shell,
    html: renderMarkdown(markdown, { language }).html,
    head: {
      title,
      description,
      markdown: `${pagePath(language, PATH)}.md`,
      structuredData: [structuredArticle({ shell, path: PATH, title, description, part: null })],
    },
    limits: {
      fileBytes: limits.anonymousFileBytes,
      files: limits.anonymousFiles,
      totalBytes: limits.anonymousTotalBytes,
      perHour: limits.anonymousAnalysesPerHour,
    },
  };
}
