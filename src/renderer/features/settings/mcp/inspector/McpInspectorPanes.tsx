import { useState } from 'react'
import type { McpServerListing } from '#shared/mcp/mcp-list.ts'
import { useQuery } from '../../../../data/use-query.ts'
import { useText } from '../../../../messages/TextProvider.tsx'
import { DetailPanes } from '../../../../ui/panes/DetailPanes.tsx'
import type { Pane } from '../../../../ui/panes/Panes.tsx'
import type { SettingsProps } from '../../settings-props.ts'
import type { InspectorPane } from './inspector-view.ts'
import { McpInspector } from './McpInspector.tsx'
import { MessagePane } from './MessagePane.tsx'
import { SelfTestPane } from './SelfTestPane.tsx'
import { TryPane } from './TryPane.tsx'

type McpInspectorPanesProps = SettingsProps & {
  readonly nav: Pane
  readonly server: McpServerListing
  /** Counts up when servers change. */
  readonly onBack: () => void
}

/** The page of one server, with a message or a request by hand at the right. */
export function McpInspectorPanes({ nav, server, onBack, ...props }: McpInspectorPanesProps) {
  const { api } = props
  const t = useText()
  const [pane, setPane] = useState<InspectorPane>({ kind: 'none' })
  const { key, projectId } = server
  const offers = useQuery('mcp.offers', { projectId, key })
  const details = useQuery('mcp.details', { projectId, key })
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
        <McpInspector
          server={server}
          offers={offers}
          details={details}
          pane={pane}
          onPane={setPane}
          onBack={onBack}
          {...props}
        />
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
          <MessagePane key={pane.id} server={server} id={pane.id} api={api} onPane={setPane} />
        ) : pane.kind === 'try' ? (
          <TryPane
            key={JSON.stringify(pane.target)}
            server={server}
            target={pane.target}
            offers={offers.data}
            {...props}
          />
        ) : pane.kind === 'self-test' ? (
          <SelfTestPane server={server} api={api} app={props.app} />
        ) : (
          <p className="text-fg-3 text-sm">{t('settings.mcp.inspect.pick')}</p>
        )}
      </aside>
    ),
  }
  return <DetailPanes name="settings.mcp.inspect" panes={[nav, main]} detail={detail} />
}
