import type { Text } from '../../messages/TextProvider.tsx'

/** Lists the first paths of a sandbox rule, and says how many more there are. */
export function placesWords(paths: readonly string[], most: number, t: Text): string {
  const names = paths.slice(0, most).join(', ')
  const left = paths.length - most
  return left > 0 ? t('settings.sandbox.more', { names, count: left }) : names
}
