import type { CommandFile } from '#shared/agent/command-file.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { ModelRef, ProjectId, SessionId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type { NewId } from '../../lib/ids.ts'
import type { Lane } from '../../runs/chats/lane.ts'
import { messageOpening } from '../../runs/turns/chat-start.ts'

type Place = { readonly sessionId: SessionId; readonly projectId: ProjectId; readonly cwd: string }

type Deps<Piece> = {
  readonly files: { readonly of: (projectId: ProjectId | null) => Promise<readonly CommandFile[]> }
  /** Fills words into a command file. Throws an `AppError` for missing ones. */
  readonly expand: (
    command: Pick<CommandFile, 'name' | 'text' | 'hasVariables'>,
    words: string,
  ) => readonly Piece[]
  /** Returns the text of a filled command file, with the output of its commands. `also` are rules for these. */
  readonly pieceText: (
    pieces: readonly Piece[],
    place: Place,
    also: CommandFile['allowed'],
  ) => Promise<string>
  readonly lane: Pick<Lane, 'goOn' | 'queueCommand' | 'idleOnly'>
  /** Returns the model of this name; null for a name that no model has. */
  readonly modelNamed: (name: string, sessionId: SessionId) => ModelRef | null
  readonly newId: NewId
}

/** Returns the command of a name: the first of it, or the one that `folder:name` means. */
function commandFileNamed(all: readonly CommandFile[], name: string): CommandFile | undefined {
  return all.find((each) => each.name === name || `${each.space}:${each.name}` === name)
}

/** Creates `/name` for command files: the filled text goes along with the person's words. */
export function createFileCommands<Piece>(deps: Deps<Piece>) {
  const { files, expand, pieceText, lane, modelNamed, newId } = deps
  return {
    names: async (projectId: ProjectId): Promise<readonly string[]> =>
      (await files.of(projectId)).map(({ name }) => name),
    /** Returns the start of a command file; null when none has the name. Throws for missing variables. */
    match: async (projectId: ProjectId, name: string, words: string) => {
      const command = commandFileNamed(await files.of(projectId), name)
      if (command === undefined) return null
      const pieces = expand({ ...command, name }, words)
      const allow = command.source === 'user' ? command.allowed : []
      return async (place: Place): Promise<void> => {
        const { sessionId } = place
        const typed = `/${name}${words === '' ? '' : ` ${words}`}`
        if (lane.queueCommand(sessionId, typed)) return
        lane.idleOnly(sessionId)
        const text = await pieceText(pieces, place, allow)
        const inputEventId = newId('event')
        const { first } = messageOpening([{ t: 'text', text: typed }], null, inputEventId)
        const model = command.model === null ? null : modelNamed(command.model, sessionId)
        lane.goOn(sessionId, [sent(name, text), ...first], {
          inputEventId,
          ...(allow.length === 0 ? {} : { bounds: { allow: allowing(allow), source: `/${name}` } }),
          ...(model === null ? {} : { model }),
        })
      }
    },
  }
}

/** Returns rules as the bounds of a run hold them. */
function allowing(rules: CommandFile['allowed']) {
  return rules.slice(0, 100).map((rule) => ({ ...rule, action: 'allow' as const }))
}

function sent(name: string, text: string): NewDurableEvent {
  return {
    kind: 'harness.item',
    payload: {
      kind: 'runtime-notice',
      origin: 'system',
      visibility: 'compact',
      lifetime: 'run',
      placement: 'in-place',
      data: { said: [say('told.command', { name })] },
      content: `The next message is the command /${name} of the person. It means this text; carry it out:\n\n${text}`,
    },
  }
}
