import type { Text } from '../../messages/TextProvider.tsx'

/** The sentences that have something to say, one after the other. Chinese leaves no gap between them. */
export function sentences(t: Text, told: readonly (string | null)[]): string {
  return told.filter((sentence) => sentence !== null).join(t('ui.sentenceGap'))
}
