import type { EventId } from '#shared/ids.ts'
import { textOf } from '#shared/session/message-words.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { useDateText } from '../../../ui/base/time.ts'
import { CopyButton } from '../../../ui/controls/CopyButton.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { DrawnText } from '../../../ui/text/DrawnText.tsx'
import { useApp, useSession } from '../chat-context.ts'
import { BranchPicker } from './BranchPicker.tsx'
import { ForkButton } from './ForkButton.tsx'
import { MessageActions, useBusy } from './MessageActions.tsx'
import { useChoice } from './use-choice.ts'
import { useMoves } from './use-moves.ts'

/** Shows the actions on an answer. */
export function AnswerActions({ eventId }: { readonly eventId: EventId }) {
  const t = useText()
  const busy = useBusy()
  const moves = useMoves()
  const choice = useChoice(eventId)
  const dateText = useDateText()
  const event = useSession((state) => state.path.findLast((each) => each.id === eventId))
  const message = event?.kind === 'message' ? event.payload.message : null
  const model = useApp((state) => state.models.find((each) => each.ref === message?.model)?.label)
  const isLeaf = useSession((state) => state.path.at(-1)?.id === eventId)
  return (
    <MessageActions side="left" always={choice === null ? null : <BranchPicker choice={choice} />}>
      <CopyButton text={() => (message === null ? '' : textOf(message))} label={t('chat.copyMarkdown')} />
      <IconButton
        tip
        icon="refresh"
        size="small"
        label={t('chat.answerAgain')}
        disabled={busy}
        onClick={() => moves.again(eventId)}
      />
      <ForkButton eventId={eventId} />
      {isLeaf ? null : (
        <IconButton
          tip
          icon="undo"
          size="small"
          label={t('chat.rewindHere')}
          disabled={busy}
          onClick={() => moves.rewind(eventId)}
        />
      )}
      {event === undefined ? null : (
        <DrawnText
          spoken
          className="figures pl-1 text-fg-3 text-xs"
          text={[dateText(event.ts), ...(message?.model === undefined ? [] : [model ?? message.model])].join(
            ' · ',
          )}
        />
      )}
    </MessageActions>
  )
}
