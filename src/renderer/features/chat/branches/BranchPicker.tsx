import type { EventId } from '#shared/ids.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { useChat, useSession } from '../chat-context.ts'
import type { Choice } from './choices.ts'
import { useOpenBranchTree } from './open-branch-tree.ts'

/** Shows the current branch and a switch to the others. */
export function BranchPicker({ choice }: { choice: Choice }) {
  const t = useText()
  const { api, app } = useChat()
  const sessionId = useSession((state) => state.sessionId)
  const openTree = useOpenBranchTree()
  const { at, branches } = choice
  const visit = (eventId: EventId | undefined) => {
    if (sessionId === null || eventId === undefined) return
    app.attempt(api.command('session.visit', { sessionId, eventId }))
  }
  const place = { at: at + 1, count: branches.length }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <span role="group" aria-label={t('chat.branches')} className="inline-flex items-center">
      <IconButton
        icon="left"
        size="small"
        label={t('chat.branchBefore')}
        disabled={at === 0}
        onClick={() => visit(branches[at - 1]?.id)}
      />
      <span className="figures min-w-8 text-center text-fg-3 text-xs">
        <span aria-hidden="true">{`${place.at}/${place.count}`}</span>
        <span className="unseen">{t('chat.branchOf', place)}</span>
      </span>
      <IconButton
        icon="right"
        size="small"
        label={t('chat.branchAfter')}
        disabled={at === branches.length - 1}
        onClick={() => visit(branches[at + 1]?.id)}
      />
      {openTree === null ? null : (
        <IconButton icon="branch" size="small" label={t('branches.open')} onClick={openTree} />
      )}
    </span>
  )
}
