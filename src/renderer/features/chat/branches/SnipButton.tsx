import type { EventId } from '#shared/ids.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { useBusy } from './MessageActions.tsx'
import { useIsNewest, useSnips } from './use-snips.ts'

type SnipButtonProps = {
  readonly eventId: EventId
  /** Whether what begins with this message is left out. */
  readonly out: boolean
}

/** Leaves a message with all that answers it out of what the model reads, or puts both back. */
export function SnipButton({ eventId, out }: SnipButtonProps) {
  const t = useText()
  const busy = useBusy()
  const isNewest = useIsNewest(eventId)
  const { snip, restore } = useSnips()
  return (
    <IconButton
      tip
      icon={out ? 'undo' : 'eye-off'}
      size="small"
      label={t(out ? 'snip.restore' : 'snip.snip')}
      disabled={busy || (isNewest && !out)}
      onClick={() => (out ? restore(eventId) : snip(eventId))}
    />
  )
}
