import { useState } from 'react'
import { tokensOf } from '#shared/session/usage.ts'
import type { WorkflowAgentView } from '#shared/workflow/fold-workflow.ts'
import { useProblemWords, useText } from '../../../messages/TextProvider.tsx'
import { Icon } from '../../../ui/base/Icon.tsx'
import { useNumbers } from '../../../ui/base/numbers.ts'
import { clockText } from '../../../ui/base/time.ts'
import { Chip } from '../../../ui/controls/Chip.tsx'
import { Mark } from '../../../ui/controls/Mark.tsx'
import { markOf, wordOf } from '../agents/agent-rows.ts'
import { useCostText } from '../cost-text.ts'
import { agentTime } from '../run-figures.ts'
import type { ComparedRuns, Pair } from './compare-runs.ts'
import { PairWhole } from './PairWhole.tsx'

/** One call of the script in both runs; opened, its whole prompts and results. */
export function PairRow({ pair, runs }: { pair: Pair; runs: ComparedRuns }) {
  const t = useText()
  const [open, setOpen] = useState(false)
  const showsPrompt = pair.differs.includes('prompt') && !open
  const edge = open ? '' : 'border-line border-b'
  return (
    <>
      <tr className="align-top hover:bg-hover">
        <th scope="row" className={`px-2 py-1.5 font-medium ${edge}`}>
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="flex min-h-(--hit-min) w-full items-start gap-1 break-words rounded-sm text-left"
          >
            <Icon name={open ? 'down' : 'right'} size="s" className="mt-0.5 shrink-0 text-fg-3" />
            <span className="min-w-0">{pair.label}</span>
          </button>
        </th>
        <AgentCell agent={pair.left} prompt={showsPrompt} result={!open} edge={edge} />
        <AgentCell agent={pair.right} prompt={showsPrompt} result={!open} edge={edge} />
        <td className={`px-3 py-2 ${edge}`}>
          <span className="flex flex-wrap gap-1">
            {pair.differs.map((difference) => (
              <Chip key={difference} size="small">
                {t(`workflows.compare.${difference}`)}
              </Chip>
            ))}
          </span>
        </td>
      </tr>
      {open ? (
        <tr>
          <td colSpan={4} className="border-line border-b px-3 pb-3">
            <PairWhole pair={pair} runs={runs} />
          </td>
        </tr>
      ) : null}
    </>
  )
}

type AgentCellProps = {
  readonly agent: WorkflowAgentView | null
  readonly prompt: boolean
  readonly result: boolean
  readonly edge: string
}

function AgentCell({ agent, prompt, result, edge }: AgentCellProps) {
  const t = useText()
  const say = useProblemWords()
  const numbers = useNumbers()
  const costText = useCostText()
  if (agent === null) {
    return <td className={`px-3 py-2 text-fg-3 ${edge}`}>{t('workflows.compare.missing')}</td>
  }
  const word = wordOf(agent)
  const tokens = agent.cost === null ? 0 : tokensOf(agent.cost.usage)
  const took = agent.endedAt === null ? null : agentTime(agent, 0)
  const facts = [
    t(`workflows.word.${word}`),
    took === null ? null : clockText(took),
    agent.cost === null ? null : numbers.short(tokens),
    agent.cost === null ? null : costText({ tokens, usd: agent.cost.usd }),
  ]
  return (
    <td className={`px-3 py-2 text-fg-2 ${edge}`}>
      <span className="flex items-center gap-1.5">
        <Mark state={markOf(word)} label={t(`workflows.word.${word}`)} />
        {facts.filter((fact) => fact !== null).join(' · ')}
      </span>
      {prompt ? <p className="mt-1 line-clamp-3 break-words">{agent.prompt}</p> : null}
      {result || agent.error !== null ? (
        <p className="mt-1 line-clamp-2 break-words plain-code text-fg-3 text-xs">
          {agent.result?.summary ?? (agent.error === null ? '' : say(agent.error))}
        </p>
      ) : null}
    </td>
  )
}
