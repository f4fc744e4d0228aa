import type { EventId, WorkflowRunId } from '#shared/ids.ts'
import type { Sentence } from '#shared/sentences.ts'
import { useNoticeWords, useText } from '../../../../messages/TextProvider.tsx'
import { Button } from '../../../../ui/controls/Button.tsx'
import { useBusy } from '../../branches/MessageActions.tsx'
import { useMoves } from '../../branches/use-moves.ts'
import { useChat } from '../../chat-context.ts'
import { openRun } from '../../open-run.ts'
import { Note } from './Note.tsx'

type NoticeProps = {
  readonly text: string
  readonly said: readonly Sentence[]
  readonly run: WorkflowRunId | null
  readonly about: EventId | null
}

/** Shows a notice of the app. It links to its workflow run or unsent message. */
export function Notice({ text, said, run, about }: NoticeProps) {
  const words = useNoticeWords()
  return (
    <Note>
      {words(text, said)}
      {run === null ? null : (
        <>
          {' '}
          <OpenRun id={run} />
        </>
      )}
      {about === null ? null : (
        <>
          {' '}
          <ShowUnsent id={about} />
        </>
      )}
    </Note>
  )
}

/** The way to what was refused, where it can be put in other words. */
function ShowUnsent({ id }: { id: EventId }) {
  const t = useText()
  const { toast } = useChat()
  const busy = useBusy()
  const moves = useMoves()
  // A read-only conversation cannot switch branches.
  if (toast === null) return null
  return (
    <Button size="small" look="ghost" disabled={busy} onClick={() => moves.visit(id)}>
      {t('chat.showUnsent')}
    </Button>
  )
}

/** The way to a workflow run in the monitor. */
export function OpenRun({ id }: { id: WorkflowRunId }) {
  const t = useText()
  const chat = useChat()
  return (
    <Button
      size="small"
      look="ghost"
      icon="workflows"
      onClick={() => chat.app.attempt(openRun(chat, null, id))}
    >
      {t('chat.openRun')}
    </Button>
  )
}
