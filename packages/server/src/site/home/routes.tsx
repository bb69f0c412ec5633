import { z } from 'zod';
import { redirect, type PageAnswer, type PageContext, type PageRoute } from '../../http/page-route.ts';
import { passing } from '../../http/upload-content.ts';
import { onlyFile } from '../../http/upload.ts';
import { anonymousFormPolicy } from '../../http/upload-policy.ts';
import { MEDIA_TYPE_SUPPORT, SIGNABLE_MEDIA_TYPES } from '../../platform/media-types.ts';
import { LANGUAGES, type Language } from '../../shared/language.ts';
import { HomePage } from './page.tsx';
import type { HomeFacts } from './home-facts.ts';
import { openListDates, type ListDate } from './list-dates.ts';
import { pagePath } from '../kit/site-map.ts';
import { HOME } from './words.ts';
import { verifyNow } from '../../features/verification/index.ts';
import type { PageServices } from '../services.ts';
import { privatePage, sharedPage, type Site } from '../kit/site.ts';
import { structuredSite } from '../kit/structured-data.ts';
import { uploadRefusal } from '../kit/upload-refusal.ts';

const FORMATS = {
  read: MEDIA_TYPE_SUPPORT.filter(({ readsCredential, readsMetadata }) => readsCredential || readsMetadata).length,
  signed: SIGNABLE_MEDIA_TYPES.length,
};
const HOUR_MS = 3_600_000;

/** The start page, where files are verified, and its form for whoever has no script. */
export function homeRoutes(services: PageServices, site: Site): PageRoute[] {
  const listDates = openListDates(() => services.verification.trust.current());
  return LANGUAGES.flatMap((language) => {
    const home = async (): Promise<Home> => ({ ...homeOf(language, services, site), lists: await listDates() });
    return [showHome(language, home), verifyOne(language, services, home)];
  });
}

function showHome(language: Language, home: () => Promise<Home>): PageRoute {
  let shown: { lists: readonly ListDate[]; answer: PageAnswer } | null = null;
  return {
    method: 'GET',
    path: pagePath(language, ''),
    rateLimit: 'none',
    auth: { kind: 'none' },
    handler: async () => {
      const facts = await home();
      const { lists } = facts;
      // Nothing else changes while the program runs.
      if (shown?.lists !== lists) shown = { lists, answer: sharedPage(<HomePage {...facts} />, language) };
      return shown.answer;
    },
  };
}

function verifyOne(language: Language, services: PageServices, home: () => Promise<Home>): PageRoute {
  return {
    method: 'POST',
    path: pagePath(language, ''),
    rateLimit: 'anonymous_analysis',
    // The file is nobody's, whoever is signed in.
    auth: { kind: 'none' },
    upload: {
      part: 'files',
      partDescription: 'The media file',
      policy: anonymousFormPolicy(services.limits),
      fields: z.object({}),
      storage: passing,
    },
    handler: async (context) => {
      try {
        const id = await verifyFileOf(context, services);
        return redirect(pagePath(language, `results/${id}`));
      } catch (error) {
        const refusal = uploadRefusal(error, language);
        if (refusal === null) throw error;
        return refusedHome(refusal, await home());
      }
    },
  };
}

async function verifyFileOf(context: PageContext, { verification }: PageServices): Promise<string> {
  const file = onlyFile((await context.receiveUpload()).files);
  const { address, signal } = context;
  const { id } = await verifyNow(verification, { kind: 'analysis', key: null, address, file, signal });
  return id;
}

function refusedHome({ status, text, headers }: NonNullable<ReturnType<typeof uploadRefusal>>, home: Home): PageAnswer {
  return privatePage(<HomePage {...home} problem={text} />, home.shell.language, { status, headers });
}

type Home = ReturnType<typeof homeOf> & Pick<HomeFacts, 'lists'>;

function homeOf(language: Language, { limits, verification }: PageServices, site: Site) {
  const shell = site.shell(language);
  const facts: Omit<HomeFacts, 'lists'> = {
    shell,
    limits: {
      fileBytes: limits.anonymousFileBytes,
      files: limits.anonymousFiles,
      totalBytes: limits.anonymousTotalBytes,
      perHour: limits.anonymousAnalysesPerHour,
    },
    keptHours: verification.anonymousRetentionMs / HOUR_MS,
    formats: FORMATS,
  };
  return { ...facts, structuredData: structuredSite(shell, HOME[language].description) };
}
