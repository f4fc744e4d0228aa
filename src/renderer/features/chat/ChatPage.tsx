import { type ReactNode, useMemo } from 'react'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import type { Data } from '../../data/data.ts'
import { MarkdownContext } from '../../markdown/tools.ts'
import { useText } from '../../messages/TextProvider.tsx'
import type { SideStore } from '../../store/side/side-store.ts'
import { SlotFill } from '../../ui/base/Slot.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { useMatches } from '../../ui/hooks/use-matches.ts'
import { BrokenScreen } from '../../ui/panes/BrokenScreen.tsx'
import { Drawer } from '../../ui/panes/Drawer.tsx'
import { MovableContent, MovablePlace, useMovable } from '../../ui/panes/Movable.tsx'
import { type Pane, Panes } from '../../ui/panes/Panes.tsx'
import type { ShowToast } from '../../ui/panes/Toast.tsx'
import { ErrorBoundary } from '../../ui/text/ErrorBoundary.tsx'
import { ChatProvider, type ChatStores, useApp, useChat } from './chat-context.ts'
import { Inspector } from './inspector/Inspector.tsx'
import { useInspectorPlace } from './inspector/inspector-place.tsx'
import { StatusExtras } from './StatusExtras.tsx'
import { ActiveSideHost } from './side/active-side.tsx'
import { ChatHosts } from './side/ChatHosts.tsx'
import { useInspectorRoom } from './side/inspector-room.ts'
import { MainChat } from './side/MainChat.tsx'
import { SideDrop } from './side/SideDrop.tsx'
import { SideProvider } from './side/side-context.ts'
import { SIDE_PANE, useSplit } from './side/use-split.tsx'
import { ProjectSidebar } from './sidebar/ProjectSidebar.tsx'
import { useMarkdown } from './use-markdown.ts'
import { useSidebarKey } from './use-sidebar-key.ts'

/** Lets the person choose a folder that becomes no project. `hint` says what for. */
export type ChooseFolder = (take: (path: string) => Promise<void>, hint?: string) => void

type ChatPageProps = {
  readonly api: Data
  readonly stores: ChatStores
  /** The chat beside the open one. */
  readonly side: SideStore
  readonly toast: ShowToast
  /** Leads to the limits of the team that a chat leads. */
  readonly onTeam: (chatId: SessionId) => void
  readonly onAddProject: () => void
  readonly onChooseFolder: ChooseFolder
  /** Opens a terminal in a project. */
  readonly onTerminal: (projectId: ProjectId) => void
  /** A pane below the conversation; null without one. */
  readonly below: Pane | null
}

/** The chat screen: projects and chats, the conversation, and what it holds. */
export function ChatPage({ api, stores, side, toast, onTeam, ...layout }: ChatPageProps) {
  const { app, session, drafts, agents, agentsAtWork, child, workflowRuns } = stores
  const chat = useMemo(
    () => ({ api, app, session, drafts, agents, agentsAtWork, child, workflowRuns, toast, onTeam }),
    [api, app, session, drafts, agents, agentsAtWork, child, workflowRuns, toast, onTeam],
  )
  const markdown = useMarkdown(chat)
  return (
    <SideProvider value={side}>
      <ChatProvider value={chat}>
        <MarkdownContext value={markdown}>
          <ChatHosts>
            <ActiveSideHost>
              <Layout {...layout} />
            </ActiveSideHost>
          </ChatHosts>
        </MarkdownContext>
      </ChatProvider>
    </SideProvider>
  )
}

type Outer = 'inspector' | 'projects'

