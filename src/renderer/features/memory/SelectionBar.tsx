import { type FormEvent, useState } from 'react'
import { useText } from '../../messages/TextProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import type { MemoryParts } from './memory-parts.ts'

/** What can be done to everything that is ticked. */
export function SelectionBar({ picked, acts, onPick, onView }: MemoryParts) {
  const t = useText()
  const [tag, setTag] = useState<string | null>(null)
  const ids = [...picked]
  const clear = () => onPick(new Set())
  const addTag = (event: FormEvent) => {
    event.preventDefault()
    const name = tag?.trim() ?? ''
    if (name !== '') acts.bulk(ids, { act: 'tag', tag: name })
    setTag(null)
  }
  const remove = () => {
    acts.bulk(ids, { act: 'remove' })
    clear()
  }
  return (
    <div className="flex flex-wrap items-center gap-1 border-line border-y bg-raised px-4 py-1 text-sm">
      <span className="figures text-fg-2">{t('memory.selected', { count: ids.length })}</span>
      <span className="grow" />
      {tag === null ? (
        <>
          <Button size="small" look="ghost" onClick={() => setTag('')}>
            {t('memory.addTag')}
          </Button>
          <Button
            size="small"
            look="ghost"
            disabled={ids.length < 2}
            onClick={() => onView({ kind: 'merge', ids })}
          >
            {t('memory.merge')}
          </Button>
          <Button
            size="small"
            look="ghost"
            onClick={() => acts.bulk(ids, { act: 'move', to: { level: 'user' } })}
          >
            {t('memory.toUser')}
          </Button>
          <Button size="small" look="ghost-danger" onClick={remove}>
            {t('memory.delete')}
          </Button>
        </>
      ) : (
        <form onSubmit={addTag} className="flex gap-1">
          <TextInput autoFocus aria-label={t('memory.tagName')} value={tag} onText={setTag} maxLength={60} />
          <Button type="submit">{t('memory.addTag')}</Button>
        </form>
      )}
      <IconButton icon="x" size="small" label={t('memory.clear')} onClick={clear} />
    </div>
  )
}
