import { memo, type ReactNode, useId, useMemo, useState } from 'react'
import type { InflightTool } from '#shared/events/delivery.ts'
import { STOPPED_BY_YOU } from '#shared/run/stopped-by-you.ts'
import type { FileDiff } from '#shared/session/file-diff.ts'
import type { ToolOutcome } from '#shared/session/message.ts'
import type { ToolDetails } from '#shared/session/tool-details.ts'
import { toolTitle } from '../../../../approvals/tool-title.ts'
import { DiffView } from '../../../../markdown/diff/DiffView.tsx'
import { type Text, useText } from '../../../../messages/TextProvider.tsx'
import { classNames } from '../../../../ui/base/class-names.ts'
import { Icon } from '../../../../ui/base/Icon.tsx'
import { useNumbers } from '../../../../ui/base/numbers.ts'
import { clockText, useNow } from '../../../../ui/base/time.ts'
import { Mark } from '../../../../ui/controls/Mark.tsx'
import { ContentBoundary } from '../../../../ui/text/ContentBoundary.tsx'
import { ForeignText } from '../../../../ui/text/ForeignText.tsx'
import { AgentCard } from '../../agents/AgentCard.tsx'
import { agentOfCall } from '../../agents/agent-tree.ts'
import { useAgentRuns, useChatAgents } from '../../agents/use-agents-of-chat.ts'
import { withTitles } from '../../agents/with-titles.ts'
import { McpApp } from '../../apps/McpApp.tsx'
import { useSession } from '../../chat-context.ts'
import { UndoCall } from '../../files/QuickRestore.tsx'
import { useFoundIn } from '../../find/found-context.ts'
import { JobCard } from '../../jobs/JobCard.tsx'
import { PlanSteps } from '../../plan/PlanSteps.tsx'
import { stepsOfCall } from '../../plan/steps-of-call.ts'
import type { Entry, ToolEntry } from '../entry.ts'
import { PassagesRead } from '../notes/PassagesRead.tsx'
import { sourceOfCall } from '../plain-words.ts'
import { CallReading } from './CallReading.tsx'
import { HandedFile } from './HandedFile.tsx'
import { SandboxReceipt } from './SandboxReceipt.tsx'
import { ToolOutput } from './ToolOutput.tsx'
import { calledAbout, isAboutPath, isRefusedPlan, toolArgument, toolMark, toolMeta } from './tool-summary.ts'

type ToolGroupProps = {
  readonly calls: readonly ToolEntry[]
  readonly cut?: Extract<Entry, { kind: 'tools' }>['cut']
}

/** Calls that follow one another, in one frame; of very many, a part that stands flush with the others. */
export function ToolGroup({ calls, cut }: ToolGroupProps) {
  return (
    <div
      className={classNames(
        'overflow-hidden border border-line-strong bg-canvas shadow-card',
        cut?.above === true ? '-mt-px border-t-line' : 'rounded-t-md',
        cut?.below === true ? 'border-b-0' : 'rounded-b-md',
      )}
    >
      {calls.map((call) => (
        <ContentBoundary key={call.key} source={() => sourceOfCall(call)}>
          {call.name === 'agent' ? (
            <DelegatedCall call={call} />
          ) : call.name === 'stop_agent' ? (
            <StopCall call={call} />
          ) : (
            <ToolCard call={call} />
          )}
        </ContentBoundary>
      ))}
    </div>
  )
}

/** A call that gave work to an agent shows that one, once it is known. */
const DelegatedCall = memo(({ call }: { call: ToolEntry }) => {
  const run = useChatAgents(({ runs }) => agentOfCall(call, runs ?? []))
  if (run === null) return <ToolCard call={call} />
  return (
    <>
      <AgentCard call={call} run={run} />
      <CallReading call={call} />
    </>
  )
})

/** A call that stops an agent names it as the person knows it; the model has named it by its id. */
function StopCall({ call }: { call: ToolEntry }) {
  const runs = useAgentRuns()
  return <ToolCard call={useMemo(() => withTitles(call, runs), [call, runs])} />
}

