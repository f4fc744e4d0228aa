import type { AgentRun } from '#shared/agent/agent-run.ts'
import { Markdown } from '../../../../markdown/Markdown.tsx'
import { useStopWords, useText } from '../../../../messages/TextProvider.tsx'
import { sentences } from '../../../../ui/base/sentences.ts'
import { PassingButton } from '../../../../ui/controls/PassingButton.tsx'
import { isOver } from '../../agents/agent-tree.ts'
import { useChatAgents } from '../../agents/use-agents-of-chat.ts'
import { useLineOf } from '../../agents/use-line-of.ts'
import { useChat } from '../../chat-context.ts'
import type { AgentReport } from '../entry.ts'

type AgentReportViewProps = { readonly report: AgentReport; readonly isDone: boolean }

/**
 * Shows an agent's report. After an abnormal end it shows the reason, the kept work and the final answer; the
 * full text tells a model how to resume it, for which the person has a button.
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
          // The limit message already says that.
          known?.state === 'paused' ? null : t('children.kept'),
        ])}
      </p>
      {words.trim() === '' ? null : <Markdown text={words} />}
      {run === null ? null : <LetGoOn run={run} />}
    </div>
  )
}

/** Shows the resume button of an unfinished agent; empty while it runs or after a normal end. */
function LetGoOn({ run }: { run: AgentRun }) {
  const t = useText()
  const { api, app, toast } = useChat()
  const { sessionId, state } = run
  const { raise } = useLineOf(run)
  if (toast === null || !isOver(run) || state === 'done') return null
  const goOn = () =>
    state === 'paused'
      ? api.command('agent.goOnAll', { sessionId })
      : api.command('agent.message', { sessionId, text: t('children.goOnWords') })
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
