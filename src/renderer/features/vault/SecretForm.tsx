import { type FormEvent, useState } from 'react'
import { SecretName } from '#shared/vault/secret.ts'
import { problemOf } from '../../api.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { SecretInput } from '../../ui/controls/SecretInput.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { useFocusList } from './focus-list.ts'
import { NO_SECRET } from './panel-view.ts'
import type { PanelProps } from './vault-props.ts'

type SecretFormProps = PanelProps & {
  /** The secret that gets a new value; of a new one the name it is to have, as far as it is known. */
  readonly name: string
  readonly fresh: boolean
}

/** Adds a secret, or gives one a new value. What is typed goes to main once and is then forgotten. */
export function SecretForm({ name: known, fresh, ...props }: SecretFormProps) {
  const { api, app, toast, secrets, onView, onChanged } = props
  const form = useFocusList<HTMLFormElement>()
  const t = useText()
  const [name, setName] = useState(known)
  const [value, setValue] = useState('')
  const [problems, setProblems] = useState<{ name?: string; value?: string }>({})
  const [busy, setBusy] = useState(false)
  const check = () => {
    if (!SecretName.safeParse(name).success) return { name: t('vault.nameWrong') }
    if (fresh && secrets.some((secret) => secret.name === name && secret.present)) {
      return { name: t('vault.nameTaken', { name }) }
    }
    return value === '' ? { value: t('vault.valueMissing') } : {}
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const found = check()
    setProblems(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    try {
      await api.command('vault.set', { kind: 'secret', name, value })
      setValue('')
      toast({ mark: 'done', text: t('vault.saved', { name }), seconds: 5 })
      onChanged({ kind: 'secret', name })
    } catch (error) {
      setProblems({ value: problemOf(error).message })
      setBusy(false)
    }
  }
  return (
    <form ref={form} onSubmit={(event) => app.attempt(send(event))} className="grid gap-4 px-4 py-5">
      <h2 className="font-semibold text-lg tracking-tight">
        {fresh ? t('vault.add') : t('vault.replaceOf', { name: known })}
      </h2>
      {fresh ? (
        <Field label={t('vault.column.name')} hint={t('vault.nameHint')} error={problems.name}>
          {(ids) => <TextInput {...ids} mono autoFocus={known === ''} value={name} onText={setName} />}
        </Field>
      ) : null}
      <Field label={t('vault.column.value')} hint={t('vault.valueHint')} error={problems.value}>
        {(ids) => <SecretInput ids={ids} autoFocus={known !== ''} value={value} onText={setValue} />}
      </Field>
      <div className="flex justify-end gap-2">
        <Button onClick={() => onView(fresh ? NO_SECRET : { kind: 'secret', name: known })}>
          {t('ui.cancel')}
        </Button>
        <Button type="submit" look="primary" disabled={busy}>
          {t('vault.save')}
        </Button>
      </div>
    </form>
  )
}