/** One call: its state, what it is about, how it ended. Failures and changes to files open by themselves. */
function ToolCard({ call }: { call: ToolEntry }) {
  const t = useText()
  const body = useId()
  const live = useSession((state) => state.tools.find((tool) => isFor(tool, call)) ?? null)
  const waits = useSession((state) =>
    Object.values(state.folds.interactions).some(
      (asked) => asked.callId === call.callId && asked.what === 'permission',
    ),
  )
  const [opened, setOpened] = useState<boolean | null>(null)
  const found = useFoundIn(call)
  const content = bodyOf(call, live, found)
  const open = content !== null && (found !== null || (opened ?? opensByItself(call, live)))
  const title = toolTitle(live?.toolName ?? call.name, t)
  const mark = toolMark(call, live, waits && call.outcome === null)
  const said = markWords(call, t)
  return (
    <article
      aria-label={t('chat.toolArticle', { name: title })}
      data-call={call.callId}
      className="[&+&]:border-line [&+&]:border-t"
    >
      <div className="flex items-center">
        <button
          type="button"
          aria-expanded={content === null ? undefined : open}
          aria-controls={open ? body : undefined}
          onClick={() => setOpened(!open)}
          className="row-cursor flex h-(--h-row) min-w-0 grow items-center gap-2 px-2 text-left hover:bg-hover"
        >
          <Mark state={mark} {...(said === null ? {} : { label: said })} />
          <span className="font-medium text-sm">{title}</span>
          <CalledAbout
            text={live === null ? calledAbout(call) : toolArgument(live.toolName, live.args)}
            isPath={isAboutPath(live?.toolName ?? call.name)}
          />
          <GivenAnswer call={call} />
          <Meta call={call} live={live} />
          <Icon
            name={open ? 'down' : 'right'}
            size="xs"
            className={classNames('text-fg-3', content === null && 'invisible')}
          />
        </button>
        {isChange(call) ? <UndoCall call={call} /> : null}
      </div>
      {open ? <div id={body}>{content}</div> : null}
      <Receipt call={call} />
      <View call={call} />
      <StartedJob call={call} />
      <Handed call={call} />
      <CallReading call={call} />
    </article>
  )
}

/** Shows the argument of a call. A long path is truncated at the start, because its end names the file. */
function CalledAbout({ text, isPath }: { readonly text: string; readonly isPath: boolean }) {
  return (
    <span
      className={classNames(
        'min-w-0 grow truncate plain-code text-fg-2 text-sm',
        isPath && 'text-left [direction:rtl]',
      )}
    >
      <bdi dir="ltr">
        <ForeignText text={text} lines />
      </bdi>
    </span>
  )
}

function Receipt({ call }: { call: ToolEntry }) {
  const details = call.outcome?.details
  if (details?.kind !== 'bash' || details.sandbox === undefined) return null
  return <SandboxReceipt ran={details} receipt={details.sandbox} />
}

/** The interactive view of a result of an MCP server. */
function View({ call }: { call: ToolEntry }) {
  const details = call.outcome?.details
  if (details?.kind !== 'mcp' || details.app === undefined) return null
  return <McpApp app={details.app} server={details.server} tool={details.tool} args={argsOf(call)} />
}

/** The arguments for the server, also of a call through `call_tool`. */
function argsOf({ name, args }: ToolEntry): unknown {
  const isThrough = name === 'call_tool' && typeof args === 'object' && args !== null && 'arguments' in args
  return isThrough ? args.arguments : args
}

function StartedJob({ call }: { call: ToolEntry }) {
  const details = call.outcome?.details
  return details?.kind === 'bash' && details.job !== undefined ? <JobCard jobId={details.job} /> : null
}

function Handed({ call: { outcome } }: { call: ToolEntry }) {
  const details = outcome?.details
  if (details?.kind !== 'file' || outcome?.outputBlob === undefined) return null
  return <HandedFile file={details} blobId={outcome.outputBlob} />
}

/** Shows the person's answer to a question. */
function GivenAnswer({ call: { outcome } }: { call: ToolEntry }) {
  const t = useText()
  const details = outcome?.details
  if (details?.kind !== 'question') return null
  return (
    <span className="max-w-[50%] shrink-0 truncate text-fg text-sm">
      {t('chat.tool.answered', { answer: details.answer })}
    </span>
  )
}

