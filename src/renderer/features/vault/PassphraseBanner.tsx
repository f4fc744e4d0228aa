import { type FormEvent, useState } from 'react'
import type { VaultStatus } from '#shared/vault/secret.ts'
import { problemOf } from '../../api.ts'
import type { Data } from '../../data/data.ts'
import { useText, useTold } from '../../messages/TextProvider.tsx'
import type { AppStore } from '../../store/app-store.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { SecretInput } from '../../ui/controls/SecretInput.tsx'
import { Banner } from '../../ui/panes/Banner.tsx'

type PassphraseBannerProps = { readonly api: Data; readonly app: AppStore; readonly status: VaultStatus }

const LEAST_LENGTH = 8

/** Shows that there is no keychain or that the encrypted file is locked, with a passphrase field. */
export function PassphraseBanner({ api, app, status }: PassphraseBannerProps) {
  const t = useText()
  const told = useTold()
  const [typing, setTyping] = useState(false)
  if (status.asking === true) {
    const giveUp = () => app.attempt(api.command('vault.cancel', {}))
    return (
      <Banner
        action={
          <Button size="small" onClick={giveUp}>
            {t('vault.asking.cancel')}
          </Button>
        }
      >
        {t('vault.asking')}
      </Banner>
    )
  }
  if (status.backend === 'keychain' || status.backend === 'file') {
    return status.problem === null ? null : <Banner>{told(status.problem)}</Banner>
  }
  const locked = status.backend === 'locked'
  return (
    <Banner
      action={
        locked || typing ? undefined : (
          <Button size="small" onClick={() => setTyping(true)}>
            {t('vault.file.choose')}
          </Button>
        )
      }
    >
      <p>{locked ? t('vault.file.locked') : t('vault.file.none')}</p>
      {status.problem === null ? null : <p className="text-fg-3">{told(status.problem)}</p>}
      {locked || typing ? <PassphraseForm api={api} app={app} fresh={!locked} /> : null}
    </Banner>
  )
}

type PassphraseFormProps = Omit<PassphraseBannerProps, 'status'> & {
  /** A new file: the passphrase is typed twice. */
  readonly fresh: boolean
}

function PassphraseForm({ api, app, fresh }: PassphraseFormProps) {
  const t = useText()
  const [value, setValue] = useState('')
  const [again, setAgain] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (value.length < LEAST_LENGTH) return setProblem(t('vault.file.short', { count: LEAST_LENGTH }))
    if (fresh && value !== again) return setProblem(t('vault.file.differs'))
    setBusy(true)
    setProblem(null)
    try {
      await api.command('vault.set', { kind: 'passphrase', value })
      setValue('')
      setAgain('')
      await app.loadVault()
    } catch (error) {
      setProblem(problemOf(error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => app.attempt(send(event))} className="mt-2 grid max-w-90 gap-3 pb-1">
      <Field
        label={t('vault.file.passphrase')}
        error={problem}
        hint={fresh ? t('vault.file.hint') : undefined}
      >
        {(ids) => <SecretInput ids={ids} value={value} onText={setValue} />}
      </Field>
      {fresh ? (
        <Field label={t('vault.file.again')}>
          {(ids) => <SecretInput ids={ids} value={again} onText={setAgain} />}
        </Field>
      ) : null}
      <div>
        <Button type="submit" disabled={busy || value === ''}>
          {fresh ? t('vault.file.create') : t('vault.file.unlock')}
        </Button>
      </div>
    </form>
  )
}
