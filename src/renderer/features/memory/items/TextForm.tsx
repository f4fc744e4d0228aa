import { type FormEvent, type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import type { MemoryScope } from '#shared/memory/memory.ts'
import { problemOf } from '../../../api.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import type { AppStore } from '../../../store/app-store.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Field } from '../../../ui/controls/Field.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { TextArea } from '../../../ui/controls/TextArea.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { choiceOf, FOR_ALL, scopeFrom } from '../filters/scope-choice.ts'

/** The typed fields: name, text and tags. */
export type Written = { readonly name: string; readonly words: string; readonly tags: readonly string[] }

type TextFormProps = {
  readonly app: AppStore
  readonly title: string
  readonly hint: string | null
  readonly name: { readonly label: string; readonly hint?: string; readonly most?: number }
  readonly words: { readonly label: string; readonly hint?: string; readonly rows: number }
  /** The initial values. */
  readonly start: Written
  /** The initial scope; null without a choice of scope. */
  readonly scope: MemoryScope | undefined | null
  /** Returns the problem that prevents saving; null for none. */
  readonly missing: (written: Written) => string | null
  /** Rejects with what the person should read beside their words. */
  readonly save: (written: Written, scope: MemoryScope) => Promise<void>
  readonly onCancel: () => void
}

/** Shows the form of a new or edited memory or page, with the choice of scope. */
export function TextForm(props: TextFormProps) {
  const { app, start } = props
  const t = useText()
  const openProject = useStore(app.store, (state) => state.openProject)
  const [name, setName] = useState(start.name)
  const [words, setWords] = useState(start.words)
  const [tags, setTags] = useState(start.tags.join(', '))
  const [choice, setChoice] = useState(choiceOf(props.scope ?? undefined, openProject))
  const [problem, setProblem] = useState<string | null>(null)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const written = { name: name.trim(), words, tags: tagsOf(tags) }
    const missing = props.missing(written)
    if (missing !== null) return setProblem(missing)
    try {
      await props.save(written, scopeFrom(choice))
    } catch (error) {
      setProblem(problemOf(error).message)
    }
  }
  return (
    <form onSubmit={(event) => app.attempt(save(event))} className="grid gap-4">
      <h2 className="break-words font-semibold text-lg tracking-tight">{props.title}</h2>
      {props.hint === null ? null : <p className="text-fg-2 text-sm">{props.hint}</p>}
      <Field label={props.name.label} {...hinted(props.name.hint)}>
        {(ids) => <TextInput {...ids} autoFocus maxLength={props.name.most} value={name} onText={setName} />}
      </Field>
      <Field label={props.words.label} {...hinted(props.words.hint)} error={problem}>
        {(ids) => <TextArea {...ids} rows={props.words.rows} spellCheck value={words} onText={setWords} />}
      </Field>
      <div className="grid grid-cols-2 gap-4 max-wide:grid-cols-1">
        <Field label={t('memory.tags')} hint={t('memory.tagsHint')}>
          {(ids) => <TextInput {...ids} value={tags} onText={setTags} />}
        </Field>
        {props.scope === null ? null : <ScopeField app={app} choice={choice} onChoice={setChoice} />}
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={props.onCancel}>{t('ui.cancel')}</Button>
        <Button type="submit" look="primary">
          {t('memory.save')}
        </Button>
      </div>
    </form>
  )
}

type ScopeFieldProps = {
  readonly app: AppStore
  readonly choice: string
  readonly onChoice: (choice: string) => void
}

function ScopeField({ app, choice, onChoice }: ScopeFieldProps): ReactNode {
  const t = useText()
  const projects = useStore(app.store, (state) => state.projects)
  const options = [
    ...projects.map(({ id, name }) => ({ value: id as string, label: name })),
    { value: FOR_ALL, label: t('memory.scope.userLong') },
  ]
  return (
    <Field label={t('memory.for')}>
      {({ id }) => <Select id={id} value={choice} groups={[{ title: null, options }]} onChange={onChoice} />}
    </Field>
  )
}

function hinted(hint: string | undefined) {
  return hint === undefined ? {} : { hint }
}

function tagsOf(text: string): string[] {
  return [...new Set(text.split(/[,，]/).map((tag) => tag.trim()))].filter((tag) => tag !== '')
}
