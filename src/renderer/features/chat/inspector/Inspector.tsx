import { useMemo, useState } from 'react'
import { toolTitle } from '../../../approvals/tool-title.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { contextUse } from '../../../store/session-figures.ts'
import { useNumbers } from '../../../ui/base/numbers.ts'
import { clockText, useNow } from '../../../ui/base/time.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Mark } from '../../../ui/controls/Mark.tsx'
import { LegendKey, Meter } from '../../../ui/limits/Meter.tsx'
import { AgentsBlock } from '../agents/AgentsBlock.tsx'
import { useApp, useSession } from '../chat-context.ts'
import { CONTEXT_PARTS } from '../contexts/context-parts.ts'
import { FilesBlock } from '../files/FilesBlock.tsx'
import { PlanBlock } from '../plan/PlanBlock.tsx'
import { toolArgument } from '../transcript/tools/tool-summary.ts'
import { Block } from './Block.tsx'
import { Compaction } from './Compaction.tsx'
import { CostBlock } from './CostBlock.tsx'
import { CachePage } from './cache/CachePage.tsx'
import { InstructionsPage } from './instructions/InstructionsPage.tsx'
import { NotesBlock } from './notes/NotesBlock.tsx'
import { PaceBlock } from './PaceBlock.tsx'
import { PolicyPage } from './policy/PolicyPage.tsx'
import { RecallBlock } from './RecallBlock.tsx'
import { RequestView } from './request/RequestView.tsx'
import { SnippedList } from './SnippedList.tsx'
import { SandboxBlocks } from './sandbox/SandboxBlocks.tsx'

/** Shows the open session: contents, cost, plan, changes, and the exact model input. */
export function Inspector() {
  const t = useText()
  const sessionId = useSession((state) => state.sessionId)
  const [page, setPage] = useState<'overview' | 'request' | 'instructions' | 'policy' | 'cache'>('overview')
  return (
    <aside aria-label={t('chat.inspector')} data-pane className="pane h-full bg-side">
      <h2 className="unseen">{t('chat.inspector')}</h2>
      {page === 'request' && sessionId !== null ? (
        <RequestView key={sessionId} sessionId={sessionId} onBack={() => setPage('overview')} />
      ) : page === 'instructions' && sessionId !== null ? (
        <InstructionsPage key={sessionId} sessionId={sessionId} onBack={() => setPage('overview')} />
      ) : page === 'policy' && sessionId !== null ? (
        <PolicyPage key={sessionId} sessionId={sessionId} onBack={() => setPage('overview')} />
      ) : page === 'cache' && sessionId !== null ? (
        <CachePage key={sessionId} sessionId={sessionId} onBack={() => setPage('overview')} />
      ) : (
        <Overview onOpen={setPage} />
      )}
    </aside>
  )
}

type OpenPage = (page: 'request' | 'instructions' | 'policy' | 'cache') => void

function Overview({ onOpen }: { onOpen: OpenPage }) {
  const t = useText()
  const known = useSession((state) => state.sessionId !== null)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the pane scrolls, also by keyboard */}
      <div tabIndex={0} className="min-h-0 flex-1 overflow-y-auto focus-visible:outline-offset-[-2px]">
        {known ? (
          <>
            <ContextBlock onOpen={onOpen} />
            <CostBlock />
            <SandboxBlocks />
            <PlanBlock />
            <FilesBlock />
            <AgentsBlock />
            <RunningBlock />
            <RecallBlock />
            <NotesBlock />
            <PaceBlock />
          </>
        ) : (
          <p className="p-4 text-fg-3 text-sm">{t('chat.inspectorEmpty')}</p>
        )}
      </div>
    </>
  )
}

function ContextBlock({ onOpen }: { onOpen: OpenPage }) {
  const t = useText()
  const numbers = useNumbers()
  const breakdown = useSession((state) => state.breakdown)
  const path = useSession((state) => state.path)
  const ref = useSession((state) => state.folds.session?.meta.model)
  const model = useApp((state) => state.models.find((each) => each.ref === ref))
  const use = useMemo(() => contextUse(breakdown, path, model), [breakdown, path, model])
  if (use === null) return null
  const share = (tokens: number) => tokens / Math.max(1, use.window)
  const parts =
    breakdown === null
      ? [{ key: 'used', share: share(use.used), fill: 'data-1' as const }]
      : CONTEXT_PARTS.filter(({ part }) => breakdown[part] > 0).map(({ part, fill }) => ({
          key: part,
          share: share(breakdown[part]),
          fill,
        }))
  return (
    <Block
      title={t('chat.context')}
      right={t('chat.usedOf', { used: numbers.short(use.used), whole: numbers.short(use.window) })}
    >
      <Meter
        height="tall"
        label={t('chat.contextUsed', { percent: numbers.percent(share(use.used)) })}
        parts={parts}
      />
      {breakdown === null ? null : (
        <ul className="grid gap-1 text-sm">
          {CONTEXT_PARTS.map(({ part, fill }) => (
            <li key={part} className="flex items-center gap-2 text-fg-2">
              <LegendKey fill={fill} />
              {t(`chat.context.${part}`)}
              <span className="figures ml-auto text-fg-3 text-xs">{numbers.short(breakdown[part])}</span>
            </li>
          ))}
        </ul>
      )}
      <SnippedList />
      <div className="-mx-2 grid grid-cols-2 justify-items-start">
        <Button size="small" look="ghost" onClick={() => onOpen('request')}>
          {t('context.requestOpen')}
        </Button>
        <Button size="small" look="ghost" onClick={() => onOpen('instructions')}>
          {t('context.instructionsOpen')}
        </Button>
        <Button size="small" look="ghost" onClick={() => onOpen('policy')}>
          {t('context.policyOpen')}
        </Button>
        <Button size="small" look="ghost" onClick={() => onOpen('cache')}>
          {t('context.cacheOpen')}
        </Button>
        <Compaction />
      </div>
    </Block>
  )
}

function RunningBlock() {
  const t = useText()
  const atWork = useSession((state) => state.tools)
  // Agents have a part of their own.
  const tools = atWork.filter(({ toolName, ended }) => toolName !== 'agent' && ended === null)
  if (tools.length === 0) return null
  return (
    <Block title={t('chat.atWork')} right={t('chat.runningCount', { count: tools.length })}>
      <ul>
        {tools.map((tool) => (
          <li key={tool.eventId} className="flex min-h-6 items-center gap-2 text-sm">
            <Mark state="run" />
            <span className="shrink-0 font-medium">{toolTitle(tool.toolName, t)}</span>
            <span className="min-w-0 grow truncate plain-code text-fg-2">
              {toolArgument(tool.toolName, tool.args)}
            </span>
            <Elapsed since={tool.startedAt} />
          </li>
        ))}
      </ul>
    </Block>
  )
}

/** A clock of its own, so that nothing ticks while nothing runs. */
function Elapsed({ since }: { since: number }) {
  return <span className="figures text-fg-3 text-xs">{clockText(useNow(1_000) - since)}</span>
}
