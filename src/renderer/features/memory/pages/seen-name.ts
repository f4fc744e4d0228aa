/** The name of a file of somebody else, with dots for what cannot be seen in it or would turn its direction. */
export function seenName(file: string): string {
  return file.replaceAll(/[\p{Cc}\p{Bidi_Control}\u200b\u2060\ufeff]/gu, '·')
}
