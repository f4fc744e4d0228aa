import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { SessionId } from '#shared/ids.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { lineTo } from '../../../store/line-to.ts'
import { Chip } from '../../../ui/controls/Chip.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Mark } from '../../../ui/controls/Mark.tsx'
import { agentTitle } from '../../../ui/names/agent-title.ts'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { Placeholder } from '../../../ui/panes/Placeholder.tsx'
import { ChatProvider, useChat, useSession } from '../chat-context.ts'
import { Conversation } from '../transcript/Conversation.tsx'
import { AgentButtons } from './AgentButtons.tsx'
import { AgentFigures } from './AgentFigures.tsx'
import { AgentLimits } from './AgentLimits.tsx'
import { isOver } from './agent-tree.ts'
import { AGENT_MARKS } from './agent-words.ts'
import { DoingWords } from './DoingWords.tsx'
import { useAgentDeeds, useAgentRun, useAgentRuns, useChatAgents } from './use-agents-of-chat.ts'

/** The conversation of an agent, live, in place of the chat's. What it says cannot be changed. */
export function AgentPane({ sessionId }: { sessionId: SessionId }) {
  const { child, app, agents } = useChat()
  const run = useAgentRun(sessionId)
  const limiting = useChatAgents((state) => state.limiting === sessionId)
  const opener = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    app.attempt(child.open(sessionId))
  }, [child, sessionId, app])
  useEffect(() => () => app.attempt(child.open(null)), [child, app])
  return (
    <>
      <Path
        sessionId={sessionId}
        run={run}
        limiting={limiting}
        opener={opener}
        onLimits={() => agents.limit(limiting ? null : sessionId)}
      />
      <Silence run={run} />
      {run === null ? null : (
        <AgentLimits run={run} opener={opener} editing={limiting} onDone={() => agents.limit(null)} />
      )}
      <Looking>
        <AgentConversation sessionId={sessionId} />
      </Looking>
    </>
  )
}

/** Everything inside is about the agent. Nothing in it can be edited, undone or branched: it is looked at. */
export function Looking({ children }: { children: ReactNode }) {
  const chat = useChat()
  const looking = useMemo(() => ({ ...chat, session: chat.child, toast: null }), [chat])
  return <ChatProvider value={looking}>{children}</ChatProvider>
}

type PathProps = {
  readonly sessionId: SessionId
  readonly run: AgentRun | null
  readonly limiting: boolean
  /** The button that opens the limits. */
  readonly opener: RefObject<HTMLButtonElement | null>
  readonly onLimits: () => void
}

/** From the chat over everybody it works for to the agent, and what can be done with it. */
function Path({ sessionId, run, limiting, opener, onLimits }: PathProps) {
  const t = useText()
  const deeds = useAgentDeeds()
  const back = useRef<HTMLButtonElement>(null)
  const runs = useAgentRuns()
  const line = useMemo(() => lineTo(sessionId, runs), [sessionId, runs])
  const title = useSession((state) => state.folds.session?.meta.title)
  useEffect(() => {
    // Keyboard users arriving from a hidden card continue here.
    if (document.activeElement === null || document.activeElement === document.body) back.current?.focus()
  }, [])
  return (
    <nav
      aria-label={t('children.path')}
      className="flex h-(--h-bar) shrink-0 items-center gap-1 border-line border-b px-4 text-sm"
    >
      <IconButton
        ref={back}
        icon="left"
        size="small"
        label={t('children.back')}
        onClick={() => deeds.view(null)}
      />
      <Crumb onOpen={() => deeds.view(null)}>{title ?? t('chat.untitled')}</Crumb>
      {line.slice(0, -1).map((above) => (
        <Crumb key={above.sessionId} onOpen={() => deeds.view(above.sessionId)}>
          {above.title}
        </Crumb>
      ))}
      {run === null ? (
        <span className="grow" />
      ) : (
        <>
          <span aria-current="page" className="flex min-w-0 grow items-center gap-2">
            <Mark state={AGENT_MARKS[run.state]} label={t(`children.state.${run.state}`)} />
            <b className="truncate font-medium">{run.title}</b>
            <span className="shrink-0 text-fg-3 text-xs">{agentTitle(run, t)}</span>
            {isOver(run) ? null : (
              <Chip look="live" size="small">
                {t('children.live')}
              </Chip>
            )}
          </span>
          <AgentFigures run={run} />
          <IconButton
            ref={opener}
            icon="settings"
            size="small"
            label={t(run.limits === null ? 'children.limits.set' : 'children.limits.change', {
              title: run.title,
            })}
            aria-expanded={limiting}
            onClick={onLimits}
          />
          <AgentButtons run={run} />
        </>
      )}
    </nav>
  )
}

/** Announces once that the agent is silent; the clock beside it is not read out. */
function Silence({ run }: { run: AgentRun | null }) {
  const t = useText()
  const quiet = run?.quiet ?? null
  return (
    <>
      <p role="status" className="unseen">
        {run === null || quiet === null ? '' : t('children.silent', { title: run.title })}
      </p>
      {run === null || quiet === null ? null : (
        <p className="shrink-0 truncate border-line border-b px-4 py-1.5 text-fg-2 text-xs">
          <DoingWords run={run} />
        </p>
      )}
    </>
  )
}

function Crumb({ onOpen, children }: { onOpen: () => void; children: string }) {
  return (
    <>
      <button
        type="button"
        onClick={onOpen}
        className="max-w-48 shrink-0 truncate rounded-xs px-1 text-fg-2 hover:bg-hover hover:text-fg"
      >
        {children}
      </button>
      <span aria-hidden="true" className="text-fg-3">
        /
      </span>
    </>
  )
}

function AgentConversation({ sessionId }: { sessionId: SessionId }) {
  const { session, app } = useChat()
  const shown = useStore(session.store, (state) => state.sessionId)
  const problem = useStore(session.store, (state) => state.problem)
  if (problem !== null) {
    return (
      <div className="mx-auto w-full max-w-[768px] flex-1 px-6 pt-4">
        <Failure message={problem.message} onRetry={() => app.attempt(session.retry())} />
      </div>
    )
  }
  if (shown !== sessionId) {
    return (
      <div className="mx-auto min-h-0 w-full max-w-[768px] flex-1 overflow-hidden px-6 pt-4">
        <Placeholder rows={6} rowHeight={48} />
      </div>
    )
  }
  return <Conversation key={shown} sessionId={shown} />
}
