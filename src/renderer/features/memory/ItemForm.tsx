import { type FormEvent, useState } from 'react'
import { useStore } from 'zustand'
import type { MemoryId, ProjectId } from '#shared/ids.ts'
import type { MemoryItem, MemoryScope } from '#shared/memory/memory.ts'
import { problemOf } from '../../api.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import type { MemoryParts } from './memory-parts.ts'

type ItemFormProps = MemoryParts & {
  /** What stands in the form at first; null for a new item. */
  readonly item: MemoryItem | null
  /** The items that become one. */
  readonly merging: readonly MemoryId[] | null
  readonly onSaved: (id: MemoryId | null) => void
  readonly onCancel: () => void
}

const USER = 'user'

/** Writes down something to remember, or changes what is there. */
export function ItemForm({ api, app, acts, state, item, merging, onSaved, onCancel }: ItemFormProps) {
  const t = useText()
  const openProject = useStore(app.store, (each) => each.openProject)
  const [key, setKey] = useState(item?.key ?? '')
  const [content, setContent] = useState(item?.content ?? '')
  const [tags, setTags] = useState(item?.tags.join(', ') ?? '')
  const [scope, setScope] = useState(placeOf(item?.scope ?? state.filter.scope, openProject))
  const [problem, setProblem] = useState<string | null>(null)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (key.trim() === '' || content.trim() === '') return setProblem(t('memory.missing'))
    const text = { key: key.trim(), content: content.trim(), tags: tagsOf(tags) }
    try {
      const made = await (merging === null
        ? api.call('memory.set', { id: item?.id ?? null, scope: scopeFrom(scope), text })
        : api.call('memory.merge', { ids: [...merging], text }))
      const words =
        merging === null ? t('memory.saved', { key: text.key }) : t('memory.merged', { key: text.key })
      acts.done(words, made.changeId)
      onSaved(made.ids[0] ?? null)
    } catch (error) {
      setProblem(problemOf(error).message)
    }
  }
  const title =
    merging !== null
      ? t('memory.mergeOf', { count: merging.length })
      : item === null
        ? t('memory.add')
        : t('memory.editOf', { key: item.key })
  return (
    <form onSubmit={(event) => app.attempt(save(event))} className="grid gap-4">
      <h2 className="break-words font-semibold text-lg tracking-tight">{title}</h2>
      {merging === null ? null : <p className="text-fg-2 text-sm">{t('memory.mergeHint')}</p>}
      <Field label={t('memory.key')} hint={t('memory.keyHint')}>
        {(ids) => <TextInput {...ids} autoFocus value={key} onText={setKey} />}
      </Field>
      <Field label={t('memory.content')} error={problem}>
        {(ids) => <TextArea {...ids} rows={8} spellCheck value={content} onText={setContent} />}
      </Field>
      <div className="grid grid-cols-2 gap-4 max-wide:grid-cols-1">
        <Field label={t('memory.tags')} hint={t('memory.tagsHint')}>
          {(ids) => <TextInput {...ids} value={tags} onText={setTags} />}
        </Field>
        {item === null ? <ScopeField app={app} scope={scope} onScope={setScope} /> : null}
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>{t('ui.cancel')}</Button>
        <Button type="submit" look="primary">
          {t('memory.save')}
        </Button>
      </div>
    </form>
  )
}

type ScopeFieldProps = Pick<MemoryParts, 'app'> & {
  readonly scope: string
  readonly onScope: (scope: string) => void
}

function ScopeField({ app, scope, onScope }: ScopeFieldProps) {
  const t = useText()
  const projects = useStore(app.store, (each) => each.projects)
  const options = [
    ...projects.map(({ id, name }) => ({ value: id as string, label: name })),
    { value: USER, label: t('memory.scope.userLong') },
  ]
  return (
    <Field label={t('memory.for')}>
      {({ id }) => <Select id={id} value={scope} groups={[{ title: null, options }]} onChange={onScope} />}
    </Field>
  )
}

function placeOf(scope: MemoryScope | undefined, openProject: ProjectId | null): string {
  if (scope === undefined) return openProject ?? USER
  return scope.level === 'user' ? USER : scope.id
}

function scopeFrom(place: string): MemoryScope {
  return place === USER ? { level: 'user' } : { level: 'project', id: place as ProjectId }
}

function tagsOf(text: string): string[] {
  return [...new Set(text.split(/[,，]/).map((tag) => tag.trim()))].filter((tag) => tag !== '')
}
