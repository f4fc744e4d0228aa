import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { problemOf } from '../api.ts'
import type { Data } from '../data/data.ts'
import { useQuery } from '../data/use-query.ts'
import { useText } from '../messages/TextProvider.tsx'
import type { AppStore } from '../store/app-store.ts'
import { classNames } from '../ui/base/class-names.ts'
import { Icon } from '../ui/base/Icon.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { FieldError } from '../ui/controls/Field.tsx'
import { Mark } from '../ui/controls/Mark.tsx'
import { ConnectKey } from './ConnectKey.tsx'
import { PickModel } from './PickModel.tsx'
import { ProviderList } from './ProviderList.tsx'
import { labelOf } from './providers.ts'
import { useConnect } from './use-connect.ts'

type ConnectModelProps = {
  readonly api: Data
  readonly app: AppStore
  /** Called with the reference of the model that was connected. */
  readonly onDone: (ref: string) => void
  readonly onBack: () => void
}

/** Connects a model in three steps: choose a provider, check its key, pick a model. */
export function ConnectModel({ api, app, onDone, onBack }: ConnectModelProps) {
  const t = useText()
  const connect = useConnect({ api, app })
  const { provider, check, chosen } = connect
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const hasKey = useSecret(connect.secret)
  const label = provider?.label ?? ''
  const step = provider === null ? 1 : check.state === 'done' ? 3 : 2
  const start = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const ref = await connect.start(hasKey && provider?.needsKey !== 'no')
      if (ref !== null) onDone(ref)
    } catch (error) {
      setProblem(problemOf(error).message)
      setBusy(false)
    }
  }
  return (
    <div className="@container overflow-hidden rounded-xl border border-line-strong bg-raised shadow-card">
      <div className="grid @min-[900px]:grid-cols-[272px_320px_minmax(0,1fr)]">
        <Step
          at={1}
          current={step}
          title={t('connect.choose')}
          end={provider === null ? null : labelOf(provider.label, t('connect.other'))}
        >
          <ProviderList api={api} app={app} connect={connect} onLocal={onDone} />
        </Step>
        <Step
          at={2}
          current={step}
          title={label === '' ? t('connect.key') : t('connect.to', { provider: label })}
        >
          {provider === null ? (
            <p className="text-fg-3 text-sm">{t('connect.chooseFirst')}</p>
          ) : (
            <ConnectKey
              key={provider.id}
              api={api}
              app={app}
              connect={connect}
              hasKey={hasKey}
              provider={provider}
            />
          )}
        </Step>
        <Step
          at={3}
          current={step}
          title={t('connect.pick')}
          end={step === 3 ? t('connect.models', { count: connect.picks.length }) : null}
        >
          {step === 3 ? (
            <PickModel connect={connect} />
          ) : (
            <p className="text-fg-3 text-sm">{t('connect.checkFirst')}</p>
          )}
        </Step>
      </div>
      <footer className="flex flex-wrap items-center gap-2 border-line border-t px-4 py-3">
        <Icon name="lock" size="s" className="text-fg-3" />
        <p className="min-w-0 grow text-fg-2 text-sm">
          {t('connect.private', { provider: label === '' ? t('connect.provider') : label })}
        </p>
        {problem === null ? null : <FieldError>{problem}</FieldError>}
        <Button onClick={provider === null ? onBack : connect.reset}>{t('connect.back')}</Button>
        <Button
          look="primary"
          disabled={step !== 3 || chosen === null || busy}
          onClick={() => app.attempt(start())}
        >
          {chosen === null ? t('connect.start') : t('connect.startWith', { model: chosen.id })}
        </Button>
      </footer>
    </div>
  )
}

/** Whether the vault has a value under this name. */
function useSecret(name: string): boolean {
  const secrets = useQuery('vault.list', {})
  return secrets.data?.some((secret) => secret.name === name && secret.present) ?? false
}

type StepProps = {
  readonly at: number
  readonly current: number
  readonly title: string
  readonly end?: string | null
  readonly children: ReactNode
}

function Step({ at, current, title, end = null, children }: StepProps) {
  const t = useText()
  const heading = useId()
  const body = useRef<HTMLDivElement>(null)
  useFocusWhenCurrent(body, at === current)
  return (
    <section
      aria-labelledby={heading}
      aria-current={at === current ? 'step' : undefined}
      className="flex min-w-0 flex-col border-line @max-[900px]:[&+section]:border-t @min-[900px]:[&+section]:border-l"
    >
      <header className="flex h-12 items-center gap-2 border-line border-b px-4">
        {at < current ? (
          <Mark state="done" label={t('connect.stepDone')} />
        ) : (
          <span
            aria-hidden="true"
            className={classNames(
              'grid size-5 place-items-center rounded-full font-semibold text-xs',
              at === current ? 'bg-ink text-on-ink' : 'text-fg-3 inset-ring inset-ring-line-strong',
            )}
          >
            {at}
          </span>
        )}
        <h3 id={heading} className="min-w-0 grow truncate font-semibold text-sm">
          {title}
        </h3>
        {end === null ? null : <span className="text-fg-3 text-xs">{end}</span>}
      </header>
      <div
        ref={body}
        className={classNames(
          'flex min-h-0 grow flex-col gap-3 p-4 *:shrink-0',
          '@min-[900px]:h-[clamp(380px,calc(100vh-340px),600px)] @min-[900px]:overflow-auto',
          at !== current && '@max-[900px]:hidden',
        )}
      >
        {children}
      </div>
    </section>
  )
}

/** Moves the focus to the first control of a step that has just become the current one. */
function useFocusWhenCurrent(body: RefObject<HTMLElement | null>, isCurrent: boolean) {
  const was = useRef(isCurrent)
  useEffect(() => {
    const began = isCurrent && !was.current
    was.current = isCurrent
    if (!began) return
    for (const kind of ['[role=radio][data-state=checked]', 'input', '[type=submit]', 'button']) {
      const control = body.current?.querySelector<HTMLElement>(kind)
      if (control) return control.focus()
    }
  }, [body, isCurrent])
}
