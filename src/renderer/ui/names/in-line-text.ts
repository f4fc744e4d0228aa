import type { Text } from '../../messages/TextProvider.tsx'

/** Returns the text about a queued agent and its position. */
export function inLineText(ahead: number, t: Text): string {
  return ahead === 0 ? t('children.nextInLine') : t('children.inLine', { count: ahead })
}
