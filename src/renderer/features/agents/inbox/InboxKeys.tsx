import { useText } from '../../../messages/TextProvider.tsx'
import { Kbd } from '../../../ui/controls/Kbd.tsx'
import { Drawer } from '../../../ui/panes/Drawer.tsx'
import { PaneHead } from '../../../ui/panes/PaneHead.tsx'
import { INBOX_KEYS } from './inbox-keys.ts'

/** Shows the keys of the inbox in a drawer. Escape closes it. */
export function InboxKeys({ onClose }: { onClose: () => void }) {
  const t = useText()
  return (
    <Drawer side="right" label={t('agents.keys')} onClose={onClose}>
      <PaneHead title={t('agents.keys')} />
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-2 px-4 pb-4 text-sm">
        {INBOX_KEYS.map(({ keys, name }) => (
          <div key={name} className="contents">
            <dt>
              <Kbd keys={keys} />
            </dt>
            <dd className="text-fg-2">{t(`agents.keys.${name}`)}</dd>
          </div>
        ))}
      </dl>
    </Drawer>
  )
}
