import { useCallback, useState } from 'react'
import type { McpServerListing } from '#shared/mcp/mcp-list.ts'
import { problemOf } from '../../../../api.ts'
import { useProblemWords, useText } from '../../../../messages/TextProvider.tsx'
import { useAsked } from '../../../../ui/hooks/asked.ts'
import { DetailPanes } from '../../../../ui/panes/DetailPanes.tsx'
import type { Pane } from '../../../../ui/panes/Panes.tsx'
import type { SettingsProps } from '../../settings-props.ts'
import type { InspectorPane } from './inspector-view.ts'
import { McpInspector } from './McpInspector.tsx'
import { MessagePane } from './MessagePane.tsx'
import { TryPane } from './TryPane.tsx'

type McpInspectorPanesProps = SettingsProps & {
  readonly nav: Pane
  readonly server: McpServerListing
  /** Counts up when servers change. */
  readonly changes: number
  readonly onBack: () => void
}

/** The page of one server, with a message or a request by hand at the right. */
export function McpInspectorPanes({ nav, server, changes, onBack, ...props }: McpInspectorPanesProps) {
  const { api } = props
  const t = useText()
  const say = useProblemWords()
  const [pane, setPane] = useState<InspectorPane>({ kind: 'none' })
  const { key, projectId } = server
  const words = (error: unknown) => say(problemOf(error))
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of a server is the reason to ask again
  const askOffers = useCallback(
    () => api.call('mcp.offers', { projectId, key }),
    [api, projectId, key, changes],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const askDetails = useCallback(
    () => api.call('mcp.details', { projectId, key }),
    [api, projectId, key, changes],
  )
  const offers = useAsked(askOffers, words)
  const details = useAsked(askDetails, words)
  const main: Pane = {
    id: 'main',
    label: t('settings.mcp'),
    min: 420,
    content: (
      <section
        aria-label={server.name}
        data-pane
        className="pane @container h-full overflow-auto bg-canvas px-8 py-5"
      >
        <McpInspector {...{ server, offers, details, pane, onPane: setPane, onBack }} {...props} />
      </section>
    ),
  }
  const detail = {
    label: t('settings.mcp.inspect.detail'),
    open: pane.kind !== 'none',
    onClose: () => setPane({ kind: 'none' }),
    content: (
      <aside
        aria-label={t('settings.mcp.inspect.detail')}
        data-pane
        className="pane h-full overflow-auto bg-side px-4 py-5"
      >
        {pane.kind === 'message' ? (
          <MessagePane key={pane.id} {...{ server, id: pane.id, changes, api, onPane: setPane }} />
        ) : pane.kind === 'try' ? (
          <TryPane
            key={JSON.stringify(pane.target)}
            {...{ server, target: pane.target, offers: offers.data, changes }}
            {...props}
          />
        ) : (
          <p className="text-fg-3 text-sm">{t('settings.mcp.inspect.pick')}</p>
        )}
      </aside>
    ),
  }
  return <DetailPanes name="settings.mcp.inspect" panes={[nav, main]} detail={detail} />
}
