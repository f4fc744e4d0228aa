import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { DetectedServer } from '#shared/model/model.ts'
import type { Data } from '../data/data.ts'
import { useQuery } from '../data/use-query.ts'
import { useText } from '../messages/TextProvider.tsx'
import type { AppStore } from '../store/app-store.ts'
import { classNames } from '../ui/base/class-names.ts'
import { Mark } from '../ui/controls/Mark.tsx'
import { TextInput } from '../ui/controls/TextInput.tsx'
import { useRoving } from '../ui/hooks/roving.ts'
import { Failure } from '../ui/panes/Failure.tsx'
import { Placeholder } from '../ui/panes/Placeholder.tsx'
import { labelOf, PROVIDERS, type ProviderChoice } from './providers.ts'
import type { Connect } from './use-connect.ts'

type ProviderListProps = {
  readonly api: Data
  readonly app: AppStore
  readonly connect: Connect
  /** Called once a model of this machine is the default. */
  readonly onLocal: (ref: string) => void
}

/** Everything that can answer: servers of this machine, then providers by name. */
export function ProviderList({ api, app, connect, onLocal }: ProviderListProps) {
  const t = useText()
  const [query, setQuery] = useState('')
  const models = useStore(app.store, (state) => state.models)
  const servers = useQuery('model.detect', {})
  const keys = useRoving('[data-choice]')
  const wanted = query.trim().toLowerCase()
  const matches = (name: string) => name.toLowerCase().includes(wanted)
  const running = (servers.data ?? []).filter(({ running, name }) => running && matches(name))
  const online = PROVIDERS.filter(({ id, label }) => matches(`${labelOf(label, t('connect.other'))} ${id}`))
  const connected = useMemo(
    () => new Set(models.flatMap(({ provider, key }) => (key === 'missing' ? [] : [provider]))),
    [models],
  )
  const pickLocal = async (server: DetectedServer) => {
    const [id] = server.models
    const model = models.find((each) => each.baseUrl === server.baseUrl && each.id === id)
    if (model === undefined) return app.notify('info', t('connect.localEmpty', { server: server.name }))
    await api.command('model.setDefault', { ref: model.ref })
    await app.loadModels()
    onLocal(model.ref)
  }
  /** Also the one whose key has just been checked. */
  const isConnected = (id: string) =>
    connected.has(id) || (id === connect.provider?.id && connect.check.state === 'done')
  const isNone = running.length + online.length === 0
  const first = connect.provider ?? online[0]
  const list = useRef<HTMLDivElement>(null)
  const intoList = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || (event.key !== 'ArrowDown' && event.key !== 'Enter')) return
    event.preventDefault()
    const top = list.current?.querySelector<HTMLElement>('[data-choice]')
    if (event.key === 'Enter' && wanted !== '') top?.click()
    else top?.focus()
  }
  return (
    <>
      <TextInput
        icon="search"
        quiet
        autoFocus
        value={query}
        onKeyDown={intoList}
        onText={setQuery}
        aria-label={t('connect.search')}
        placeholder={t('connect.search')}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the buttons inside */}
      <div ref={list} onKeyDown={keys} className="grid gap-3">
        {servers.problem === null ? null : <Failure message={servers.problem} onRetry={servers.reload} />}
        {servers.data === null && servers.problem === null ? <Placeholder rows={1} /> : null}
        {running.length === 0 ? null : (
          <Group title={t('connect.local')}>
            {running.map((server) => (
              <Choice
                key={server.port}
                name={server.name}
                about={t('connect.localAbout', { count: server.models.length, port: String(server.port) })}
                end={t('connect.noKey')}
                state="done"
                on={false}
                reachable={false}
                onChoose={() => app.attempt(pickLocal(server))}
              />
            ))}
          </Group>
        )}
        {online.length === 0 ? null : (
          <Group title={t('connect.online')}>
            {online.map((provider) => (
              <Choice
                key={provider.id}
                name={labelOf(provider.label, t('connect.other'))}
                about={t(`connect.about.${aboutOf(provider)}`)}
                end={t(provider.needsKey === 'yes' ? 'connect.needsKey' : 'connect.needsAddress')}
                state={isConnected(provider.id) ? 'done' : 'pend'}
                on={provider.id === connect.provider?.id}
                reachable={provider.id === first?.id}
                onChoose={() => connect.choose(provider)}
              />
            ))}
          </Group>
        )}
      </div>
      {isNone ? (
        <p role="status" className="text-fg-3 text-sm">
          {t('connect.none', { query: query.trim() })}
        </p>
      ) : null}
    </>
  )
}

/** The provider's line of description. */
function aboutOf({ id }: ProviderChoice) {
  return ABOUT.find((each) => each === id) ?? 'other'
}
const ABOUT = [
  'anthropic',
  'openai',
  'google',
  'openrouter',
  'deepseek',
  'groq',
  'mistral',
  'xai',
  'qwen',
  'cerebras',
  'azure',
  'vertex',
] as const

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h4 className="mb-1 font-medium text-fg-3 text-xs">{title}</h4>
      <ul className="-mx-2">{children}</ul>
    </section>
  )
}

type ChoiceProps = {
  readonly name: string
  readonly about: string
  readonly end: string
  readonly state: 'done' | 'pend'
  readonly on: boolean
  readonly reachable: boolean
  readonly onChoose: () => void
}

function Choice({ name, about, end, state, on, reachable, onChoose }: ChoiceProps) {
  const t = useText()
  return (
    <li>
      <button
        type="button"
        data-choice
        aria-pressed={on}
        tabIndex={reachable ? 0 : -1}
        onClick={onChoose}
        className={classNames(
          'row-cursor grid w-full grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-2 rounded-md px-2 py-1 text-left hover:bg-hover',
          on && 'bg-press',
        )}
      >
        <Mark state={state} label={t(state === 'done' ? 'connect.connected' : 'connect.notConnected')} />
        <span className="min-w-0">
          <b className="block truncate font-medium text-sm">{name}</b>
          <span className="block truncate text-fg-3 text-xs">{about}</span>
        </span>
        <span className="text-fg-3 text-xs">{end}</span>
      </button>
    </li>
  )
}
