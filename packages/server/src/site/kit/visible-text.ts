/**
 * Controls, characters that change the direction of writing, invisible ones, and every kind of space but two: what a
 * reader would not see, or would see in the wrong order. What joins or colours a picture character may stand behind one.
 * Marks on a letter beyond the third would be drawn over the lines around it.
 * The brackets of an escape are escaped too, so that nobody can pretend one.
 */
const UNSEEN =
  /(?![ \u3000])(?!(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?\uFE0F?)[\uFE0F\u200D])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}〚〛]|(?<=\p{M}{3})\p{M}/gu;

/** Hostile text on one line, with what cannot be seen as `〚U+202E〛`. It is still hostile: escaped, and in a `<bdi>`. */
export function visibleText(text: string): string {
  return text.replaceAll(
    UNSEEN,
    (character) => `〚U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}〛`,
  );
}
