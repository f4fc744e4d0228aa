import { RadioGroup } from 'radix-ui'
import { type ReactNode, useId } from 'react'
import { useStore } from 'zustand'
import type { DetectedServer, ModelListing } from '#shared/model/model.ts'
import type { Data } from '../../data/data.ts'
import { useQuery } from '../../data/use-query.ts'
import { useText } from '../../messages/TextProvider.tsx'
import type { AppStore } from '../../store/app-store.ts'
import { classNames } from '../../ui/base/class-names.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Chip } from '../../ui/controls/Chip.tsx'
import { Mark } from '../../ui/controls/Mark.tsx'
import { type Answerer, answererOf, localModel, ownKeyModels, PRACTICE } from './answerer.ts'

type ModelSetupProps = { readonly api: Data; readonly app: AppStore; readonly onConnect: () => void }

/** Three ways to get answers. The choice is the default model and can be changed at any time. */
export function ModelSetup({ api, app, onConnect }: ModelSetupProps) {
  const t = useText()
  const heading = useId()
  const models = useStore(app.store, (state) => state.models)
  const vault = useStore(app.store, (state) => state.vault)
  const { servers, problem, look } = useServers()
  const choose = (answerer: string) => {
    const ref =
      answerer === 'practice' ? PRACTICE : answerer === 'local' ? localModel(models, servers) : keyed(models)
    if (ref !== null) app.attempt(api.command('model.setDefault', { ref }).then(app.loadModels))
    else if (answerer === 'key') onConnect()
    else app.notify('info', t('welcome.noServer'))
  }
  return (
    <section aria-labelledby={heading}>
      <div className="mb-3 flex items-baseline gap-2">
        <h2 id={heading} className="font-semibold">
          {t('welcome.who')}
        </h2>
        <span className="text-fg-3 text-sm">{t('welcome.whoHint')}</span>
      </div>
      <RadioGroup.Root
        aria-labelledby={heading}
        value={answererOf(models)}
        onValueChange={choose}
        className="grid grid-cols-3 gap-3"
      >
        <PracticeCard on={answererOf(models) === 'practice'} />
        <LocalCard on={answererOf(models) === 'local'} servers={servers} problem={problem} onLook={look} />
        <KeyCard
          on={answererOf(models) === 'key'}
          locked={vault?.backend === 'locked'}
          models={models}
          onAdd={onConnect}
        />
      </RadioGroup.Root>
    </section>
  )
}

function keyed(models: readonly ModelListing[]) {
  return ownKeyModels(models)[0]?.ref ?? null
}

function useServers() {
  const { data: servers, problem, reload: look } = useQuery('model.detect', {})
  return { servers, problem, look }
}

type CardProps = {
  readonly value: Answerer
  readonly on: boolean
  readonly title: string
  readonly badge?: string
  readonly text: string
  readonly middle: ReactNode
  readonly foot: ReactNode
}

function Card({ value, on, title, badge, text, middle, foot }: CardProps) {
  return (
    <div
      className={classNames(
        'grid min-h-57 grid-rows-[auto_auto_1fr_auto] content-start gap-2 rounded-lg border bg-raised p-4 shadow-card',
        on ? 'border-ink inset-ring inset-ring-ink' : 'border-line-strong',
      )}
    >
      <h3 className="flex items-center gap-2 font-semibold text-md">
        <RadioGroup.Item value={value} className="-my-0.5 flex min-h-6 items-center gap-2">
          <span
            className={classNames(
              'grid size-4 shrink-0 place-items-center rounded-full inset-ring',
              on ? 'inset-ring-ink' : 'inset-ring-line-control',
            )}
          >
            <RadioGroup.Indicator className="size-2 rounded-full bg-ink" />
          </span>
          {title}
        </RadioGroup.Item>
        <span className="grow" />
        {badge === undefined ? null : <Chip size="small">{badge}</Chip>}
      </h3>
      <p className="text-fg-2 text-sm">{text}</p>
      <div className="self-end">{middle}</div>
      <div className="flex min-h-7 items-center">{foot}</div>
    </div>
  )
}

