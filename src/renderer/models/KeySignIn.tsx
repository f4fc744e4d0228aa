import { useEffect, useRef, useState } from 'react'
import { SIGN_IN_PROVIDERS } from '#shared/model/known-providers.ts'
import { problemOf } from '../api.ts'
import type { Data } from '../data/data.ts'
import { useText } from '../messages/TextProvider.tsx'
import type { AppStore } from '../store/app-store.ts'
import { Button } from '../ui/controls/Button.tsx'
import { FieldError } from '../ui/controls/Field.tsx'
import { Mark } from '../ui/controls/Mark.tsx'
import type { ProviderChoice } from './providers.ts'

type KeySignInProps = {
  readonly api: Data
  readonly app: AppStore
  readonly provider: ProviderChoice
  /** Called once the key is in the vault. */
  readonly onKey: () => Promise<unknown>
}

/** Offers the sign-in of a provider that gives keys to apps. Nothing for other providers. */
export function KeySignIn({ api, app, provider, onKey }: KeySignInProps) {
  const t = useText()
  const [isRunning, setRunning] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isWaiting = useRef(false)
  const at = SIGN_IN_PROVIDERS.find((id) => id === provider.id)
  const ended = (told: string | null) => {
    isWaiting.current = false
    setRunning(false)
    setProblem(told)
  }
  const start = async (id: (typeof SIGN_IN_PROVIDERS)[number]) => {
    isWaiting.current = true
    setRunning(true)
    setProblem(null)
    try {
      await api.command('model.signIn', { provider: id })
    } catch (error) {
      // After a cancellation there is nothing to say.
      if (isWaiting.current) ended(problemOf(error).message)
      return
    }
    ended(null)
    await app.loadVault()
    await onKey()
  }
  const cancel = async () => {
    ended(null)
    await api.command('model.cancelSignIn', {})
  }
  useEffect(
    () => () => {
      if (isWaiting.current) app.attempt(api.command('model.cancelSignIn', {}))
    },
    [api, app],
  )
  if (at === undefined) return null
  return (
    <div className="grid justify-items-start gap-2">
      {isRunning ? (
        <div className="flex items-center gap-2 text-sm" role="status">
          <Mark state="run" />
          <span className="min-w-0 grow">{t('connect.signInRunning', { provider: provider.label })}</span>
          <Button size="small" onClick={() => app.attempt(cancel())}>
            {t('connect.signInCancel')}
          </Button>
        </div>
      ) : (
        <Button icon="external" onClick={() => app.attempt(start(at))}>
          {t('connect.signIn', { provider: provider.label })}
        </Button>
      )}
      {problem === null ? null : <FieldError>{problem}</FieldError>}
      <span className="text-fg-3 text-sm">{t('connect.orKey')}</span>
    </div>
  )
}
