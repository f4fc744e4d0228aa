import type { MemoryId } from '#shared/ids.ts'
import type { MemoryItem, MemoryScope } from '#shared/memory/memory.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import type { MemoryParts } from '../memory-parts.ts'
import { TextForm, type Written } from './TextForm.tsx'

type ItemFormProps = MemoryParts & {
  /** The item to edit; null for a new one. */
  readonly item: MemoryItem | null
  /** The items that become one. */
  readonly merging: readonly MemoryId[] | null
  readonly onSaved: (id: MemoryId | null) => void
  readonly onCancel: () => void
}

/** Writes down something to remember, or changes what is there. */
export function ItemForm({ api, app, acts, state, item, merging, onSaved, onCancel }: ItemFormProps) {
  const t = useText()
  const save = async ({ name: key, words, tags }: Written, scope: MemoryScope) => {
    const text = { key, content: words.trim(), tags: [...tags] }
    const made = await (merging === null
      ? api.command('memory.set', { id: item?.id ?? null, scope, text })
      : api.command('memory.merge', { ids: [...merging], text }))
    acts.done(t(merging === null ? 'memory.saved' : 'memory.merged', { key }), made.changeId)
    onSaved(made.ids[0] ?? null)
  }
  const title = item === null ? t('memory.add') : t('memory.editOf', { key: item.key })
  return (
    <TextForm
      app={app}
      title={merging === null ? title : t('memory.mergeOf', { count: merging.length })}
      hint={merging === null ? null : t('memory.mergeHint')}
      name={{ label: t('memory.key'), hint: t('memory.keyHint') }}
      words={{ label: t('memory.content'), rows: 8 }}
      start={{ name: item?.key ?? '', words: item?.content ?? '', tags: item?.tags ?? [] }}
      scope={item === null ? state.filter.scope : null}
      missing={({ name, words }) => (name === '' || words.trim() === '' ? t('memory.missing') : null)}
      save={save}
      onCancel={onCancel}
    />
  )
}