function PracticeCard({ on }: { on: boolean }) {
  const t = useText()
  const examples = [t('welcome.practice.example1'), t('welcome.practice.example2')]
  return (
    <Card
      value="practice"
      on={on}
      title={t('welcome.practice')}
      badge={t('welcome.practice.badge')}
      text={t('welcome.practice.text')}
      middle={
        <p className="plain-code rounded-md bg-sunken px-3 py-2 text-fg-2 text-sm/5">
          {examples.map((example) => (
            <span key={example} className="block">
              <span className="text-fg-3">{t('welcome.practice.try')}</span> {example}
            </span>
          ))}
        </p>
      }
      foot={
        <p className="-ml-0.5 flex items-center gap-1 text-fg-3 text-sm">
          <Mark state="done" />
          {t('welcome.practice.ready')}
        </p>
      }
    />
  )
}

type LocalCardProps = {
  readonly on: boolean
  readonly servers: readonly DetectedServer[] | null
  readonly problem: string | null
  readonly onLook: () => void
}

function LocalCard({ on, servers, problem, onLook }: LocalCardProps) {
  const t = useText()
  const list = (servers ?? []).map((server) => (
    <Line
      key={server.port}
      on={server.running}
      label={server.running ? t('welcome.local.running') : t('welcome.local.off')}
      name={server.name}
      about={
        server.running ? t('welcome.local.models', { count: server.models.length }) : t('welcome.local.off')
      }
      end={t('welcome.local.port', { port: String(server.port) })}
    />
  ))
  return (
    <Card
      value="local"
      on={on}
      title={t('welcome.local')}
      text={t('welcome.local.text')}
      middle={
        problem === null ? (
          <ul aria-label={t('welcome.local.servers')} aria-busy={servers === null}>
            {servers === null ? (
              <li className="h-7 text-fg-3 text-sm">{t('welcome.local.looking')}</li>
            ) : (
              list
            )}
          </ul>
        ) : (
          <p role="alert" className="text-bad-fg text-sm">
            {problem}
          </p>
        )
      }
      foot={
        <Button icon="refresh" onClick={onLook}>
          {t('welcome.local.look')}
        </Button>
      }
    />
  )
}

type KeyCardProps = {
  readonly on: boolean
  /** The keys are in a vault that has to be opened first. */
  readonly locked: boolean
  readonly models: readonly ModelListing[]
  readonly onAdd: () => void
}

function KeyCard({ on, locked, models, onAdd }: KeyCardProps) {
  const t = useText()
  const own = ownKeyModels(models)
  const names = own.length === 0 ? ['Anthropic', 'OpenAI', 'Google'] : []
  return (
    <Card
      value="key"
      on={on}
      title={t('welcome.key')}
      text={t('welcome.key.text')}
      middle={
        <ul aria-label={t('welcome.key.providers')}>
          {own.slice(0, 3).map((model) => {
            const key = keyIn(model, locked)
            const said = t(`welcome.key.${key}`)
            return (
              <Line
                key={model.ref}
                on={key === 'there'}
                label={said}
                name={model.label}
                about=""
                end={said}
              />
            )
          })}
          {names.map((name) => (
            <Line
              key={name}
              on={false}
              label={t('welcome.key.none')}
              name={name}
              about=""
              end={t('welcome.key.none')}
            />
          ))}
        </ul>
      }
      foot={
        <Button icon="key" onClick={onAdd}>
          {t('welcome.key.add')}
        </Button>
      }
    />
  )
}

/** Whether a model could be asked now, as far as its key goes. */
function keyIn({ key, apiKeyRef }: ModelListing, locked: boolean): 'none' | 'locked' | 'there' {
  if (locked && apiKeyRef?.startsWith('vault:') === true) return 'locked'
  return key === 'missing' ? 'none' : 'there'
}

type LineProps = {
  readonly on: boolean
  readonly label: string
  readonly name: string
  readonly about: string
  readonly end: string
}

function Line({ on, label, name, about, end }: LineProps) {
  return (
    <li className="grid h-7 grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-2 border-line text-sm [&+li]:border-t">
      <Mark state={on ? 'done' : 'pend'} label={label} />
      <span className="truncate">
        <b className={classNames('font-medium', !on && about !== '' && 'text-fg-3')}>{name}</b>{' '}
        <span className="text-fg-3">{about}</span>
      </span>
      <span className="figures text-fg-3 text-xs">{end}</span>
    </li>
  )
}
