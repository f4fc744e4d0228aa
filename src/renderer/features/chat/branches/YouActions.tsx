import type { EventId } from '#shared/ids.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { CopyButton } from '../../../ui/controls/CopyButton.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { BranchPicker } from './BranchPicker.tsx'
import { ForkButton } from './ForkButton.tsx'
import { MessageActions, useBusy } from './MessageActions.tsx'
import { SnipButton } from './SnipButton.tsx'
import { useChoice } from './use-choice.ts'
import { useSnipped } from './use-snipped.ts'

type YouActionsProps = { readonly eventId: EventId; readonly text: string; readonly onEdit: () => void }

/** Shows the actions on a message of the person. */
export function YouActions({ eventId, text, onEdit }: YouActionsProps) {
  const t = useText()
  const busy = useBusy()
  const choice = useChoice(eventId)
  const out = useSnipped().firsts.has(eventId)
  return (
    <MessageActions
      side="right"
      always={
        <>
          {out ? <span className="pl-1 text-fg-3 text-xs">{t('snip.out')}</span> : null}
          {choice === null ? null : <BranchPicker choice={choice} />}
        </>
      }
    >
      <CopyButton text={text} label={t('chat.copyMessage')} />
      <IconButton
        tip
        icon="edit"
        size="small"
        label={t('chat.editMessage')}
        disabled={busy}
        onClick={onEdit}
      />
      <ForkButton eventId={eventId} />
      <SnipButton eventId={eventId} out={out} />
    </MessageActions>
  )
}
