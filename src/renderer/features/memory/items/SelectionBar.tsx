import { type FormEvent, type ReactNode, useState } from 'react'
import type { MemoryScope } from '#shared/memory/memory.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import type { AppStore } from '../../../store/app-store.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { MoveMenu } from './MoveMenu.tsx'

type SelectionBarProps = {
  readonly app: AppStore
  readonly count: number
  readonly onTag: (tag: string) => void
  readonly onMove: (to: MemoryScope) => void
  readonly onRemove: () => void
  readonly onClear: () => void
  /** Actions for this kind only. */
  readonly children: ReactNode
}

/** Shows the actions on all selected entries. */
export function SelectionBar({ app, count, onTag, onMove, onRemove, onClear, children }: SelectionBarProps) {
  const t = useText()
  const [tag, setTag] = useState<string | null>(null)
  const addTag = (event: FormEvent) => {
    event.preventDefault()
    const name = tag?.trim() ?? ''
    if (name !== '') onTag(name)
    setTag(null)
  }
  return (
    <div className="flex flex-wrap items-center gap-1 border-line border-y bg-raised px-4 py-1 text-sm">
      <span className="figures text-fg-2">{t('memory.selected', { count })}</span>
      <span className="grow" />
      {tag === null ? (
        <>
          <Button size="small" look="ghost" onClick={() => setTag('')}>
            {t('memory.addTag')}
          </Button>
          {children}
          <MoveMenu app={app} from={null} look="ghost" onMove={onMove} />
          <Button size="small" look="ghost-danger" onClick={onRemove}>
            {t('memory.delete')}
          </Button>
        </>
      ) : (
        <form onSubmit={addTag} className="flex gap-1">
          <TextInput autoFocus aria-label={t('memory.tagName')} value={tag} onText={setTag} maxLength={60} />
          <Button type="submit">{t('memory.addTag')}</Button>
        </form>
      )}
      <IconButton icon="x" size="small" label={t('memory.clear')} onClick={onClear} />
    </div>
  )
}
