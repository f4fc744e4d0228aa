import { useState } from 'react'
import { useStore } from 'zustand'
import type { DetectedServer, ModelListing } from '#shared/model/model.ts'
import { useQuery } from '../../../data/use-query.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { ConnectModel } from '../../../models/ConnectModel.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Mark } from '../../../ui/controls/Mark.tsx'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { Placeholder } from '../../../ui/panes/Placeholder.tsx'
import { FiguresGroup } from '../FiguresGroup.tsx'
import { SectionHead } from '../SectionHead.tsx'
import type { SettingsProps } from '../settings-props.ts'
import { ModelsTable } from './ModelsTable.tsx'
import { draftOfServer, type ModelView, NEW_MODEL, NO_MODEL } from './model-view.ts'
import { RolesGroup } from './RolesGroup.tsx'

type ModelsSectionProps = SettingsProps & {
  readonly view: ModelView
  readonly onView: (view: ModelView) => void
}

/** The configured models, the default one, and the model servers found on this machine. */
export function ModelsSection({ api, app, toast, view, onView }: ModelsSectionProps) {
  const t = useText()
  const models = useStore(app.store, (state) => state.models)
  const [connects, setConnects] = useState(false)
  const [isBack, setIsBack] = useState(false)
  const leave = () => {
    setConnects(false)
    setIsBack(true)
  }
  if (connects) {
    return (
      <>
        <SectionHead title={t('connect.title')} />
        <ConnectModel
          api={api}
          app={app}
          onBack={leave}
          onDone={(model) => {
            leave()
            toast({ mark: 'done', text: t('connect.done', { model }), seconds: 5 })
          }}
        />
      </>
    )
  }
  return (
    <>
      <SectionHead
        title={t('settings.models')}
        action={
          <>
            <Button icon="plus" onClick={() => onView({ kind: 'add', draft: NEW_MODEL })}>
              {t('settings.model.add')}
            </Button>
            <Button
              look="primary"
              icon="plug"
              autoFocus={isBack}
              onClick={() => {
                onView(NO_MODEL)
                setConnects(true)
              }}
            >
              {t('connect.open')}
            </Button>
          </>
        }
      />
      <RolesGroup api={api} app={app} models={models} />
      <section className="@container grid gap-1">
        <h3 className="font-semibold text-fg-2 text-sm">{t('settings.models')}</h3>
        <ModelsTable models={models} view={view} onView={onView} onAddKey={() => app.show('vault')} />
      </section>
      <FiguresGroup />
      <DetectedServers api={api} models={models} onView={onView} />
    </>
  )
}

type DetectedServersProps = Pick<ModelsSectionProps, 'api' | 'onView'> & {
  readonly models: readonly ModelListing[]
}

function DetectedServers({ models, onView }: DetectedServersProps) {
  const t = useText()
  const servers = useQuery('model.detect', {})
  return (
    <section aria-label={t('settings.servers')} className="grid gap-2">
      <header className="flex items-center">
        <h3 className="grow font-semibold text-fg-2 text-sm">{t('settings.servers')}</h3>
        <Button look="ghost" size="small" icon="refresh" onClick={servers.reload}>
          {t('settings.servers.look')}
        </Button>
      </header>
      {servers.problem === null ? null : <Failure message={servers.problem} onRetry={servers.reload} />}
      {servers.data === null ? (
        servers.problem === null ? (
          <Placeholder rows={3} />
        ) : null
      ) : (
        <ul className="rounded-lg border border-line-strong bg-raised shadow-card">
          {servers.data.map((server) => (
            <ServerLine key={server.port} server={server} models={models} onView={onView} />
          ))}
        </ul>
      )}
    </section>
  )
}

type ServerLineProps = {
  readonly server: DetectedServer
  readonly models: readonly ModelListing[]
  readonly onView: (view: ModelView) => void
}

function ServerLine({ server, models, onView }: ServerLineProps) {
  const t = useText()
  const used = new Set(
    models
      .filter((model) => model.source === 'config' && model.baseUrl === server.baseUrl)
      .map((model) => model.id),
  )
  const [fresh] = server.models.filter((id) => !used.has(id))
  return (
    <li className="flex min-h-10 items-center gap-2 border-line px-4 py-1.5 text-sm [&+li]:border-t">
      <Mark
        state={server.running ? 'done' : 'pend'}
        label={server.running ? t('settings.servers.running') : t('settings.servers.off')}
      />
      <span className="font-medium">{server.name}</span>
      <span className="min-w-0 grow truncate text-fg-3">
        {server.running
          ? server.models.join(', ') || t('settings.servers.noModels')
          : t('settings.servers.off')}
      </span>
      <span className="plain-code text-fg-3 text-xs">{server.baseUrl}</span>
      {server.running && fresh !== undefined ? (
        <Button
          size="small"
          aria-label={t('settings.servers.addFrom', { server: server.name })}
          onClick={() => onView({ kind: 'add', draft: draftOfServer(server, fresh, models) })}
        >
          {t('settings.servers.add')}
        </Button>
      ) : null}
    </li>
  )
}
