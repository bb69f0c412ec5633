import { z } from 'zod';
import { redirect, type PageAnswer, type PageContext, type PageRoute } from '../../http/page-route.ts';
import { passing } from '../../http/upload-content.ts';
import { onlyFile } from '../../http/upload.ts';
import { anonymousFormPolicy } from '../../http/upload-policy.ts';
import { LANGUAGES, type Language } from '../../shared/language.ts';
import { lazy } from '../../shared/lazy.ts';
import { HomePage } from './page.tsx';
import type { HomeFacts } from './home-facts.ts';
import { pagePath } from '../kit/site-map.ts';
import { HOME } from './words.ts';
import { verifyNow } from '../../features/verification/index.ts';
import type { PageServices } from '../services.ts';
import { privatePage, sharedPage, type Site } from '../kit/site.ts';
import { structuredSite } from '../kit/structured-data.ts';
import { uploadRefusal } from '../kit/upload-refusal.ts';

const HOUR_MS = 3_600_000;

/** The start page, where files are verified, and its form for whoever has no script. */
export function homeRoutes(services: PageServices, site: Site): PageRoute[] {
  return LANGUAGES.flatMap((language) => [showHome(language, services, site), verifyOne(language, services, site)]);
}

function showHome(language: Language, services: PageServices, site: Site): PageRoute {
  return {
    method: 'GET',
    path: pagePath(language, ''),
    rateLimit: 'none',
    auth: { kind: 'none' },
    handler: lazy(() => sharedPage(<HomePage {...homeOf(language, services, site)} />, language)),
  };
}

function verifyOne(language: Language, services: PageServices, site: Site): PageRoute {
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
        return refusedHome(refusal, homeOf(language, services, site));
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

type Home = ReturnType<typeof homeOf>;

function homeOf(language: Language, { limits, verification }: PageServices, site: Site) {
  const shell = site.shell(language);
  const facts: HomeFacts = {
    shell,
    limits: {
      fileBytes: limits.anonymousFileBytes,
      files: limits.anonymousFiles,
      totalBytes: limits.anonymousTotalBytes,
      perHour: limits.anonymousAnalysesPerHour,
    },
    keptHours: verification.anonymousRetentionMs / HOUR_MS,
  };
  return { ...facts, structuredData: structuredSite(shell, HOME[language].description) };
}
