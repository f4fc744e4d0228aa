import { type FormEvent, useState } from 'react'
import type { SecretListing } from '#shared/vault/secret.ts'
import { problemOf } from '../../api.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { useFocusList } from './focus-list.ts'
import { NO_SECRET } from './panel-view.ts'
import type { PanelProps } from './vault-props.ts'

type DeleteFormProps = PanelProps & { readonly secret: SecretListing }

/** A secret cannot be brought back, so deleting one asks for its name. */
export function DeleteForm({ api, app, toast, secret, onView, onChanged }: DeleteFormProps) {
  const form = useFocusList<HTMLFormElement>()
  const t = useText()
  const { name, usedBy } = secret
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (typed !== name) return setProblem(t('vault.deleteDiffers', { name }))
    try {
      await api.command('vault.delete', { name })
      toast({ mark: 'done', text: t('vault.deleted', { name }), seconds: 8 })
      onChanged(NO_SECRET)
    } catch (error) {
      setProblem(problemOf(error).message)
    }
  }
  return (
    <form ref={form} onSubmit={(event) => app.attempt(send(event))} className="grid gap-3">
      <h3 className="font-semibold text-sm">{t('vault.deleteOf', { name })}</h3>
      <p className="text-fg-2 text-sm">
        {usedBy.length === 0 ? t('vault.deleteUnused') : t('vault.deleteUsed', { count: usedBy.length })}
      </p>
      <Field label={t('vault.deleteName', { name })} error={problem}>
        {(ids) => <TextInput {...ids} mono autoFocus value={typed} onText={setTyped} />}
      </Field>
      <div className="flex justify-end gap-2">
        <Button onClick={() => onView({ kind: 'secret', name })}>{t('ui.cancel')}</Button>
        <Button type="submit" look="danger" disabled={typed !== name}>
          {t('vault.deleteForGood')}
        </Button>
      </div>
    </form>
  )
}
