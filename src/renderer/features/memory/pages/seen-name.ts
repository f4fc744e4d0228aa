/** Returns an untrusted file name with dots for invisible characters and direction controls. */
export function seenName(file: string): string {
  return file.replaceAll(/[\p{Cc}\p{Bidi_Control}\u200b\u2060\ufeff]/gu, '·')
}
