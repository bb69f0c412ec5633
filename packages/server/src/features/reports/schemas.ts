import { z } from 'zod';
import { LANGUAGES } from '../../shared/language.ts';
import { REPORT_FORMATS } from '../../shared/report-formats.ts';

export const reportQuery = z.object({
  format: z
    .enum(REPORT_FORMATS)
    .default('json')
    .describe(
      'json: all facts, the judgement and the lists it was made with; crjson: the C2PA manifest store alone; html: a page in one file, without scripts; pdf: a document to file',
    ),
  lang: z.enum(LANGUAGES).optional().describe('Language of the texts; by default Accept-Language decides'),
});

export const reportSchema = z
  .looseObject({})
  .describe(
    'With format=json: `{job, sha256, size_bytes, report, verdict, result, thumbnails, preview}`. With format=crjson: a crJSON document.',
  );
