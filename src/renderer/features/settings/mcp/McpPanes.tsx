import { useState } from 'react'
import { useStore } from 'zustand'
import { useQuery } from '../../../data/use-query.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { DetailPanes } from '../../../ui/panes/DetailPanes.tsx'
import type { Pane } from '../../../ui/panes/Panes.tsx'
import type { SettingsProps } from '../settings-props.ts'
import { McpInspectorPanes } from './inspector/McpInspectorPanes.tsx'
import { McpBundleForm } from './McpBundleForm.tsx'
import { McpEditForm } from './McpEditForm.tsx'
import { McpForm } from './McpForm.tsx'
import { McpImportForm } from './McpImportForm.tsx'
import { McpSection } from './McpSection.tsx'
import { McpServerDetails } from './McpServerDetails.tsx'
import { type McpView, NO_VIEW } from './mcp-view.ts'

type McpPanesProps = SettingsProps & { readonly nav: Pane }

/** The servers that bring agents tools, with one of them or a form at the right. */
export function McpPanes({ nav, ...props }: McpPanesProps) {
  const { app } = props
  const t = useText()
  const [view, setView] = useState<McpView>(NO_VIEW)
  const projectId = useStore(app.store, (state) => state.openProject)
  const asked = useQuery('mcp.list', { projectId })
  const chosen = 'key' in view ? asked.data?.servers.find(({ key }) => key === view.key) : undefined
  if (view.kind === 'inspect' && chosen !== undefined) {
    const onBack = () => setView({ kind: 'server', key: chosen.key })
    return <McpInspectorPanes key={chosen.key} server={chosen} onBack={onBack} nav={nav} {...props} />
  }
  const main: Pane = {
    id: 'main',
    label: t('settings.mcp'),
    min: 420,
    content: (
      <section
        aria-label={t('settings.mcp')}
        data-pane
        className="pane @container h-full overflow-auto bg-canvas"
      >
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5 px-8 py-5">
          <McpSection asked={asked} view={view} onView={setView} {...props} />
        </div>
      </section>
    ),
  }
  const detail = {
    label: t('settings.mcp.detail'),
    open: view.kind === 'add' || view.kind === 'paste' || view.kind === 'bundle' || chosen !== undefined,
    onClose: () => setView(NO_VIEW),
    content: (
      <aside aria-label={t('settings.mcp.detail')} data-pane className="pane h-full overflow-auto bg-side">
        {view.kind === 'add' ? (
          <McpForm onView={setView} {...props} />
        ) : view.kind === 'paste' ? (
          <McpImportForm onView={setView} {...props} />
        ) : view.kind === 'bundle' ? (
          <McpBundleForm key={view.bundle.id} bundle={view.bundle} onView={setView} {...props} />
        ) : view.kind === 'edit' && chosen !== undefined ? (
          <McpEditForm key={chosen.key} server={chosen} onView={setView} {...props} />
        ) : chosen === undefined ? (
          <p className="px-4 py-5 text-fg-3 text-sm">{t('settings.mcp.pick')}</p>
        ) : (
          <McpServerDetails
            key={chosen.key}
            server={chosen}
            projectId={projectId}
            onView={setView}
            {...props}
          />
        )}
      </aside>
    ),
  }
  return <DetailPanes name="settings.mcp" panes={[nav, main]} detail={detail} />
}
