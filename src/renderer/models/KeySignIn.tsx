import { KEY_PROVIDERS } from '#shared/model/known-providers.ts'
import type { Data } from '../data/data.ts'
import { useText } from '../messages/TextProvider.tsx'
import type { AppStore } from '../store/app-store.ts'
import { Button } from '../ui/controls/Button.tsx'
import type { ProviderChoice } from './providers.ts'
import { SignInWait } from './SignInWait.tsx'
import { useSignIn } from './use-sign-in.ts'

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
  const signIn = useSignIn({ api, app }, onKey)
  const at = KEY_PROVIDERS.find((id) => id === provider.id)
  if (at === undefined) return null
  return (
    <div className="grid justify-items-start gap-2">
      <SignInWait
        app={app}
        signIn={signIn}
        running={t('connect.signInRunning', { provider: provider.label })}
      >
        <Button icon="external" onClick={() => app.attempt(signIn.start(at))}>
          {t('connect.signIn', { provider: provider.label })}
        </Button>
      </SignInWait>
      <span className="text-fg-3 text-sm">{t('connect.orKey')}</span>
    </div>
  )
}
