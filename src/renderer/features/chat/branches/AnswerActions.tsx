import type { EventId } from '#shared/ids.ts'
import { textOf } from '#shared/session/message-words.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { useSession } from '../chat-context.ts'
import { BranchPicker } from './BranchPicker.tsx'
import { ForkButton } from './ForkButton.tsx'
import { MessageActions, useBusy } from './MessageActions.tsx'
import { useChoice } from './use-choice.ts'
import { useMoves } from './use-moves.ts'

/** What can be done with an answer. */
export function AnswerActions({ eventId }: { readonly eventId: EventId }) {
  const t = useText()
  const busy = useBusy()
  const moves = useMoves()
  const choice = useChoice(eventId)
  const text = useSession((state) => {
    const event = state.path.findLast((each) => each.id === eventId)
    return event?.kind === 'message' ? textOf(event.payload.message) : ''
  })
  const isLeaf = useSession((state) => state.path.at(-1)?.id === eventId)
  return (
    <MessageActions side="left" always={choice === null ? null : <BranchPicker choice={choice} />}>
      <CopyButton text={text} label={t('chat.copyMessage')} />
      <IconButton
        icon="refresh"
        size="small"
        label={t('chat.answerAgain')}
        disabled={busy}
        onClick={() => moves.again(eventId)}
      />
      <ForkButton eventId={eventId} />
      {isLeaf ? null : (
        <IconButton
          icon="undo"
          size="small"
          label={t('chat.rewindHere')}
          disabled={busy}
          onClick={() => moves.rewind(eventId)}
        />
      )}
    </MessageActions>
  )
}
