import type { RunRecord } from '#shared/run/run.ts'
import type { Pace } from '#shared/session/pace.ts'
import { toolTitle } from '../../../approvals/tool-title.ts'
import { useFailureNotice } from '../../../data/use-failure-notice.ts'
import { useQuery } from '../../../data/use-query.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { useNumbers } from '../../../ui/base/numbers.ts'
import { useChat, useSession } from '../chat-context.ts'
import { Block } from './Block.tsx'

/** Shows the recent speed of the model and the tools in this chat. */
export function PaceBlock() {
  const t = useText()
  const numbers = useNumbers()
  const pace = usePace()
  if (pace === null || (pace.firstMs === null && pace.tools.length === 0)) return null
  const { requests, firstMs, tokensPerSecond, turnMs, tools } = pace
  const lines = [
    firstMs === null ? null : { name: t('chat.pace.first'), value: numbers.took(firstMs) },
    tokensPerSecond === null
      ? null
      : {
          name: t('chat.pace.rate'),
          value: t('chat.pace.perSecond', { tokens: numbers.whole(tokensPerSecond) }),
        },
    turnMs === null ? null : { name: t('chat.pace.turn'), value: numbers.took(turnMs) },
    ...tools.map(({ name, calls, medianMs }) => ({
      name: t('chat.pace.tool', { name: toolTitle(name, t), calls }),
      value: numbers.took(medianMs),
    })),
  ]
  return (
    <Block title={t('chat.pace')} right={requests === 0 ? null : t('chat.pace.median', { count: requests })}>
      <ul className="grid gap-1 text-sm">
        {lines.map((line) =>
          line === null ? null : (
            <li key={line.name} className="flex items-center gap-2 text-fg-2">
              <span className="min-w-0 truncate">{line.name}</span>
              <span className="figures ml-auto shrink-0 text-fg-3 text-xs">{line.value}</span>
            </li>
          ),
        )}
      </ul>
    </Block>
  )
}

/** Returns the speed, reloaded after each turn. */
function usePace(): Pace | null {
  const { app } = useChat()
  const sessionId = useSession((state) => state.sessionId)
  const turns = useSession(({ folds }) =>
    Object.values<RunRecord>(folds.runs).reduce((sum, run) => sum + run.turns, 0),
  )
  const asked = useQuery('session.pace', sessionId === null ? null : { sessionId }, { reasons: [turns] })
  useFailureNotice(app, asked)
  return asked.data
}
