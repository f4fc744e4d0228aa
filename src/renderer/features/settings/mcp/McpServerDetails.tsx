import { useState } from 'react'
import type { ProjectId } from '#shared/ids.ts'
import type { McpServerListing } from '#shared/mcp/mcp-list.ts'
import { useQuery } from '../../../data/use-query.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Segmented } from '../../../ui/controls/Segmented.tsx'
import { Switch } from '../../../ui/controls/Switch.tsx'
import { Banner } from '../../../ui/panes/Banner.tsx'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { Placeholder } from '../../../ui/panes/Placeholder.tsx'
import type { SettingsProps } from '../settings-props.ts'
import { McpLog } from './McpLog.tsx'
import { McpSignIn } from './McpSignIn.tsx'
import { McpSkills } from './McpSkills.tsx'
import { McpTools } from './McpTools.tsx'
import { type McpView, NO_VIEW } from './mcp-view.ts'
import { ServerFacts, ServerHead } from './ServerFacts.tsx'

type McpServerDetailsProps = SettingsProps & {
  readonly server: McpServerListing
  readonly projectId: ProjectId | null
  /** Counts up when something of the servers is another. */
  readonly onView: (view: McpView) => void
}

/** One server: what it is, how it is doing, its tools and its log. */
export function McpServerDetails(props: McpServerDetailsProps) {
  const { server, api, app } = props
  const t = useText()
  const [tab, setTab] = useState<'tools' | 'log'>('tools')
  const { key, projectId } = server
  const asked = useQuery('mcp.details', { projectId, key })
  const details = asked.data
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 px-4 py-5">
      <ServerHead server={server} />
      {server.health.state === 'untrusted' ? <TrustQuestion {...props} /> : null}
      <McpSignIn server={server} api={props.api} app={app} />
      <ServerFacts server={server} />
      <AppsSwitch {...props} />
      <McpSkills {...props} />
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
      {asked.problem === null ? null : <Failure message={asked.problem} onRetry={asked.reload} />}
      {details === null ? (
        asked.problem === null ? (
          <Placeholder rows={4} />
        ) : null
      ) : tab === 'tools' ? (
        <McpTools
          tools={details.tools}
          onReadOnly={(tool, readOnly) =>
            app.attempt(api.command('mcp.markReadOnly', { projectId, key, tool, readOnly }))
          }
        />
      ) : (
        <McpLog lines={details.log} />
      )}
    </div>
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
        <Button
          size="small"
          onClick={() => app.attempt(api.command('mcp.trust', { projectId, key, digest }))}
        >
          {t('settings.mcp.trust')}
        </Button>
      }
    >
      {changed ? `${t('settings.mcp.trustChanged')} ` : ''}
      {t(kind === 'stdio' ? 'settings.mcp.trustProgram' : 'settings.mcp.trustAddress')}
    </Banner>
  )
}

/** Allows the interactive views of a server, or takes that back. A running server starts again, so that it knows. */
function AppsSwitch({ server, api, app }: McpServerDetailsProps) {
  const t = useText()
  const { key, projectId, digest, apps, health, name } = server
  const change = async (on: boolean) => {
    await api.command('mcp.allowApps', { projectId, key, digest: on ? digest : null })
    if (health.state === 'ready') await api.command('mcp.restart', { projectId, key })
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 text-sm">
      <span className="grid min-w-0">
        <span>{t('mcpapp.allow')}</span>
        <span className="text-fg-3 text-xs">{t('mcpapp.allowHint')}</span>
      </span>
      <Switch
        label={t('mcpapp.allowOf', { name })}
        checked={apps}
        onChange={(on) => app.attempt(change(on))}
      />
    </div>
  )
}

function ServerActs({ server, api, app, toast, onView }: McpServerDetailsProps) {
  const t = useText()
  const { key, projectId, name, source, health, enabled, signedInAt } = server
  const isRunnable = enabled && health.state !== 'untrusted'
  const place = { projectId, key }
  const remove = async () => {
    await api.command('mcp.remove', place)
    onView(NO_VIEW)
    toast({ mark: 'done', text: t('settings.mcp.removed', { name }), seconds: 5 })
  }
  const copy = async () => {
    await api.command('mcp.copy', place)
    toast({ mark: 'done', text: t('settings.mcp.copied', { name }), seconds: 5 })
    onView({ kind: 'server', key: `user:${name}` })
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        icon="refresh"
        disabled={!isRunnable}
        onClick={() => app.attempt(api.command('mcp.restart', place))}
      >
        {t(health.state === 'ready' ? 'settings.mcp.restart' : 'settings.mcp.start')}
      </Button>
      <Button icon="pulse" onClick={() => onView({ kind: 'inspect', key })}>
        {t('settings.mcp.inspect')}
      </Button>
      {signedInAt === null ? null : (
        <Button
          title={t('settings.mcp.signOutHint', { host: signedInAt })}
          onClick={() => app.attempt(api.command('mcp.signOut', place))}
        >
          {t('settings.mcp.signOut')}
        </Button>
      )}
      {projectId === null ? null : (
        <>
          {health.state === 'untrusted' ? null : (
            <Button onClick={() => app.attempt(api.command('mcp.trust', { projectId, key, digest: null }))}>
              {t('settings.mcp.distrust')}
            </Button>
          )}
          <Button onClick={() => app.attempt(copy())}>{t('settings.mcp.copy')}</Button>
        </>
      )}
      {source === 'user' ? (
        <>
          <Button icon="edit" onClick={() => onView({ kind: 'edit', key })}>
            {t('settings.mcp.editServer')}
          </Button>
          <Button onClick={() => app.attempt(api.command('app.openConfig', {}))}>
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
