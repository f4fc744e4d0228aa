import { type FormEvent, useState } from 'react'
import { useStore } from 'zustand'
import type { PageId, ProjectId } from '#shared/ids.ts'
import type { PageDetail, PageScope } from '#shared/knowledge/page.ts'
import { problemOf } from '../../../api.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextArea } from '../../../ui/TextArea.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import type { PageParts } from './page-parts.ts'

type PageFormProps = PageParts & {
  /** Null for a new page. */
  readonly detail: PageDetail | null
  readonly onSaved: (id: PageId | null) => void
  readonly onCancel: () => void
}

const USER = 'user'

/** Writes a page, or changes one. */
export function PageForm({ api, app, acts, state, detail, onSaved, onCancel }: PageFormProps) {
  const t = useText()
  const openProject = useStore(app.store, (each) => each.openProject)
  const projects = useStore(app.store, (each) => each.projects)
  const page = detail?.page ?? null
  const [title, setTitle] = useState(page?.title ?? '')
  const [body, setBody] = useState(detail?.body ?? '')
  const [tags, setTags] = useState(page?.tags.join(', ') ?? '')
  const [scope, setScope] = useState(placeOf(page?.scope ?? state.filter.scope, openProject))
  const [problem, setProblem] = useState<string | null>(null)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (title.trim() === '') return setProblem(t('pages.missing'))
    const text = { title: title.trim(), body, tags: tagsOf(tags) }
    try {
      const made = await api.call('knowledge.set', { id: page?.id ?? null, scope: scopeFrom(scope), text })
      acts.done(t('pages.saved', { title: text.title }), made.changeId)
      onSaved(made.ids[0] ?? null)
    } catch (error) {
      setProblem(problemOf(error).message)
    }
  }
  const options = [
    ...projects.map(({ id, name }) => ({ value: id as string, label: name })),
    { value: USER, label: t('memory.scope.userLong') },
  ]
  return (
    <form onSubmit={(event) => app.attempt(save(event))} className="grid gap-4">
      <h2 className="break-words font-semibold text-lg tracking-tight">
        {page === null ? t('pages.add') : t('memory.editOf', { key: page.title })}
      </h2>
      {page?.source?.standing === 'follows' ? (
        <p className="text-fg-2 text-sm">{t('pages.editHint', { file: page.source.file })}</p>
      ) : null}
      <Field label={t('pages.title')}>
        {(ids) => <TextInput {...ids} autoFocus maxLength={300} value={title} onText={setTitle} />}
      </Field>
      <Field label={t('pages.body')} hint={t('pages.bodyHint')} error={problem}>
        {(ids) => <TextArea {...ids} rows={16} spellCheck value={body} onText={setBody} />}
      </Field>
      <div className="grid grid-cols-2 gap-4 max-wide:grid-cols-1">
        <Field label={t('memory.tags')} hint={t('memory.tagsHint')}>
          {(ids) => <TextInput {...ids} value={tags} onText={setTags} />}
        </Field>
        {page === null ? (
          <Field label={t('memory.for')}>
            {({ id }) => (
              <Select id={id} value={scope} groups={[{ title: null, options }]} onChange={setScope} />
            )}
          </Field>
        ) : null}
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

function placeOf(scope: PageScope | undefined, openProject: ProjectId | null): string {
  if (scope === undefined) return openProject ?? USER
  return scope.level === 'user' ? USER : scope.id
}

function scopeFrom(place: string): PageScope {
  return place === USER ? { level: 'user' } : { level: 'project', id: place as ProjectId }
}

function tagsOf(text: string): string[] {
  return [...new Set(text.split(/[,，]/).map((tag) => tag.trim()))].filter((tag) => tag !== '')
}