/** Shows the panes side by side if space allows; otherwise the outer ones become drawers. */
function Layout({
  onAddProject,
  onChooseFolder,
  onTerminal,
  below,
}: Pick<ChatPageProps, 'onAddProject' | 'onChooseFolder' | 'onTerminal' | 'below'>) {
  const t = useText()
  const wide = useMatches('(min-width: 1180px)')
  const medium = useMatches('(min-width: 960px)')
  const inChat = useApp((state) => state.openSession !== null)
  const { inspecting, setInspecting, browsing, setBrowsing, drawer, setDrawer } = useInspectorPlace()
  // Beside the chat and over it stands the same: what is typed there outlives a window of another size.
  const inspection = useMovable()
  const projects: Pane = {
    id: 'projects',
    label: t('chat.projects'),
    size: { min: 200, usual: wide ? 248 : 216, max: 360 },
    content: (
      <PaneBoundary>
        <ProjectSidebar onAddProject={onAddProject} onChooseFolder={onChooseFolder} onTerminal={onTerminal} />
      </PaneBoundary>
    ),
  }
  const chat: Pane = {
    id: 'chat',
    label: t('chat.pane'),
    min: 400,
    content: (
      <PaneBoundary>
        <MainChat onAddProject={onAddProject} onChooseFolder={onChooseFolder} />
      </PaneBoundary>
    ),
  }
  const split = useSplit()
  const inspector: Pane = {
    id: 'inspector',
    label: t('chat.inspector'),
    size: { min: 264, usual: 304, max: 420 },
    content: <MovablePlace of={inspection} />,
  }
  const roomy = useInspectorRoom()
  const beside = roomy && inspecting && inChat
  const over = !roomy && drawer === 'inspector' && inChat
  const name = wide ? 'chat' : 'chat.narrow'
  const talk: Pane = {
    ...chat,
    id: 'talk',
    min: 160,
    content: (
      <SideDrop>
        <Panes
          name={split.isShown ? `${name}.split` : name}
          panes={[
            split.isShown ? { ...chat, min: SIDE_PANE } : chat,
            ...split.panes,
            ...(beside ? [inspector] : []),
          ]}
          className="min-h-0 flex-1"
        />
      </SideDrop>
    ),
  }
  const work: Pane = {
    ...chat,
    id: 'work',
    content: (
      <Panes
        name="chat.below"
        orientation="vertical"
        panes={[talk, ...(below === null ? [] : [below])]}
        className="min-h-0 flex-1"
      />
    ),
  }
  const panes = [...(medium && browsing ? [projects] : []), work]
  const toggle = (which: Outer) => {
    if (which === 'inspector' && roomy) setInspecting(!inspecting)
    else if (which === 'projects' && medium) setBrowsing(!browsing)
    else setDrawer(drawer === which ? null : which)
  }
  const close = () => setDrawer(null)
  useSidebarKey(() => toggle('projects'))
  const shown = { inspector: roomy ? inspecting : over, projects: medium ? browsing : drawer === 'projects' }
  return (
    <>
      <OuterButtons shown={shown} has={{ inspector: inChat, projects: true }} onToggle={toggle} />
      {wide ? null : (
        <SlotFill name="status">
          <StatusExtras />
        </SlotFill>
      )}
      <Panes name={name} panes={panes} className="h-full" />
      {over ? (
        <Drawer side="right" label={t('chat.inspector')} onClose={close}>
          {inspector.content}
        </Drawer>
      ) : null}
      {drawer === 'projects' && !medium ? (
        <Drawer side="left" label={t('chat.projects')} onClose={close}>
          {projects.content}
        </Drawer>
      ) : null}
      {inChat ? (
        <MovableContent of={inspection} shown={beside || over} onEscape={over ? close : null}>
          <PaneBoundary>
            <Inspector />
          </PaneBoundary>
        </MovableContent>
      ) : null}
    </>
  )
}

/** A pane that fails leaves the others alone: the list of chats stays whatever a conversation holds. */
function PaneBoundary({ children }: { readonly children: ReactNode }) {
  return (
    <ErrorBoundary fallback={(error, retry) => <BrokenScreen error={error} onRetry={retry} />}>
      {children}
    </ErrorBoundary>
  )
}

type OuterButtonsProps = {
  readonly shown: Readonly<Record<Outer, boolean>>
  /** Whether there is one to show or put away. */
  readonly has: Readonly<Record<Outer, boolean>>
  readonly onToggle: (which: Outer) => void
}

/** In the title bar: shows the outer panes and puts them away. */
function OuterButtons({ shown, has, onToggle }: OuterButtonsProps) {
  const t = useText()
  const { app } = useChat()
  const hasProject = useApp((state) => state.openProject !== null)
  return (
    <SlotFill name="title-actions">
      {hasProject ? (
        <>
          <IconButton icon="file" label={t('shell.palette.files.show')} onClick={() => app.show('files')} />
          <IconButton icon="branch" label={t('shell.palette.changes')} onClick={() => app.show('changes')} />
        </>
      ) : null}
      {has.projects ? (
        <IconButton
          icon="list"
          label={t('chat.projects')}
          pressed={shown.projects}
          onClick={() => onToggle('projects')}
        />
      ) : null}
      {has.inspector ? (
        <IconButton
          icon="panel-right"
          label={t('chat.inspector')}
          pressed={shown.inspector}
          onClick={() => onToggle('inspector')}
        />
      ) : null}
    </SlotFill>
  )
}
