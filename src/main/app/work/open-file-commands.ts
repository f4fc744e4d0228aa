import { homedir } from 'node:os'
import path from 'node:path'
import { createFileCommands } from '../../agents/chats/file-commands.ts'
import { createPieceText } from '../../extensions/commands/command-pieces.ts'
import { expandCommand } from '../../extensions/commands/expand-command.ts'
import type { NewId } from '../../lib/ids.ts'
import type { Catalog } from '../../models/catalogue/catalog.ts'
import { commandActs } from '../../tools/bash/commands/command-acts.ts'
import { createShellGrammar } from '../../tools/bash/commands/shell-grammar.ts'
import { readAct } from '../../tools/files/file-acts.ts'
import { locatePath } from '../../tools/files/locate-path.ts'
import type { Equipment } from '../tools/open-equipment.ts'
import type { Runtime } from './runtime/open-runtime.ts'

type Deps = {
  readonly runtime: Runtime
  readonly equipment: Pick<Equipment, 'definitions' | 'hooks'>
  readonly catalog: Pick<Catalog, 'named'>
  readonly home: string
  readonly newId: NewId
  readonly signal: AbortSignal
}

/** Opens the commands that files describe: their shell commands are judged and run like those of the agent. */
export function openFileCommands({ runtime, equipment, catalog, home, newId, signal }: Deps) {
  const flavour = { path, home: homedir(), appHome: home }
  const loadGrammar = createShellGrammar()
  const sessionOf = runtime.sessions.get
  return createFileCommands({
    files: equipment.definitions.commandFiles,
    lane: runtime.lane,
    newId,
    expand: expandCommand,
    modelNamed: (name, sessionId) => catalog.named(name, sessionOf(sessionId).meta.model)?.ref ?? null,
    pieceText: createPieceText({
      actsOf: (command, root, stop) => commandActs(command, root, flavour, loadGrammar, stop),
      readOf: async (file, root) => {
        const place = await locatePath(root, file, flavour)
        return { act: await readAct('read', place, { root, flavour }), file: place.absolute }
      },
      judge: runtime.judgeTyped,
      runCommand: equipment.hooks.runCommand,
      agentOf: (sessionId) => runtime.hookScenes.ofSession(sessionId).agentId,
      signal,
    }),
  })
}
