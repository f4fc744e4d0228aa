import type { MemoryId } from '#shared/ids.ts'
import type { MemoryItem } from '#shared/memory/memory.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { useDateText } from '../../ui/time.ts'

type SideBySideProps = {
  readonly old: MemoryItem
  readonly fresh: { readonly title: string; readonly key: string; readonly content: string }
  readonly onOpen: (id: MemoryId) => void
}

/** What is remembered beside what says something else about it. */
export function SideBySide({ old, fresh, onOpen }: SideBySideProps) {
  const t = useText()
  const date = useDateText()
  return (
    <div className="grid grid-cols-2 overflow-hidden rounded-md border border-line text-sm">
      <div className="grid content-start gap-1 bg-sunken px-3 py-2">
        <p className="flex flex-wrap items-center gap-2 text-fg-3 text-xs">
          {t('memory.proposal.old')}
          <Chip size="small">
            {old.scope.level === 'user' ? t('memory.scope.user') : t('memory.scope.project')}
          </Chip>
          <time className="figures">{date(old.updatedAt)}</time>
        </p>
        <button
          type="button"
          onClick={() => onOpen(old.id)}
          className="min-w-0 truncate rounded-sm text-left font-medium hover:underline"
        >
          {old.key}
        </button>
        <p className="whitespace-pre-wrap break-words">{old.content}</p>
      </div>
      <div className="grid min-w-0 content-start gap-1 border-line border-l px-3 py-2">
        <p className="text-fg-3 text-xs">{fresh.title}</p>
        <p className="min-w-0 truncate font-medium">{fresh.key}</p>
        <p className="whitespace-pre-wrap break-words">{fresh.content}</p>
      </div>
    </div>
  )
}
