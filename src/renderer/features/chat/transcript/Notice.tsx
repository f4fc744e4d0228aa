import type { WorkflowRunId } from '#shared/ids.ts'
import type { Sentence } from '#shared/sentences.ts'
import { useNoticeWords, useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useChat } from '../chat-context.ts'
import { openRun } from '../open-run.ts'
import { Note } from './Note.tsx'

type NoticeProps = {
  readonly text: string
  readonly said: readonly Sentence[]
  readonly run: WorkflowRunId | null
}

/** What the app says in a conversation. One about a workflow run leads there. */
export function Notice({ text, said, run }: NoticeProps) {
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
    </Note>
  )
}

function OpenRun({ id }: { id: WorkflowRunId }) {
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
