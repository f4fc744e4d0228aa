import type { AgentRun } from '#shared/agent/agent-run.ts'
import { Markdown } from '../../../markdown/Markdown.tsx'
import { useStopWords, useText } from '../../../messages/TextProvider.tsx'
import { PassingButton } from '../../../ui/PassingButton.tsx'
import { sentences } from '../../../ui/sentences.ts'
import { isOver } from '../agents/agent-tree.ts'
import { useChatAgents } from '../agents/use-agents-of-chat.ts'
import { useLineOf } from '../agents/use-line-of.ts'
import { useChat } from '../chat-context.ts'
import type { AgentReport } from './entry.ts'

type AgentReportViewProps = { readonly report: AgentReport; readonly isDone: boolean }

/**
 * What came of an agent. Of one that did not finish the person reads why, what is kept and what it said last; the text
 * itself tells a model how to let it go on, and the person has a button for that.
 */
export function AgentReportView({ report: { text, end, agent }, isDone }: AgentReportViewProps) {
  const t = useText()
  const why = useStopWords()
  const run = useChatAgents(({ runs }) => runs?.find(({ sessionId }) => sessionId === agent)) ?? null
  const words = end === null ? '' : text.slice(...end.words)
  if (isDone) return <Markdown text={end === null ? text : words} />
  // Older logs do not say it in words for the person; how the agent stands now does, unless it has gone on since.
  const known = end ?? (run !== null && run.state !== 'done' && isOver(run) ? run : null)
  const problem = known?.problem ?? null
  return (
    <div className="grid justify-items-start gap-2">
      <p>
        {sentences(t, [
          problem === null || known === null ? t('children.didNotFinish') : why(problem, known.said),
          // What is said at a line says that already.
          known?.state === 'paused' ? null : t('children.kept'),
        ])}
      </p>
      {words.trim() === '' ? null : <Markdown text={words} />}
      {run === null ? null : <LetGoOn run={run} />}
    </div>
  )
}

/** Lets an agent go on that did not finish; nothing while it works, or once it has come to what it was to do. */
function LetGoOn({ run }: { run: AgentRun }) {
  const t = useText()
  const { api, app, toast } = useChat()
  const { sessionId, state } = run
  const { raise } = useLineOf(run)
  if (toast === null || !isOver(run) || state === 'done') return null
  const goOn = () =>
    state === 'paused'
      ? api.call('agent.goOnAll', { sessionId })
      : api.call('agent.message', { sessionId, text: t('children.goOnWords') })
  return (
    <div className="flex flex-wrap gap-2">
      {raise === null ? null : (
        <PassingButton size="small" onClick={raise}>
          {t('chat.limits.raise')}
        </PassingButton>
      )}
      <PassingButton
        size="small"
        look={raise === null ? 'plain' : 'ghost'}
        onClick={() => app.attempt(goOn())}
      >
        {t('children.letGoOn')}
      </PassingButton>
    </div>
  )
}
