import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { AgentListing } from '#shared/agent/definition.ts'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import type { FileInput } from '#shared/ipc/calls/session-calls.ts'
import type { McpResourceMatch } from '#shared/mcp/mcp-content.ts'
import { nameMatch } from '#shared/project/name-match.ts'
import { useFailureNotice } from '../../../../data/use-failure-notice.ts'
import { useQuery } from '../../../../data/use-query.ts'
import { type Text, useText } from '../../../../messages/TextProvider.tsx'
import { type Suggestions, useSuggestions } from '../../../../ui/lists/use-suggestions.ts'
import { agentAbout } from '../../../../ui/names/agent-about.ts'
import { useChat } from '../../chat-context.ts'
import { useListedAgents } from '../use-agents.ts'
import {
  isTypedOut,
  type MentionToken,
  mentioned,
  mentionToken,
  stillFitting,
  withoutMention,
} from './mention-token.ts'

/** An agent or file that can be mentioned with `@`. */
export type Mentionable =
  | { readonly kind: 'agent'; readonly name: string; readonly description: string }
  | { readonly kind: 'file'; readonly name: string }
  /** `name` is the path in the project, with a slash at its end. */
  | { readonly kind: 'folder'; readonly name: string }
  /** `name` is `server:address`. */
  | { readonly kind: 'resource'; readonly name: string; readonly match: McpResourceMatch }

/** The list of files and agents under an `@`. */
export type Mentions = Suggestions<Mentionable> & {
  /** The caret has moved. */
  readonly onCaret: () => void
}

type Asked = {
  readonly box: RefObject<HTMLTextAreaElement | null>
  readonly projectId: ProjectId | null
  /** The chat whose extra folders are searched too. */
  readonly sessionId: SessionId | null
  /** The extra folders chosen for a new chat. */
  readonly folders?: readonly string[]
  /** The text of the composer. */
  readonly text: string
  readonly setText: (text: string) => void
  readonly isTyping: boolean
  /** Attaches files; null where the box takes none. */
  readonly attach: ((files: readonly FileInput[]) => void) | null
}

const MOST_AGENTS = 5

/** Returns the matches of an `@` mention before the caret. */
export function useMentions(asked: Asked): Mentions {
  const { box, projectId, sessionId, folders: chosen = NO_FOLDERS, text, setText, isTyping, attach } = asked
  const t = useText()
  const { api, app } = useChat()
  const agents = useListedAgents(projectId)
  const [caret, setCaret] = useState(0)
  const goesTo = useRef<number | null>(null)
  const token = isTyping ? mentionToken(text, Math.min(caret, text.length)) : null
  const place = useMemo(() => placeIn(projectId, sessionId, chosen), [projectId, sessionId, chosen])
  const files = useFileNames(token === null ? null : place, token?.typed ?? '')
  const folders = useFolderNames(token === null || attach === null ? null : place, token?.typed ?? '')
  const resources = useResources(token === null || attach === null ? null : projectId, token?.typed ?? '')
  useLayoutEffect(() => {
    if (goesTo.current === null) return
    box.current?.setSelectionRange(goesTo.current, goesTo.current)
    setCaret(goesTo.current)
    goesTo.current = null
  })
  const list = useSuggestions<Mentionable>({
    token,
    found:
      token === null
        ? []
        : [...agentsFor(agents, token.typed, t), ...withFolders(files, folders, token.typed), ...resources],
    // A resource or folder is attached by choosing it, also where its address is typed out.
    isTypedOut: ({ kind, name }) =>
      kind !== 'resource' && kind !== 'folder' && token !== null && isTypedOut(token, name),
    choose: (chosen) => {
      if (token === null) return
      if (chosen.kind === 'resource' && !chosen.match.isOpen) {
        const { key, uri } = chosen.match
        app.attempt(api.read('mcp.readResource', { projectId, key, uri }).then((read) => attach?.(read)))
      }
      if (chosen.kind === 'folder' && place !== null) {
        const read = api.read('project.readFolder', { ...place, path: chosen.name })
        app.attempt(read.then((folder) => attach?.([folder])))
      }
      const done =
        chosen.kind === 'resource'
          ? afterResource(text, token, chosen.match)
          : chosen.kind === 'folder'
            ? withoutMention(text, token)
            : mentioned(text, token, chosen.name)
      goesTo.current = done.caret
      setText(done.text)
    },
  })
  return { ...list, onCaret: () => setCaret(box.current?.selectionStart ?? 0) }
}

