import type { Text } from '../../messages/TextProvider.tsx'

/** A mask in the language of the window. It is kept as a text that says the length in English words. */
export function maskWords(mask: string, t: Text): string {
  const [, counted, count] = /^(.*) \((\d+) chars\)$/s.exec(mask) ?? []
  if (counted !== undefined) return t('vault.mask', { shown: counted, count: Number(count) })
  const [, short] = /^(.*) \(short\)$/s.exec(mask) ?? []
  return short === undefined ? mask : t('vault.maskShort', { shown: short })
}
