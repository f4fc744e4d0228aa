import { useCallback, useState } from 'react'
import type { ProjectId } from '#shared/ids.ts'
import type { McpServerListing } from '#shared/mcp/mcp-list.ts'
import { problemOf } from '../../../api.ts'
import { useProblemWords, useText } from '../../../messages/TextProvider.tsx'
import { useNumbers } from '../../../ui/base/numbers.ts'
import { useDateText } from '../../../ui/base/time.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Chip } from '../../../ui/controls/Chip.tsx'
import { Mark } from '../../../ui/controls/Mark.tsx'
import { Segmented } from '../../../ui/controls/Segmented.tsx'
import { useAsked } from '../../../ui/hooks/asked.ts'
import { Banner } from '../../../ui/panes/Banner.tsx'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { Placeholder } from '../../../ui/panes/Placeholder.tsx'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'
import type { SettingsProps } from '../settings-props.ts'
import { HealthWords } from './HealthWords.tsx'
import { McpLog } from './McpLog.tsx'
import { McpTools } from './McpTools.tsx'
import { type McpView, markOf, NO_VIEW } from './mcp-view.ts'

type McpServerDetailsProps = SettingsProps & {
  readonly server: McpServerListing
  readonly projectId: ProjectId | null
  /** Counts up when something of the servers is another. */
  readonly changes: number
  readonly onView: (view: McpView) => void
}

/** One server: what it is, how it is doing, its tools and its log. */
export function McpServerDetails(props: McpServerDetailsProps) {
  const { server, changes, api, app } = props
  const t = useText()
  const say = useProblemWords()
  const [tab, setTab] = useState<'tools' | 'log'>('tools')
  const { key, projectId } = server
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of a server is the reason to ask again
  const ask = useCallback(() => api.call('mcp.details', { projectId, key }), [api, projectId, key, changes])
  const asked = useAsked(ask, (error) => say(problemOf(error)))
  const details = asked.data
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 px-4 py-5">
      <ServerHead server={server} />
      {server.health.state === 'untrusted' ? <TrustQuestion {...props} /> : null}
      <ServerFacts server={server} />
      <ServerActs {...props} />
      <div>
        <Segmented
          label={t('settings.mcp.show')}
          value={tab}
          options={(['tools', 'log'] as const).map((value) => ({
            value,
            label: t(`settings.mcp.tab.${value}`),
          }))}
          onChange={(value) => setTab(value === 'log' ? 'log' : 'tools')}
        />
      </div>
      {asked.problem === null ? null : <Failure message={asked.problem} onRetry={asked.ask} />}
      {details === null ? (
        asked.problem === null ? (
          <Placeholder rows={4} />
        ) : null
      ) : tab === 'tools' ? (
        <McpTools
          tools={details.tools}
          onReadOnly={(tool, readOnly) =>
            app.attempt(api.call('mcp.markReadOnly', { projectId, key, tool, readOnly }))
          }
        />
      ) : (
        <McpLog lines={details.log} />
      )}
    </div>
  )
}

function ServerHead({ server }: Pick<McpServerDetailsProps, 'server'>) {
  const t = useText()
  const { name, kind, health, source, sandboxed } = server
  return (
    <header className="grid min-w-0 gap-1">
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <Mark state={markOf(health)} label={t(`settings.mcp.state.${health.state}`)} />
        <h2 className="min-w-0 break-words font-semibold text-lg tracking-tight">{name}</h2>
        <Chip size="small" mono>
          {kind}
        </Chip>
        <Chip size="small" look="flat">
          {t(`settings.mcp.source.${source}`)}
        </Chip>
        {sandboxed ? (
          <Chip size="small" look="flat">
            {t('settings.mcp.sandboxed')}
          </Chip>
        ) : null}
      </div>
      <div role="status" className="grid min-w-0">
        <HealthWords server={server} />
      </div>
    </header>
  )
}

function ServerFacts({ server }: Pick<McpServerDetailsProps, 'server'>) {
  const t = useText()
  const numbers = useNumbers()
  const date = useDateText()
  const { target, given, protocol, tokens, calls, errors, lastUsedAt, kind, health } = server
  const facts = [
    [t(kind === 'stdio' ? 'settings.mcp.fact.command' : 'settings.mcp.fact.url'), target],
    ...(given.length === 0 ? [] : [[t('settings.mcp.fact.given'), given.join(', ')] as const]),
    ...(protocol === null ? [] : [[t('settings.mcp.fact.protocol'), protocol] as const]),
    ...(tokens === null ? [] : [[t('settings.mcp.fact.tokens'), numbers.short(tokens)] as const]),
    [t('settings.mcp.fact.calls'), t('settings.mcp.callsWithErrors', { calls, errors })],
    [t('settings.mcp.fact.lastUse'), lastUsedAt === null ? t('settings.mcp.never') : date(lastUsedAt)],
    ...(health.state === 'failed' ? [[t('settings.mcp.fact.reason'), health.reason] as const] : []),
  ] as const
  return (
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
      {facts.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-fg-3">{label}</dt>
          <dd className="figures break-words text-fg-2">
            <ForeignText text={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A server of a project starts only once the person has read what it would start. */
function TrustQuestion({ server, api, app }: McpServerDetailsProps) {
  const t = useText()
  const { key, projectId, digest, changed, kind } = server
  if (projectId === null) return null
  return (
    <Banner
      action={
        <Button size="small" onClick={() => app.attempt(api.call('mcp.trust', { projectId, key, digest }))}>
          {t('settings.mcp.trust')}
        </Button>
      }
    >
      {changed ? `${t('settings.mcp.trustChanged')} ` : ''}
      {t(kind === 'stdio' ? 'settings.mcp.trustProgram' : 'settings.mcp.trustAddress')}
    </Banner>
  )
}

function ServerActs({ server, api, app, toast, onView }: McpServerDetailsProps) {
  const t = useText()
  const { key, projectId, name, source, health, enabled } = server
  const isRunnable = enabled && health.state !== 'untrusted'
  const place = { projectId, key }
  const remove = async () => {
    await api.call('mcp.remove', place)
    onView(NO_VIEW)
    toast({ mark: 'done', text: t('settings.mcp.removed', { name }), seconds: 5 })
  }
  const copy = async () => {
    await api.call('mcp.copy', place)
    toast({ mark: 'done', text: t('settings.mcp.copied', { name }), seconds: 5 })
    onView({ kind: 'server', key: `user:${name}` })
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        icon="refresh"
        disabled={!isRunnable}
        onClick={() => app.attempt(api.call('mcp.restart', place))}
      >
        {t(health.state === 'ready' ? 'settings.mcp.restart' : 'settings.mcp.start')}
      </Button>
      {projectId === null ? null : (
        <>
          {health.state === 'untrusted' ? null : (
            <Button onClick={() => app.attempt(api.call('mcp.trust', { projectId, key, digest: null }))}>
              {t('settings.mcp.distrust')}
            </Button>
          )}
          <Button onClick={() => app.attempt(copy())}>{t('settings.mcp.copy')}</Button>
        </>
      )}
      {source === 'user' ? (
        <>
          <Button onClick={() => app.attempt(api.call('app.openConfig', {}))}>
            {t('settings.mcp.edit')}
          </Button>
          <Button look="danger" icon="trash" onClick={() => app.attempt(remove())}>
            {t('settings.mcp.remove')}
          </Button>
        </>
      ) : null}
    </div>
  )
}
