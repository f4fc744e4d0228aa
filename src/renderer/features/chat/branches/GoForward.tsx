import type { Ahead } from '#shared/session/fork.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { useChat } from '../chat-context.ts'
import { useFocusBack } from '../interaction/focus-back.ts'
import { Note } from '../transcript/notes/Note.tsx'
import { useBusy } from './MessageActions.tsx'
import { useOpenBranchTree } from './open-branch-tree.ts'
import { useMoves } from './use-moves.ts'

/** Shows the stored messages after the current position, with a button to return. */
export function GoForward({ ahead }: { readonly ahead: Ahead }) {
  const t = useText()
  const { toast } = useChat()
  const busy = useBusy()
  const moves = useMoves()
  const openTree = useOpenBranchTree()
  const place = useFocusBack()
  if (toast === null) return null
  const { messages, ways, isSummary } = ahead
  const words = isSummary
    ? t('branches.summaryKept')
    : messages === 0
      ? t('branches.laterKept')
      : t('branches.laterMessages', { count: messages })
  return (
    <Note>
      {words}{' '}
      <span ref={place}>
        <Button size="small" look="ghost" disabled={busy} onClick={() => moves.forward(ahead)}>
          {t(isSummary ? 'branches.summaryAgain' : 'branches.forward')}
        </Button>
        {ways < 2 || openTree === null ? null : (
          <Button size="small" look="ghost" onClick={openTree}>
            {t('branches.open')}
          </Button>
        )}
      </span>
    </Note>
  )
}