function agentsFor(agents: readonly AgentListing[], typed: string, t: Text): readonly Mentionable[] {
  return agents
    .flatMap((agent) => {
      const rank = nameMatch(agent.id, typed)
      if (rank === null || rank > 1) return []
      return [{ rank, kind: 'agent' as const, name: agent.id, description: agentAbout(agent, t) }]
    })
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, MOST_AGENTS)
}

/** A project, and the extra folders that count too: those of a chat, or those chosen for a new one. */
type Place = { readonly projectId: ProjectId; readonly sessionId?: SessionId; readonly folders?: string[] }

const NO_FOLDERS: readonly string[] = []

function placeIn(
  projectId: ProjectId | null,
  sessionId: SessionId | null,
  folders: readonly string[],
): Place | null {
  if (projectId === null) return null
  if (sessionId !== null) return { projectId, sessionId }
  return folders.length === 0 ? { projectId } : { projectId, folders: [...folders] }
}

const NONE: readonly Mentionable[] = []

/** Asks for the files that fit what is typed. Until the answer is here, those found last stay that still fit. */
function useFileNames(place: Place | null, typed: string): readonly Mentionable[] {
  const { app } = useChat()
  const found = useQuery('project.files', place === null ? null : { ...place, typed }, { keep: true })
  useFailureNotice(app, found)
  const { data, request } = found
  const isOfPlace =
    request?.projectId === place?.projectId &&
    request?.sessionId === place?.sessionId &&
    request?.folders === place?.folders
  const askedFor = isOfPlace ? (request?.typed ?? null) : null
  return useMemo(
    () =>
      data === null || askedFor === null
        ? NONE
        : stillFitting({ typed: askedFor, names: data }, typed).map(
            (name) => ({ kind: 'file', name }) as const,
          ),
    [data, askedFor, typed],
  )
}

/** Asks for the folders that fit what is typed. */
function useFolderNames(place: Place | null, typed: string): readonly Mentionable[] {
  const { app } = useChat()
  const wanted = place === null || typed === '' ? null : { ...place, typed }
  const found = useQuery('project.folders', wanted)
  useFailureNotice(app, found)
  const { data } = found
  return useMemo(() => (data === null ? NONE : data.map((name) => ({ kind: 'folder', name }))), [data])
}

/** Folders come after the files, except one whose name or path is typed in full. */
function withFolders(
  files: readonly Mentionable[],
  folders: readonly Mentionable[],
  typed: string,
): readonly Mentionable[] {
  const asked = typed.toLowerCase().replace(/\/?$/, '/')
  const isNamed = ({ name }: Mentionable) => `/${name.toLowerCase()}`.endsWith(`/${asked}`)
  return [...folders.filter(isNamed), ...files, ...folders.filter((each) => !isNamed(each))]
}

/** An open address waits for the rest of it; a whole one becomes an attachment. */
function afterResource(text: string, token: MentionToken, { server, uri, isOpen }: McpResourceMatch) {
  if (!isOpen) return withoutMention(text, token)
  const word = `@${server}:${uri}`
  const changed = `${text.slice(0, token.from)}${word}${text.slice(token.to)}`
  return { text: changed, caret: token.from + word.length }
}

/** Asks for the resources of MCP servers that fit what is typed. */
function useResources(projectId: ProjectId | null, typed: string): readonly Mentionable[] {
  const { app } = useChat()
  const found = useQuery(
    'mcp.findResources',
    projectId === null || typed === '' ? null : { projectId, typed },
  )
  useFailureNotice(app, found)
  const { data } = found
  return useMemo(
    () =>
      data === null
        ? NONE
        : data.map((match) => ({
            kind: 'resource',
            match,
            name: `${match.server}:${match.uri}`,
          })),
    [data],
  )
}
