import { useState } from 'react'
import type { MemoryId } from '#shared/ids.ts'
import { useQuery } from '../../../data/use-query.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { Field } from '../../../ui/controls/Field.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { Failure } from '../../../ui/panes/Failure.tsx'
import type { MemoryParts } from '../memory-parts.ts'

type ForgetFormProps = MemoryParts & { readonly onDone: () => void }

/** As many as one look can judge. */
const MOST = 500

/** Takes away everything about something, for good, after the person has seen what that is. */
export function ForgetForm({ api, app, toast, onDone }: ForgetFormProps) {
  const t = useText()
  const [about, setAbout] = useState('')
  const [kept, setKept] = useState<ReadonlySet<MemoryId>>(new Set())
  const text = about.trim()
  const search = text === '' ? null : { text, filter: {}, limit: MOST, offset: 0 }
  const { data, problem, reload } = useQuery('memory.search', search, { keep: true })
  const found = data?.hits.map(({ item }) => item) ?? []
  const ids = found.map(({ id }) => id).filter((id) => !kept.has(id))
  const toggle = (id: MemoryId, forget: boolean) => {
    const next = new Set(kept)
    if (forget) next.delete(id)
    else next.add(id)
    setKept(next)
  }
  const forget = async () => {
    const count = await api.command('memory.forget', { ids })
    toast({ mark: 'done', text: t('memory.forgotten', { count }), seconds: 8 })
    onDone()
  }
  return (
    <div className="grid gap-4">
      <h2 className="font-semibold text-lg tracking-tight">{t('memory.forget')}</h2>
      <Field label={t('memory.forgetAbout')} hint={t('memory.forgetHint')}>
        {(ids) => <TextInput {...ids} autoFocus icon="search" value={about} onText={setAbout} />}
      </Field>
      {problem === null ? null : <Failure message={problem} onRetry={reload} />}
      {text !== '' && data !== null && found.length === 0 ? (
        <p className="text-fg-3 text-sm">{t('memory.forgetNone')}</p>
      ) : null}
      <ul className="max-h-100 overflow-auto">
        {found.map((item) => (
          <li key={item.id} className="grid border-line py-1 [&+li]:border-t">
            <Checkbox
              label={item.key.slice(0, 120)}
              checked={!kept.has(item.id)}
              onChange={(on) => toggle(item.id, on)}
            />
            <p className="line-clamp-1 pl-6 text-fg-3 text-xs">{item.content}</p>
          </li>
        ))}
      </ul>
      <p className="text-fg-3 text-xs">{t('memory.forgetLast')}</p>
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>{t('ui.cancel')}</Button>
        <Button look="danger" disabled={ids.length === 0} onClick={() => app.attempt(forget())}>
          {t('memory.forgetDo', { count: ids.length })}
        </Button>
      </div>
    </div>
  )
}
