import { useText } from '../../messages/TextProvider.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Menu } from '../../ui/controls/Menu.tsx'
import { useMatches } from '../../ui/hooks/use-matches.ts'

/** The dialogs and pages that the head of the changes opens. */
export type HeaderAct = 'history' | 'stashes' | 'pull' | 'worktrees'

type HeaderActsProps = {
  readonly onAct: (act: HeaderAct) => void
  readonly onChat: () => void
}

const ACTS = [
  { id: 'history', label: 'changes.history' },
  { id: 'stashes', label: 'changes.stashes' },
  { id: 'pull', label: 'pulls.title' },
  { id: 'worktrees', label: 'shell.worktrees' },
] as const

/** What lies behind the changes: buttons, or one menu where the window has no room for them beside the scopes. */
export function HeaderActs({ onAct, onChat }: HeaderActsProps) {
  const t = useText()
  const wide = useMatches('(min-width: 1240px)')
  const more = ACTS.map(({ id, label }) => ({
    kind: 'action' as const,
    id,
    label: t(label),
    onSelect: () => onAct(id),
  }))
  return (
    <>
      {wide ? (
        ACTS.map(({ id, label }) => (
          <Button key={id} size="small" look="ghost" onClick={() => onAct(id)}>
            {t(label)}
          </Button>
        ))
      ) : (
        <Menu trigger={<IconButton icon="more" size="small" label={t('changes.moreActs')} />} items={more} />
      )}
      <Button size="small" icon="chat" onClick={onChat}>
        {t('changes.openChat')}
      </Button>
    </>
  )
}
