import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef } from 'react'
import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { SessionId } from '#shared/ids.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { hasPlace } from '../../../store/agents/chat-agents-store.ts'
import { useNumbers } from '../../../ui/base/numbers.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Mark } from '../../../ui/controls/Mark.tsx'
import { useRoving } from '../../../ui/hooks/roving.ts'
import { WorkedClock } from '../../../ui/limits/WorkedClock.tsx'
import { Row } from '../../../ui/lists/Row.tsx'
import { agentTitle } from '../../../ui/names/agent-title.ts'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { Placeholder } from '../../../ui/panes/Placeholder.tsx'
import { useApp, useChat } from '../chat-context.ts'
import { Block } from '../inspector/Block.tsx'
import { StopAgent } from './AgentButtons.tsx'
import { inTreeOrder, isOver } from './agent-tree.ts'
import { AGENT_MARKS, costText, tokensOf, usageOfAll } from './agent-words.ts'
import { DoingWords } from './DoingWords.tsx'
import { useAgentDeeds, useChatAgents } from './use-agents-of-chat.ts'
import { useDoing } from './use-doing.ts'

const ROW = 40
const ROWS_IN_SIGHT = 8
/** Indentation per level, in pixels. */
const STEP = 12

/** Shows all current and former agents of the chat as a tree, with the cost of each and of its subagents. */
export function AgentsBlock() {
  const t = useText()
  const { agents, app } = useChat()
  const numbers = useNumbers()
  const models = useApp((state) => state.models)
  const chatId = useChatAgents((state) => state.chatId)
  const runs = useChatAgents((state) => state.runs)
  const problem = useChatAgents((state) => state.problem)
  const tree = useMemo(() => (chatId === null ? [] : inTreeOrder(chatId, runs ?? [])), [chatId, runs])
  if (problem !== null) {
    return (
      <Block title={t('children.agents')}>
        <Failure message={problem.message} onRetry={() => app.attempt(agents.load())} />
      </Block>
    )
  }
  if (runs === null) {
    return chatId === null ? null : (
      <Block title={t('children.agents')}>
        <Placeholder rows={1} />
      </Block>
    )
  }
  if (tree.length === 0) return null
  const working = tree.filter(hasPlace).length
  const queued = tree.filter((run) => !isOver(run)).length - working
  const words = [
    working === 0 ? '' : t('chat.runningCount', { count: working }),
    queued === 0 ? '' : t('children.queued', { count: queued }),
    working + queued === 0 ? t('children.count', { count: tree.length }) : '',
  ]
  const cost = costText(usageOfAll(tree), models, t, numbers)
  return (
    <Block title={t('children.agents')} right={[...words, cost].filter((part) => part !== '').join(' · ')}>
      <Tree tree={tree} />
      {chatId !== null && tree.some(({ state }) => state === 'paused') ? <ResumeAll chatId={chatId} /> : null}
    </Block>
  )
}

/** Shows the button that resumes all agents paused at a limit, including the chat. */
function ResumeAll({ chatId }: { chatId: SessionId }) {
  const t = useText()
  const { api, app } = useChat()
  return (
    <div>
      <Button size="small" onClick={() => app.attempt(api.command('agent.goOnAll', { sessionId: chatId }))}>
        {t('children.goOnAll')}
      </Button>
    </div>
  )
}

function Tree({ tree }: { tree: readonly AgentRun[] }) {
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  const roving = useRoving('[data-agent-row]')
  const virtual = useVirtualizer({
    count: tree.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    getItemKey: (index) => tree[index]?.sessionId ?? index,
    overscan: 4,
  })
  const items = virtual.getVirtualItems()
  return (
    <div
      ref={box}
      className="-mx-2 overflow-y-auto"
      style={{ maxHeight: ROW * ROWS_IN_SIGHT }}
      tabIndex={tree.length > ROWS_IN_SIGHT ? 0 : -1}
    >
      <ul
        aria-label={t('children.agents')}
        className="relative"
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={roving}
      >
        {items.map((item) => {
          const run = tree[item.index]
          return run === undefined ? null : (
            <li
              key={item.key}
              aria-setsize={tree.length}
              aria-posinset={item.index + 1}
              className="absolute inset-x-0 top-0 flex items-center"
              style={{ transform: `translateY(${item.start}px)`, paddingLeft: (run.depth - 1) * STEP }}
            >
              <AgentRow run={run} first={item === items[0]} />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function AgentRow({ run, first }: { run: AgentRun; first: boolean }) {
  const t = useText()
  const deeds = useAgentDeeds()
  const numbers = useNumbers()
  const models = useApp((state) => state.models)
  const viewed = useChatAgents((state) => state.viewed)
  const { state } = useDoing(run)
  const used = (usage: AgentRun['usage']) => {
    const cost = costText(usage, models, t, numbers)
    // An unknown price is omitted here, to leave room for the name.
    return cost === '' || cost === t('chat.noPrice') ? numbers.short(tokensOf(usage)) : cost
  }
  const all = run.subtree.agents > 1 ? used(run.subtree.usage) : ''
  return (
    <>
      <Row
        data-agent-row
        lines={2}
        tabIndex={first ? 0 : -1}
        current={viewed === run.sessionId}
        onClick={() => deeds.view(run.sessionId)}
        className="min-w-0"
      >
        <Mark state={AGENT_MARKS[state]} label={t(`children.state.${state}`)} />
        <span className="min-w-0 grow">
          <span className="block truncate text-sm">
            {t('children.named', { agent: agentTitle(run, t), title: run.title })}
          </span>
          <span className="figures flex min-w-0 gap-2 text-fg-3 text-xs">
            <span className={state === 'waiting' ? 'truncate text-warn-fg' : 'truncate'}>
              <DoingWords run={run} />
            </span>
          </span>
        </span>
        <span className="figures grid shrink-0 justify-items-end text-fg-3 text-xs">
          <span>
            <WorkedClock of={[run.worked]} />
            {all === '' ? null : (
              <>
                {' · Σ '}
                <WorkedClock of={[run.subtree.worked]} />
              </>
            )}
          </span>
          <span
            title={
              all === ''
                ? undefined
                : t('children.subtree', {
                    count: run.subtree.agents,
                    cost: all,
                    tokens: numbers.short(tokensOf(run.subtree.usage)),
                  })
            }
          >
            {used(run.usage)}
            {all === '' ? '' : ` · Σ ${all}`}
          </span>
        </span>
      </Row>
      <StopAgent run={run} />
    </>
  )
}
