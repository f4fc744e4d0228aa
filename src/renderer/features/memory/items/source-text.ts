import type { MemoryItem } from '#shared/memory/memory.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import type { IconName } from '../../../ui/base/icon-shapes.tsx'

/** Returns the formatter of an item's source: its chat or its author. */
export function useSourceText(): (item: MemoryItem) => string {
  const t = useText()
  return ({ source, author }) => {
    if (source !== null) return source.title ?? t('memory.sourceGone')
    if (author === 'person') return t('memory.byPerson')
    return author === 'agent' ? t('memory.byAgent') : t('memory.byImport')
  }
}

export function sourceIcon({ source, author }: MemoryItem): IconName {
  if (source !== null) return 'link'
  return author === 'import' ? 'folder' : 'user'
}
