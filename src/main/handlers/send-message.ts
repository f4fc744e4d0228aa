import { waitsForRun } from '#shared/commands/registry.ts'
import { AppError } from '#shared/errors.ts'
import type { AgentId, ModelRef, ProjectId, SessionId } from '#shared/ids.ts'
import type { FileInput } from '#shared/ipc/calls/session-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import { say } from '#shared/sentences.ts'
import { appCommand, messageText } from '#shared/session/app-commands.ts'
import { attachedMime } from '#shared/session/attachment.ts'
import type { FilePart, Part } from '#shared/session/message.ts'
import type { DraftPictures } from '../config/draft-pictures.ts'
import type { Drafts } from '../config/drafts.ts'
import type { Blobs } from '../log/blobs/blobs.ts'
import type { Projects } from '../projects/registry.ts'
import type { ExtraFolders } from '../runs/chats/extra-folders.ts'
import type { Lane } from '../runs/chats/lane.ts'
import type { Sessions } from '../runs/chats/sessions.ts'
import { titleOf } from '../runs/chats/title.ts'
import { readDirectives } from '../runs/turns/chat-start.ts'

export type SendRooms = {
  readonly sessions: Pick<Sessions, 'get' | 'nameAfter' | 'create' | 'make'>
  readonly lane: Pick<Lane, 'send' | 'open'>
  readonly projects: Pick<Projects, 'folderOf'>
  readonly blobs: Pick<Blobs, 'putBytes'>
  readonly drafts: Pick<Drafts, 'set'>
  readonly draftPictures: Pick<DraftPictures, 'forget'>
  /** The model of a chat that is about to begin. Throws an `AppError` when its agent names a missing one. */
  readonly modelOfNewChat: (
    projectId: ProjectId,
    agentId?: AgentId,
  ) => Promise<{ readonly model: ModelRef; readonly before: ModelRef | null }>
  /** Commands that a message may contain instead of text for the model. */
  readonly commands: {
    readonly match: (
      projectId: ProjectId,
      text: string,
      isNew: boolean,
    ) => Promise<((place: CommandPlace) => Promise<void>) | null>
  }
  /** The check of the extra folders of a chat that begins. */
  readonly folders: Pick<ExtraFolders, 'checkAll'>
  /** Queues a command during a run. False: nothing is running. */
  readonly queueCommand: Lane['queueCommand']
}

type CommandPlace = { readonly sessionId: SessionId; readonly projectId: ProjectId; readonly cwd: string }

type Sending = Parameters<Handlers['session.send']>[0]

/**
 * Sends what the person has written: as a message, or as the command it means. It may begin a chat. Throws an `AppError`
 * where it cannot be sent; what was written is still a draft then.
 */
export async function sendMessage(
  rooms: SendRooms,
  { target, text, images, bounds }: Sending,
): Promise<{ sessionId: SessionId }> {
  const projectId =
    target.to === 'session' ? rooms.sessions.get(target.sessionId).meta.projectId : target.projectId
  const command =
    projectId === null ? null : await rooms.commands.match(projectId, text, target.to === 'project')
  // A command starts work of its own, which these bounds would not hold.
  if (command !== null && bounds !== undefined) throw AppError.saying('other', say('chat.boundsOfCommand'))
  const parts = await partsOf(rooms.blobs, messageText(text), images)
  const sessionId =
    target.to === 'session'
      ? rooms.sessions.get(target.sessionId).id
      : await begin(rooms, target, {
          text: messageText(text),
          first: command === null ? parts : null,
          bounds,
        })
  if (target.to === 'session') rooms.sessions.nameAfter(sessionId, titleAfter(messageText(text)))
  if (command !== null && projectId !== null) {
    const waits = target.to === 'session' && waitsForRun(text) && rooms.queueCommand(sessionId, text.trim())
    if (!waits) await command({ sessionId, projectId, cwd: rooms.sessions.get(sessionId).cwd })
  } else if (target.to === 'session') rooms.lane.send(sessionId, parts, bounds)
  const key = target.to === 'session' ? sessionId : target.projectId
  rooms.drafts.set(key, '')
  rooms.draftPictures.forget(key)
  return { sessionId }
}

/** `first` is null where a command is what a chat begins with: it is carried out once the chat is there. */
type Beginning = {
  readonly text: string
  readonly first: readonly Part[] | null
  readonly bounds: Sending['bounds']
}

/** A chat comes into being with its first message, so that neither looking around nor a full disk leaves an empty one. */
async function begin(
  { sessions, projects, lane, folders: extra, modelOfNewChat }: SendRooms,
  target: Sending['target'] & { to: 'project' },
  { text, first, bounds }: Beginning,
): Promise<SessionId> {
  const project = await projects.folderOf(target.projectId)
  const { permissionMode, agentId, effort } = target
  const folders = await extra.checkAll(project.path, target.folders ?? [])
  const { model, before } =
    target.model === undefined
      ? await modelOfNewChat(project.id, agentId)
      : { model: target.model, before: null }
  const title = titleAfter(text) || project.name
  const wanted = {
    projectId: project.id,
    cwd: project.path,
    model,
    permissionMode,
    title,
    ...(agentId === undefined ? {} : { agentId }),
    ...(effort === undefined ? {} : { effort }),
    ...(before === null ? {} : { modelBefore: before }),
    ...(folders.length === 0 ? {} : { folders }),
  }
  if (first === null) return sessions.create(wanted)
  const made = await sessions.make(wanted)
  lane.open(made, first, bounds)
  return made.sessionId
}

/** Returns the title of a chat that begins with this text; empty for a command without text. */
const titleAfter = (text: string): string => titleOf(appCommand(text)?.words ?? readDirectives(text).words)

async function partsOf(
  blobs: SendRooms['blobs'],
  text: string,
  images: readonly FileInput[],
): Promise<Part[]> {
  const files = await filesOf(blobs, images)
  return text === '' ? files : [{ t: 'text', text }, ...files]
}

/** Stores the files that go along with a message. Throws an `AppError` for a binary file of another kind. */
export function filesOf(blobs: SendRooms['blobs'], images: readonly FileInput[]): Promise<FilePart[]> {
  return Promise.all(
    images.map(async ({ mime: declared, base64, name, from }): Promise<FilePart> => {
      const bytes = Buffer.from(base64, 'base64')
      const mime = declared.startsWith('image/')
        ? declared
        : attachedMime(bytes, declared, new TextDecoder('utf-8', { fatal: true }))
      if (mime === null) throw AppError.saying('ipc.refused', say('attach.binary', { name }))
      const blobId = await blobs.putBytes(bytes, mime)
      return { t: 'file', blobId, mime, name, ...(from === undefined ? {} : { from }) }
    }),
  )
}
