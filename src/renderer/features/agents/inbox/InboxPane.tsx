import { type KeyboardEvent, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { ProjectId, SessionId, WorkflowRunId } from '#shared/ids.ts'
import type { InboxItem } from '#shared/session/interactions/inbox.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { classNames } from '../../../ui/base/class-names.ts'
import { isMac } from '../../../ui/base/command-key.ts'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { EmptyState } from '../../../ui/panes/EmptyState.tsx'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { PaneHead } from '../../../ui/panes/PaneHead.tsx'
import { Placeholder } from '../../../ui/panes/Placeholder.tsx'
import { useAgents } from '../agents-context.ts'
import { InboxKeys } from './InboxKeys.tsx'
import { InboxList } from './InboxList.tsx'
import { actOn, inboxAction } from './inbox-keys.ts'
import { useInbox } from './use-inbox.ts'
import { useInboxFocus } from './use-inbox-focus.ts'

/** Everything that waits for the person, in one place. `onClose`: where there is little room it can be sent away. */
export function InboxPane({ onClose }: { onClose: (() => void) | null }) {
  const t = useText()
  const { app, inbox } = useAgents()
  const known = useStore(inbox.store, (state) => state.items !== null)
  const problem = useStore(inbox.store, (state) => state.problem)
  const work = useInbox()
  const [helping, setHelping] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const focus = useInboxFocus(root, work.current?.ask.requestId ?? null)
  const open = useOpenAsker()
  const onKeyDown = (event: KeyboardEvent) => {
    // Key events of layers over the inbox bubble up here, but those layers handle their own keys.
    if (isWriting(event.target) || !isWithin(root.current, event.target)) return
    const action = inboxAction(event.nativeEvent, isMac())
    if (action === null) return
    event.preventDefault()
    if ((action.does === 'allow' || action.does === 'refuse') && work.isUnread(event)) return
    if (action.does === 'move') focus.follow()
    if (actOn(work.deeds, action)) return
    if (action.does === 'help') setHelping(true)
    if (action.does === 'folder') foldersButton(root.current, work.only)?.focus()
    if (action.does === 'open' && work.current !== null) open(work.current)
  }
  return (
    <section aria-label={t('agents.inbox')} data-pane className="pane relative h-full bg-side">
      <PaneHead title={t('agents.inbox')} ruled={onClose !== null}>
        <span className="figures text-fg-3 text-xs">{work.items.length === 0 ? '' : work.items.length}</span>
        <IconButton icon="command" size="small" label={t('agents.keys')} onClick={() => setHelping(true)} />
        {onClose === null ? null : (
          <IconButton icon="x" size="small" label={t('ui.close')} onClick={onClose} />
        )}
      </PaneHead>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys bubble up here from the requests */}
      <div
        ref={root}
        onKeyDown={onKeyDown}
        onFocus={focus.onFocus}
        onBlur={focus.onBlur}
        className={classNames('min-h-0 flex-1 overflow-y-auto px-3 pb-3', onClose === null ? 'pt-1' : 'pt-3')}
      >
        {problem === null ? null : (
          <Failure message={problem.message} onRetry={() => app.attempt(inbox.load())} />
        )}
        {!known && problem === null ? <Placeholder rows={3} rowHeight={96} /> : null}
        {known && work.items.length === 0 ? (
          <div data-inbox-end tabIndex={-1} className="outline-none">
            <EmptyState icon="shield" title={t('agents.inbox.empty')}>
              {t('agents.inbox.emptyHint')}
            </EmptyState>
          </div>
        ) : (
          <InboxList work={work} onOpen={open} />
        )}
      </div>
      {helping ? <InboxKeys onClose={() => setHelping(false)} /> : null}
    </section>
  )
}

/** Goes to the conversation or the run that asks. */
function useOpenAsker() {
  const { api, app, runs, onAgent } = useAgents()
  const openRun = async (workflowRunId: WorkflowRunId) => {
    const run = await api.read('workflow.get', { workflowRunId })
    runs.summon(run)
    app.showWorkflows(run.projectId)
  }
  const openAgent = async (sessionId: SessionId, parentId: SessionId, projectId: ProjectId | null) => {
    const agents = await api.read('agent.runs', { sessionId: parentId })
    const run = agents.find((each) => each.sessionId === sessionId)
    if (run === undefined) app.openSession(parentId, projectId)
    else onAgent(run)
  }
  return ({ sessionId, projectId, asker }: InboxItem) => {
    if (asker.kind === 'chat') app.openSession(sessionId, projectId)
    else if (asker.kind === 'child') app.attempt(openAgent(sessionId, asker.parentSessionId, projectId))
    else app.attempt(openRun(asker.workflowRunId))
  }
}

/** Opens the folders one request can be allowed for: that one which the other keys answer. */
function foldersButton(root: HTMLElement | null, item: InboxItem | null): HTMLElement | null {
  if (item === null) return null
  return root?.querySelector<HTMLElement>(`[data-ask="${item.ask.requestId}"] [data-folders]`) ?? null
}

const isWithin = (root: HTMLElement | null, target: EventTarget): boolean =>
  target instanceof Node && root?.contains(target) === true

function isWriting(target: EventTarget): boolean {
  return (
    target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]') !== null
  )
}
