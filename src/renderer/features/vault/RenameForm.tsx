import { type FormEvent, useState } from 'react'
import { SecretName } from '#shared/vault/secret.ts'
import { problemOf } from '../../api.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { useFocusList } from './focus-list.ts'
import type { PanelProps } from './vault-props.ts'

type RenameFormProps = PanelProps & { readonly name: string }

/** Gives a secret another name. */
export function RenameForm({ api, app, name, secrets, onView, onChanged }: RenameFormProps) {
  const form = useFocusList<HTMLFormElement>()
  const t = useText()
  const [to, setTo] = useState(name)
  const [problem, setProblem] = useState<string | null>(null)
  const users = secrets.find((secret) => secret.name === name)?.usedBy.length ?? 0
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!SecretName.safeParse(to).success) return setProblem(t('vault.nameWrong'))
    if (to === name) return onView({ kind: 'secret', name })
    try {
      await api.command('vault.rename', { name, to })
      onChanged({ kind: 'secret', name: to })
    } catch (error) {
      setProblem(problemOf(error).message)
    }
  }
  return (
    <form ref={form} onSubmit={(event) => app.attempt(send(event))} className="grid gap-4 px-4 py-5">
      <h2 className="font-semibold text-lg tracking-tight">{t('vault.renameOf', { name })}</h2>
      <Field
        label={t('vault.newName')}
        error={problem}
        hint={users === 0 ? t('vault.nameHint') : t('vault.renameHint', { count: users })}
      >
        {(ids) => <TextInput {...ids} mono autoFocus value={to} onText={setTo} />}
      </Field>
      <div className="flex justify-end gap-2">
        <Button onClick={() => onView({ kind: 'secret', name })}>{t('ui.cancel')}</Button>
        <Button type="submit" look="primary">
          {t('vault.rename')}
        </Button>
      </div>
    </form>
  )
}
