import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { commandWord, messageText } from '#shared/session/app-commands.ts'
import { createAppCommands } from '../agents/chats/app-commands.ts'
import { createPromptCommands } from '../mcp/content/prompt-commands.ts'
import { commandArguments } from '../workflows/chat/command-arguments.ts'
import type { Rooms } from './open-rooms.ts'

/** The commands that a person types instead of a message. */
function chatCommands(rooms: Rooms, signal: AbortSignal) {
  const { runtime, settings } = rooms
  return createAppCommands({
    newId: rooms.newId,
    fork: rooms.agents.fork,
    coordinator: rooms.agents.coordinator,
    lane: runtime.lane,
    planRuns: runtime.planRuns,
    others: promptCommands(rooms, signal),
    allowsBackground: () => settings.current().backgroundAgents,
    agents: rooms.definitions.agents,
    compact: runtime.compaction.start,
    sessions: runtime.sessions,
    worktrees: {
      enter: (sessionId, name) => rooms.worktrees.chats.enter(sessionId, name, signal),
      leave: rooms.worktrees.chats.leave,
    },
  })
}

/** The same, connected to the queue of each chat. */
export function connectedCommands(rooms: Rooms, signal: AbortSignal) {
  const { runtime, tell } = rooms
  const commands = chatCommands(rooms, signal)
  runtime.lane.connectCommands(async (sessionId, text) => {
    const { cwd, meta } = runtime.sessions.get(sessionId)
    const { projectId } = meta
    try {
      const start = projectId === null ? null : await commands.match(projectId, text, false)
      if (projectId === null || start === null) {
        runtime.lane.send(sessionId, [{ t: 'text', text: messageText(text) }])
      } else await start({ sessionId, projectId, cwd })
      return true
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const name = commandWord(text) ?? text
      const { text: words, said } = error.framed([], [say('command.notRun', { name })]).told()
      tell({ kind: 'notice', level: 'warn', text: words, said })
      return false
    }
  })
  return commands
}

/** Prompts of MCP servers as commands, in front of saved workflows. */
const promptCommands = ({ mcp, runtime, storage, workflows }: Rooms, signal: AbortSignal) =>
  createPromptCommands({
    content: mcp,
    lane: runtime.lane,
    blobs: storage.blobs,
    readArguments: commandArguments,
    signal,
    others: workflows.commands,
  })
