import type { PageRoute } from '../../http/page-route.ts';
import { AppError } from '../../shared/app-error.ts';
import { LANGUAGES } from '../../shared/language.ts';
import { drawPicture } from './draw-picture.ts';
import { faceOf, SHARE_PICTURES, sharePath } from './pictures.ts';

const KEPT = 'public, max-age=86400';

/** The pictures that links are shown with: each is drawn when it is first asked for, one at a time, and then kept. */
export function shareRoutes(): PageRoute[] {
  const pictures = new Map(
    LANGUAGES.flatMap((language) =>
      SHARE_PICTURES.map((picture) => [sharePath(picture, language), { picture, language }] as const),
    ),
  );
  const drawn = new Map<string, Promise<Buffer>>();
  let last: Promise<unknown> = Promise.resolve();
  const drawOnce = (path: string): Promise<Buffer> | undefined => {
    const known = drawn.get(path);
    const wanted = pictures.get(path);
    if (known !== undefined || wanted === undefined) return known;
    const face = faceOf(wanted.picture, wanted.language);
    if (face === undefined) return undefined;
    const drawing = last.then(() => drawPicture(wanted.picture, face, wanted.language));
    drawn.set(path, drawing);
    last = drawing.catch(() => {
      // The next who asks tries again; who asked now is told.
      drawn.delete(path);
    });
    return drawing;
  };
  return [
    {
      method: 'GET',
      path: '/share/{language}/{kind}/{picture}',
      rateLimit: 'public_read',
      auth: { kind: 'none' },
      handler: async ({ params }) => {
        const { language = '', kind = '', picture = '' } = params;
        const bytes = await drawOnce(`/share/${language}/${kind}/${picture}`);
        if (bytes === undefined) throw new AppError('NOT_FOUND');
        return { headers: { 'content-type': 'image/png', 'cache-control': KEPT }, body: bytes };
      },
    },
  ];
}
