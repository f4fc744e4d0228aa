import type { Text } from '../messages/TextProvider.tsx'

/** Says of an agent that it waits for a place, and how many wait longer. */
export function inLineText(ahead: number, t: Text): string {
  return ahead === 0 ? t('children.nextInLine') : t('children.inLine', { count: ahead })
}
