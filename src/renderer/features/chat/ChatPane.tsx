import { type ReactNode, useEffect, useRef } from 'react'
import { useText } from '../../messages/TextProvider.tsx'
import { Icon } from '../../ui/base/Icon.tsx'
import { useToastsAbove } from '../../ui/hooks/use-toasts-above.ts'
import { EmptyState } from '../../ui/panes/EmptyState.tsx'
import { Failure } from '../../ui/panes/Failure.tsx'
import { Placeholder } from '../../ui/panes/Placeholder.tsx'
import { Announcer } from './Announcer.tsx'
import { AwayNotice } from './AwayNotice.tsx'
import { AgentDock } from './agents/AgentDock.tsx'
import { AgentPane } from './agents/AgentPane.tsx'
import { AgentSelector } from './agents/AgentSelector.tsx'
import { useChatAgents } from './agents/use-agents-of-chat.ts'
import { useApp, useChat, useSession } from './chat-context.ts'
import { Composer } from './composer/Composer.tsx'
import { type ComposerTarget, useComposerTarget } from './composer/composer-target.ts'
import { QueueStrip } from './composer/queue/QueueStrip.tsx'
import { EmptyChat, MissingFolder } from './EmptyChat.tsx'
import { InstructionsNotice } from './InstructionsNotice.tsx'
import { OpenRequests } from './interaction/OpenRequests.tsx'
import { JobStrip } from './jobs/JobStrip.tsx'
import { LongPauseNotice } from './LongPauseNotice.tsx'
import { SignInStrip } from './mcp/SignInStrip.tsx'
import { OriginBadge } from './OriginBadge.tsx'
import { Conversation } from './transcript/Conversation.tsx'
import { RunLine } from './transcript/RunLine.tsx'
import { UndrawnNotice } from './UndrawnNotice.tsx'

type ChatPaneProps = {
  readonly onAddProject: () => void
  readonly onChooseFolder: (take: (path: string) => Promise<void>, hint?: string) => void
  /** The name and the bar of the pane where two chats are shown. */
  readonly head?: { readonly name: string; readonly bar: ReactNode }
  /** Whether keys without a place of their own mean this chat. */
  readonly isActive?: boolean
}

/** The conversation and the place to write. */
export function ChatPane({ onAddProject, onChooseFolder, head, isActive = true }: ChatPaneProps) {
  const t = useText()
  const { drafts, app } = useChat()
  const target = useComposerTarget()
  const project = useApp((state) =>
    state.projects.find((each) => each.id === (target?.projectId ?? state.openProject)),
  )
  const fresh = useApp((state) => state.openSession === null)
  const practice = useApp(
    (state) => state.models.find((each) => each.ref === target?.model)?.api === 'builtin',
  )
  const viewed = useChatAgents((state) => state.viewed)
  const key = target?.key ?? null
  useEffect(() => {
    if (key !== null && fresh) app.attempt(drafts.load(key))
  }, [key, fresh, drafts, app])
  return (
    <section
      aria-label={head?.name ?? t('chat.pane')}
      data-pane
      data-chat-pane={isActive ? 'active' : ''}
      className="pane h-full bg-canvas"
    >
      {head?.bar ?? null}
      <UndrawnNotice />
      {viewed !== null ? (
        <AgentPane sessionId={viewed} />
      ) : fresh ? (
        project === undefined ? (
          <EmptyState icon="folder" title={t('chat.noProject')}>
            {t('chat.noProjectHint')}{' '}
            <button type="button" onClick={() => onAddProject()} className="underline">
              {t('chat.addProject')}
            </button>
          </EmptyState>
        ) : (
          <EmptyChat project={project} practice={practice} />
        )
      ) : (
        <OpenChat />
      )}
      <Foot>
        {viewed !== null ? (
          <AgentDock sessionId={viewed} />
        ) : target === null ? null : (
          <Dock
            target={target}
            fresh={fresh}
            missing={
              project?.missing === true ? (
                <MissingFolder project={project} onChooseFolder={onChooseFolder} />
              ) : null
            }
          />
        )}
        <AgentSelector />
      </Foot>
    </section>
  )
}

/** The open session; what was shown stays until another one is ready. */
function OpenChat() {
  const { session, app } = useChat()
  const shown = useSession((state) => state.sessionId)
  const wanted = useApp((state) => state.openSession)
  const problem = useSession((state) => state.problem)
  if (problem !== null) {
    return (
      <div className="flex min-h-0 flex-1 flex-col">
        <div className="mx-auto w-full max-w-[768px] px-6 pt-4 pb-2">
          <Failure message={problem.message} onRetry={() => app.attempt(session.retry())} />
        </div>
        {shown === wanted && shown !== null ? (
          <Conversation key={shown} sessionId={shown} />
        ) : (
          <span className="grow" />
        )}
      </div>
    )
  }
  if (shown === null) {
    return (
      <div className="mx-auto min-h-0 w-full max-w-[768px] flex-1 overflow-hidden px-6 pt-4">
        <Placeholder rows={8} rowHeight={48} />
      </div>
    )
  }
  return <Conversation key={shown} sessionId={shown} />
}

/** Shows the composer area; toasts stay above all of it. */
function Foot({ children }: { children: ReactNode }) {
  const foot = useRef<HTMLDivElement>(null)
  useToastsAbove(foot)
  return (
    <div ref={foot} className="shrink-0">
      {children}
    </div>
  )
}

type DockProps = {
  readonly target: ComposerTarget
  /** The message about a missing folder, shown instead of the composer. */
  readonly missing: ReactNode
  readonly fresh: boolean
}

function Dock({ target, missing, fresh }: DockProps) {
  return (
    <>
      {missing}
      <div className="mx-auto w-full max-w-[768px] px-6 pt-1 pb-3">
        {fresh ? null : (
          <>
            <Announcer />
            <OriginBadge />
            <RunLine />
            {target.sessionId === null ? null : (
              <InstructionsNotice key={target.sessionId} sessionId={target.sessionId} />
            )}
            <OpenRequests />
            <AwayNotice key={`away ${target.key}`} target={target} />
            <LongPauseNotice key={target.key} target={target} />
          </>
        )}
        {target.mode === 'bypass' ? <BypassWarning /> : null}
        <SignInStrip projectId={target.projectId} />
        {target.sessionId === null ? null : <JobStrip sessionId={target.sessionId} />}
        {target.sessionId === null ? null : <QueueStrip sessionId={target.sessionId} />}
        {missing === null ? <Composer target={target} /> : null}
      </div>
    </>
  )
}

function BypassWarning(): ReactNode {
  const t = useText()
  return (
    <p role="status" className="flex items-center gap-2 pb-2 text-bad-fg text-sm">
      <Icon name="alert" size="s" />
      {t('chat.bypassWarning')}
    </p>
  )
}
