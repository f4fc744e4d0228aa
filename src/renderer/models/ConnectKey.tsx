import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { ConnectionReport } from '#shared/model/model.ts'
import { ModelApi } from '#shared/model/model.ts'
import type { Data } from '../data/data.ts'
import { useText, useTold } from '../messages/TextProvider.tsx'
import type { AppStore } from '../store/app-store.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Field, FieldError } from '../ui/controls/Field.tsx'
import { Mark } from '../ui/controls/Mark.tsx'
import { SecretInput } from '../ui/controls/SecretInput.tsx'
import { Select } from '../ui/controls/Select.tsx'
import { TextInput } from '../ui/controls/TextInput.tsx'
import { KeySignIn } from './KeySignIn.tsx'
import { PlanSignIn } from './PlanSignIn.tsx'
import { type Place, type ProviderChoice, typedValue } from './providers.ts'
import type { Connect } from './use-connect.ts'

type ConnectKeyProps = {
  readonly api: Data
  readonly app: AppStore
  readonly connect: Connect
  readonly provider: ProviderChoice
  /** Whether the vault has a key of this provider. */
  readonly hasKey: boolean
}

/** Takes the key of a provider into the vault and checks the connection. */
export function ConnectKey({ api, app, connect, provider, hasKey }: ConnectKeyProps) {
  const t = useText()
  const [key, setKey] = useState('')
  const [replaces, setReplaces] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  const { place, check, secret, values } = connect
  const asksForKey = connect.way === 'key' && provider.needsKey !== 'no' && (!hasKey || replaces)
  const form = useRef<HTMLFormElement>(null)
  const asked = useRef(asksForKey)
  useEffect(() => {
    const isAnswered = asked.current && !asksForKey
    asked.current = asksForKey
    // The field had the focus when the vault said late that it has the key.
    if (isAnswered && document.activeElement === document.body)
      form.current?.querySelector<HTMLElement>('[type=submit]')?.focus()
  }, [asksForKey])
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (place === null) return setWrong(t('connect.placeMissing'))
    if (asksForKey && key.trim() === '' && provider.needsKey === 'yes')
      return setWrong(t('connect.keyMissing'))
    setWrong(null)
    if (asksForKey && key.trim() !== '') {
      setKey('')
      setReplaces(false)
      await connect.saveKey(key.trim())
    } else await connect.runCheck(hasKey)
  }
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => app.attempt(send(event))}
      className="grid content-start gap-3"
    >
      {provider.fields.map((field) => (
        <Field key={field} label={t(`connect.field.${field}`)} hint={t(`connect.hint.${field}`)}>
          {(ids) => (
            <TextInput
              {...ids}
              mono
              value={values[field]}
              onText={(text) => connect.setValues({ ...values, [field]: typedValue(text) })}
            />
          )}
        </Field>
      ))}
      {provider.id === 'other' ? <ProtocolField connect={connect} /> : null}
      <PlanSignIn api={api} app={app} connect={connect} takesKey={asksForKey} />
      {asksForKey ? (
        <KeySignIn api={api} app={app} provider={provider} onKey={() => connect.runCheck(true)} />
      ) : null}
      {asksForKey ? (
        <Field
          label={t(provider.id === 'vertex' ? 'connect.account' : 'connect.apiKey')}
          hint={t('connect.keyHint', { name: secret })}
          error={wrong}
        >
          {(ids) => (
            <SecretInput ids={ids} autoFocus={provider.fields.length === 0} value={key} onText={setKey} />
          )}
        </Field>
      ) : connect.way === 'plan' ? null : (
        <div className="flex items-center gap-2 text-sm">
          <Mark state="done" />
          <span className="min-w-0 grow">{t('connect.keySaved', { name: secret })}</span>
          <Button size="small" onClick={() => setReplaces(true)}>
            {t('connect.replace')}
          </Button>
        </div>
      )}
      {asksForKey || wrong === null ? null : <FieldError>{wrong}</FieldError>}
      {provider.keyPage === null || connect.way === 'plan' ? null : (
        <button
          type="button"
          onClick={() => app.attempt(api.command('app.openLink', { url: provider.keyPage ?? '' }))}
          className="justify-self-start rounded-sm text-fg-2 text-sm underline decoration-line-control underline-offset-2 hover:text-fg"
        >
          {t('connect.createKey', { host: new URL(provider.keyPage).host })}
        </button>
      )}
      <section aria-label={t('connect.check')} className="grid gap-2 border-line border-t pt-3">
        <header className="flex min-h-6 items-center gap-2">
          <h4 className="grow font-semibold text-fg-2 text-sm">{t('connect.check')}</h4>
          <Button type="submit" size="small" disabled={check.state === 'running'}>
            {t(check.state === 'idle' ? 'connect.checkNow' : 'connect.checkAgain')}
          </Button>
        </header>
        <div aria-live="polite" className="grid gap-1 text-sm empty:hidden">
          {check.state === 'running' ? (
            <span className="flex items-center gap-2 text-fg-3">
              <Mark state="run" />
              {t('connect.checking')}
            </span>
          ) : null}
          {check.state === 'failed' && check.report === null ? (
            <FieldError>{check.problem}</FieldError>
          ) : null}
          {check.state === 'done' || check.state === 'failed' ? <Steps report={check.report} /> : null}
        </div>
      </section>
    </form>
  )
}

/** The checks, in the words of the connection test. */
function Steps({ report }: { readonly report: ConnectionReport | null }) {
  const t = useText()
  const told = useTold()
  if (report === null) return null
  return (
    <ul className="grid gap-1">
      {report.steps.map(({ step, ok, detail }) => (
        <li key={step} className="grid grid-cols-[16px_minmax(0,1fr)] items-start gap-x-2">
          <Mark state={ok ? 'done' : 'fail'} />
          <span className="min-w-0 break-words">
            {ok ? t(`settings.test.step.${step}`) : <span className="text-bad-fg">{told(detail)}</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}

const PROTOCOLS = ModelApi.options.flatMap((api) => (api === 'builtin' ? [] : [api]))

/** The protocol of a server that is known by its address only. */
function ProtocolField({ connect }: { readonly connect: Connect }) {
  const t = useText()
  return (
    <Field label={t('connect.protocol')}>
      {({ id }) => (
        <Select
          id={id}
          mono
          value={connect.protocol}
          groups={[{ title: null, options: PROTOCOLS.map((api) => ({ value: api, label: api })) }]}
          onChange={(value) => connect.setProtocol(PROTOCOLS.find((api) => api === value) ?? FIRST)}
        />
      )}
    </Field>
  )
}

const FIRST: Place['api'] = 'openai-completions'
