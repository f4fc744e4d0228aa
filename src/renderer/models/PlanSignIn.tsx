import { useEffect, useState } from 'react'
import { CHATGPT_SECRET } from '#shared/model/chatgpt-plan.ts'
import { PLAN_PROVIDERS } from '#shared/model/known-providers.ts'
import type { Data } from '../data/data.ts'
import { useQuery } from '../data/use-query.ts'
import { useText } from '../messages/TextProvider.tsx'
import type { AppStore } from '../store/app-store.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Mark } from '../ui/controls/Mark.tsx'
import { SignInWait } from './SignInWait.tsx'
import type { Connect } from './use-connect.ts'
import { useSignIn } from './use-sign-in.ts'

type PlanSignInProps = {
  readonly api: Data
  readonly app: AppStore
  readonly connect: Connect
  /** Whether a key can be pasted below. */
  readonly takesKey: boolean
}

/** The page on which a person sees what a ChatGPT plan was used for. */
const USAGE_PAGE = 'https://chatgpt.com/settings/usage'

/** Offers to pay for a provider with a plan: signs in to it, uses it and signs out. Nothing for other providers. */
export function PlanSignIn({ api, app, connect, takesKey }: PlanSignInProps) {
  const t = useText()
  const { provider, way, payBy } = connect
  const secrets = useQuery('vault.list', {})
  const isSignedIn = secrets.data?.some(({ name, present }) => name === CHATGPT_SECRET && present) ?? false
  const plan = PLAN_PROVIDERS.find((id) => id === provider?.id)
  const signIn = useSignIn({ api, app }, async () => payBy('plan'))
  const signOut = async () => {
    payBy('key')
    const { told } = await api.command('model.signOut', { provider: 'openai' })
    await app.loadVault()
    if (!told) app.notify('error', t('connect.planNotTold'))
  }
  useCheckOfPlan(connect, way === 'plan' && isSignedIn, app)
  if (plan === undefined) return null
  if (way === 'plan' && isSignedIn) {
    return (
      <div className="grid gap-2 text-sm">
        <div className="flex flex-wrap items-center gap-2">
          <Mark state="done" />
          <span className="min-w-0 grow">{t('connect.planSignedIn')}</span>
          <Button size="small" onClick={() => payBy('key')}>
            {t('connect.planKey')}
          </Button>
          <Button size="small" onClick={() => app.attempt(signOut())}>
            {t('connect.planSignOut')}
          </Button>
        </div>
        <span className="text-fg-3">{t('connect.planHint')}</span>
        <button
          type="button"
          onClick={() => app.attempt(api.command('app.openLink', { url: USAGE_PAGE }))}
          className="justify-self-start rounded-sm text-fg-2 underline decoration-line-control underline-offset-2 hover:text-fg"
        >
          {t('connect.planUsage')}
        </button>
      </div>
    )
  }
  return (
    <div className="grid justify-items-start gap-2">
      <SignInWait app={app} signIn={signIn} running={t('connect.planRunning')}>
        {isSignedIn ? (
          <div className="flex flex-wrap gap-2">
            <Button icon="check" onClick={() => payBy('plan')}>
              {t('connect.planUse')}
            </Button>
            <Button onClick={() => app.attempt(signOut())}>{t('connect.planSignOut')}</Button>
          </div>
        ) : (
          <Button icon="external" onClick={() => app.attempt(signIn.start(plan))}>
            {t('connect.plan')}
          </Button>
        )}
      </SignInWait>
      <span className="text-fg-3 text-sm">{t('connect.planHint')}</span>
      {takesKey ? <span className="text-fg-3 text-sm">{t('connect.orKey')}</span> : null}
    </div>
  )
}

/** Checks the connection once when the plan begins to count. */
function useCheckOfPlan({ runCheck }: Connect, counts: boolean, app: AppStore) {
  const [isChecked, setChecked] = useState(false)
  useEffect(() => {
    if (counts === isChecked) return
    setChecked(counts)
    if (counts) app.attempt(runCheck(true))
  }, [app, counts, isChecked, runCheck])
}
