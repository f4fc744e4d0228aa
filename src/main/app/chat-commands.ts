import { createAppCommands } from '../agents/chats/app-commands.ts'
import { createPromptCommands } from '../mcp/content/prompt-commands.ts'
import { commandArguments } from '../workflows/chat/command-arguments.ts'
import type { Rooms } from './open-rooms.ts'

/** The commands that a person types instead of a message. */
export function chatCommands(rooms: Rooms, signal: AbortSignal) {
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
  })
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
