import { type ReactNode, useId, useState } from 'react'
import type { AgentRun } from '#shared/agent/agent-run.ts'
import { Markdown } from '../../../markdown/Markdown.tsx'
import { useText } from '../../../messages/TextProvider.tsx'
import { classNames } from '../../../ui/base/class-names.ts'
import { Icon } from '../../../ui/base/Icon.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Mark } from '../../../ui/controls/Mark.tsx'
import { agentTitle } from '../../../ui/names/agent-title.ts'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'
import { useFoundIn } from '../find/found-context.ts'
import type { ToolEntry } from '../transcript/entry.ts'
import { AgentReportView } from '../transcript/notes/AgentReportView.tsx'
import { ToolOutput } from '../transcript/tools/ToolOutput.tsx'
import { AgentButtons } from './AgentButtons.tsx'
import { AgentFigures } from './AgentFigures.tsx'
import { isOver } from './agent-tree.ts'
import { AGENT_MARKS } from './agent-words.ts'
import { DoingWords } from './DoingWords.tsx'
import { useAgentDeeds } from './use-agents-of-chat.ts'
import { useDoing } from './use-doing.ts'

/** The call that started an agent, with how that one fares now. */
export function AgentCard({ call, run }: { call: ToolEntry; run: AgentRun }) {
  const t = useText()
  const deeds = useAgentDeeds()
  const body = useId()
  const [opened, setOpened] = useState<boolean | null>(null)
  const found = useFoundIn(call)
  const content = bodyOf(call, found)
  const failed = call.outcome?.isError === true && call.outcome.synthetic === undefined
  const open = content !== null && (found !== null || (opened ?? failed))
  const over = isOver(run)
  const isTold = !over || run.unheard > 0
  const { state } = useDoing(run)
  return (
    <article
      aria-label={t('chat.toolArticle', { name: t('chat.agent') })}
      className="[&+&]:border-line [&+&]:border-t"
    >
      <div className="flex min-h-(--h-row) items-center pr-1">
        <button
          type="button"
          aria-expanded={content === null ? undefined : open}
          aria-controls={open ? body : undefined}
          onClick={() => setOpened(!open)}
          className={classNames(
            'row-cursor flex min-w-0 grow items-center gap-2 px-2 text-left hover:bg-hover',
            isTold ? 'h-(--h-row-2)' : 'h-(--h-row)',
          )}
        >
          <Mark state={AGENT_MARKS[state]} label={t(`children.state.${state}`)} />
          <span className="min-w-0 grow">
            <span className="flex min-w-0 items-baseline gap-2 text-sm">
              <span className="shrink-0 font-medium">{t('chat.agent')}</span>
              <span className="truncate text-fg-2">
                <ForeignText
                  text={t('children.named', { agent: agentTitle(run, t), title: run.title })}
                  prose
                />
              </span>
              {run.background && !over ? (
                <span className="shrink-0 text-fg-3 text-xs">{t('chat.tool.background')}</span>
              ) : null}
            </span>
            {isTold ? <Doing run={run} /> : null}
          </span>
          <AgentFigures run={run} />
          <Icon
            name={open ? 'down' : 'right'}
            size="xs"
            className={classNames('text-fg-3', content === null && 'invisible')}
          />
        </button>
        <Button
          size="small"
          look="ghost"
          aria-label={t('children.open', { title: run.title })}
          onClick={() => deeds.view(run.sessionId)}
        >
          {t('children.openShort')}
        </Button>
        <AgentButtons run={run} />
      </div>
      {open ? <div id={body}>{content}</div> : null}
    </article>
  )
}

/** Shows the current activity. A waiting agent uses the attention colour. */
export function Doing({ run }: { run: AgentRun }) {
  const { state } = useDoing(run)
  return (
    <span
      className={classNames('block truncate text-xs', state === 'waiting' ? 'text-warn-fg' : 'text-fg-3')}
    >
      <DoingWords run={run} />
    </span>
  )
}

function bodyOf(call: ToolEntry, found: string | null): ReactNode {
  const { outcome, text } = call
  if (outcome === null || (text.trim() === '' && outcome.outputBlob === undefined)) return null
  const { details } = outcome
  // That it works in the background is on the card; the words about it are for who has started it.
  if (details?.kind === 'agent' && details.state === 'background') return null
  if (details?.kind === 'agent' && details.state !== 'done') {
    return (
      <div className="max-h-120 overflow-y-auto pr-3 pb-2 pl-8 text-fg-2 text-sm">
        <AgentReportView
          report={{ text, end: details.end ?? null, agent: details.sessionId }}
          isDone={false}
        />
      </div>
    )
  }
  // An agent's report is prose; only a truncated one is shown as expandable output.
  if (outcome.outputBlob === undefined && found === null) {
    return (
      <div className="max-h-120 overflow-y-auto pr-3 pb-2 pl-8 text-fg-2 text-sm">
        <Markdown text={text} />
      </div>
    )
  }
  return <ToolOutput text={text} blobId={outcome.outputBlob} found={found} />
}
