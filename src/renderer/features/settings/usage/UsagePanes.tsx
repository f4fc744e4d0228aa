import { useState } from 'react'
import { useText } from '../../../messages/TextProvider.tsx'
import { useMatches } from '../../../ui/hooks/use-matches.ts'
import { DetailPanes } from '../../../ui/panes/DetailPanes.tsx'
import type { Pane } from '../../../ui/panes/Panes.tsx'
import type { SettingsProps } from '../settings-props.ts'
import { UsagePanel } from './UsagePanel.tsx'
import { UsageSection } from './UsageSection.tsx'
import { useUsage } from './use-usage.ts'

/** The usage page: figures in the middle, limits and top chats at the right. */
export function UsagePanes({ nav, ...props }: SettingsProps & { readonly nav: Pane }) {
  const t = useText()
  const usage = useUsage(props)
  const wide = useMatches('(min-width: 1180px)')
  const [open, setOpen] = useState(false)
  const main: Pane = {
    id: 'main',
    label: t('settings.usage'),
    min: 420,
    content: (
      <section aria-label={t('settings.usage')} data-pane className="pane h-full overflow-auto bg-canvas">
        <div className="@container grid grid-cols-[minmax(0,1fr)] content-start gap-5 px-8 py-5">
          <UsageSection usage={usage} onLimits={wide || open ? null : () => setOpen(true)} />
        </div>
      </section>
    ),
  }
  const detail = {
    label: t('usage.panel'),
    open,
    onClose: () => setOpen(false),
    content: <UsagePanel usage={usage} app={props.app} />,
  }
  return <DetailPanes name="usage" panes={[nav, main]} detail={detail} />
}