/** Returns the accessible label of the mark if it says more than the mark; otherwise null. */
function markWords({ outcome }: ToolEntry, t: Text): string | null {
  if (outcome?.synthetic === 'denied') return t('chat.mark.denied')
  return outcome !== null && isRefusedPlan(outcome) ? t('chat.tool.notAccepted') : null
}

function Meta({ call, live }: { call: ToolEntry; live: InflightTool | null }) {
  const t = useText()
  const numbers = useNumbers()
  const { runId } = call
  const byYou = useSession(({ folds }) => runId !== null && folds.runs[runId]?.reason === STOPPED_BY_YOU)
  const details = call.outcome?.details
  const diff = details === undefined ? null : shownDiff(details)
  return (
    <span className="figures flex shrink-0 items-center gap-2 text-fg-3 text-xs">
      {diff === null ? null : (
        <span className="plain-code">
          <span className="text-ok-fg">+{diff.added}</span>{' '}
          <span className={diff.removed === 0 ? '' : 'text-bad-fg'}>−{diff.removed}</span>
        </span>
      )}
      {live === null ? null : <Took live={live} />}
      {toolMeta(call, t, numbers, byYou).map((meta) => (
        <span key={meta.text} className={meta.bad ? 'text-bad-fg' : ''}>
          {meta.text}
        </span>
      ))}
    </span>
  )
}

/** A call that began while the answer was still being written is over before its own answer is stored. */
function Took({ live: { startedAt, ended } }: { live: InflightTool }) {
  const numbers = useNumbers()
  if (ended === null) return <Elapsed since={startedAt} />
  return ended.durationMs >= 1 ? <span>{numbers.took(ended.durationMs)}</span> : null
}

function Elapsed({ since }: { since: number }) {
  return <span>{clockText(useNow(1_000) - since)}</span>
}

/** The change of a file as the card shows it: of a notebook its cells. Null for a call that changed none itself. */
function shownDiff(details: ToolDetails): FileDiff | null {
  if (details.kind === 'write') return details.diff
  return details.kind === 'edit' ? (details.cells ?? details.diff) : null
}

/** Whether a call has changed a file. */
const isChange = ({ outcome }: ToolEntry): boolean =>
  outcome?.isError === false && (outcome.details?.kind === 'edit' || outcome.details?.kind === 'write')

function bodyOf(call: ToolEntry, live: InflightTool | null, found: string | null): ReactNode {
  if (call.outcome === null)
    return live === null || live.output === '' ? null : <ToolOutput text={live.output} live />
  const { details, isError, outputBlob } = call.outcome
  const diff = isError || details === undefined ? null : shownDiff(details)
  if (diff !== null && diff.hunks.length > 0) return <DiffView diff={diff} />
  if (details?.kind === 'passages' && details.passages.length > 0) {
    return (
      <>
        <PassagesRead passages={details.passages} />
        <ToolOutput text={call.text} blobId={outputBlob} found={found} />
      </>
    )
  }
  if (details?.kind === 'plan' && stepsOfCall(call.args).length > 0) return <ListOfCall args={call.args} />
  if (details?.kind === 'file') return null
  if (call.text.trim() === '' && outputBlob === undefined) return null
  return <ToolOutput text={call.text} blobId={outputBlob} isProse={isProse(call.outcome)} found={found} />
}

/** Whether a result is a sentence: a refusal or an answer of the person. What a command printed is not. */
function isProse({ isError, details }: ToolOutcome): boolean {
  return details?.kind === 'question' || (isError && details?.kind !== 'bash')
}

/** The list as it stood with this call. */
function ListOfCall({ args }: { args: unknown }) {
  return (
    <div className="pr-3 pb-2 pl-8">
      <PlanSteps steps={stepsOfCall(args)} />
    </div>
  )
}

function opensByItself(call: ToolEntry, live: InflightTool | null): boolean {
  if (call.outcome === null) return live !== null
  if (call.outcome.synthetic !== undefined) return false
  return call.outcome.isError || call.outcome.details?.kind === 'edit'
}

/** The id of a call is unique only inside its run; a call that has its answer runs no more. */
function isFor(tool: InflightTool, call: ToolEntry): boolean {
  return call.outcome === null && tool.callId === call.callId
}
