import { useState } from 'react'
import type { McpOffers } from '#shared/mcp/inspector.ts'
import type { McpDetails, McpServerListing } from '#shared/mcp/mcp-list.ts'
import type { Query } from '../../../../data/use-query.ts'
import { useText } from '../../../../messages/TextProvider.tsx'
import { Button } from '../../../../ui/controls/Button.tsx'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { Segmented } from '../../../../ui/controls/Segmented.tsx'
import { Failure } from '../../../../ui/panes/Failure.tsx'
import { Placeholder } from '../../../../ui/panes/Placeholder.tsx'
import type { SettingsProps } from '../../settings-props.ts'
import { McpLog } from '../McpLog.tsx'
import { ServerFacts, ServerHead } from '../ServerFacts.tsx'
import { INSPECTOR_TABS, type InspectorPane, type TryTarget } from './inspector-view.ts'
import { MessageList } from './MessageList.tsx'
import { OfferList } from './OfferList.tsx'

type McpInspectorProps = SettingsProps & {
  readonly server: McpServerListing
  readonly offers: Query<McpOffers>
  readonly details: Query<McpDetails>
  readonly pane: InspectorPane
  readonly onPane: (pane: InspectorPane) => void
  readonly onBack: () => void
}

/** The page of one server: its messages, what it offers, and its log. */
export function McpInspector(props: McpInspectorProps) {
  const { server, offers, details, pane, onPane, onBack, api, app, toast } = props
  const t = useText()
  const [tab, setTab] = useState<string>('messages')
  const { key, projectId, enabled, health } = server
  const place = { projectId, key }
  const asked = tab === 'log' ? details : offers
  const save = async () => {
    const saved = await api.command('mcp.saveRecording', place)
    if (saved === null) return
    toast({ mark: 'done', text: t('settings.mcp.inspect.saved', { file: saved.fileName }), seconds: 5 })
  }
  const onTry = (target: TryTarget) => onPane({ kind: 'try', target })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
      <div className="flex min-w-0 items-start gap-2">
        <IconButton icon="left" label={t('settings.mcp.inspect.back')} onClick={onBack} />
        <div className="min-w-0 grow">
          <ServerHead server={server} />
        </div>
        <Button
          icon="refresh"
          disabled={!enabled || health.state === 'untrusted'}
          onClick={() => app.attempt(api.command('mcp.restart', place))}
        >
          {t(health.state === 'ready' ? 'settings.mcp.restart' : 'settings.mcp.start')}
        </Button>
        <Button
          icon="check"
          disabled={!enabled || health.state === 'untrusted'}
          onClick={() => onPane({ kind: 'self-test' })}
        >
          {t('settings.mcp.selfTest')}
        </Button>
        <Button icon="file" onClick={() => app.attempt(save())}>
          {t('settings.mcp.inspect.save')}
        </Button>
      </div>
      <ServerFacts server={server} />
      <div>
        <Segmented
          label={t('settings.mcp.show')}
          value={tab}
          options={INSPECTOR_TABS.map((value) => ({ value, label: t(`settings.mcp.tab.${value}`) }))}
          onChange={setTab}
        />
      </div>
      {tab === 'messages' ? (
        <MessageList server={server} pane={pane} onPane={onPane} api={api} app={app} />
      ) : asked.problem !== null ? (
        <Failure message={asked.problem} onRetry={asked.reload} />
      ) : asked.data === null || offers.data === null ? (
        <Placeholder rows={4} />
      ) : tab === 'log' ? (
        <McpLog lines={details.data?.log ?? []} />
      ) : (
        <OfferList tab={tab} offers={offers.data} onTry={onTry} />
      )}
    </div>
  )
}
