import type { RunRecord } from '#shared/run/run.ts'
import { workedSoFar, workedUntil } from '#shared/run/worked.ts'
import type { ChatLimits } from '#shared/session/chat-limits.ts'
import type { Usage } from '#shared/session/message.ts'
import { spendingOf } from '../../../store/session-figures.ts'
import { useNow } from '../../../ui/base/time.ts'
import { UseLines } from '../../../ui/limits/UseLines.tsx'
import { tokensOf, usageTogether } from '../agents/agent-words.ts'
import { useAgentRuns } from '../agents/use-agents-of-chat.ts'
import { useApp, useSession } from '../chat-context.ts'

type ChatLimitsLinesProps = {
  readonly limits: ChatLimits
  readonly own: Readonly<Record<string, Usage>>
}

/** Shows the usage of the chat with its agents relative to the limits. */
export function ChatLimitsLines({ limits, own }: ChatLimitsLinesProps) {
  const models = useApp((state) => state.models)
  const runs = Object.values<RunRecord>(useSession((state) => state.folds.runs))
  const agents = useAgentRuns()
  const worked = [workedSoFar(runs), ...agents.map((run) => run.worked)]
  const now = useNow(1_000, () => worked.some(({ going }) => going > 0))
  const usage = usageTogether(own, agents)
  const { dollars } = spendingOf(usage, models, undefined)
  return (
    <UseLines
      limits={limits}
      dollars={typeof dollars === 'number' ? dollars : 0}
      tokens={tokensOf(usage)}
      minutes={worked.reduce((ms, each) => ms + workedUntil(each, now), 0) / 60_000}
    />
  )
}
