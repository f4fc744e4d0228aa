import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { createSwitchAgent } from '../agents/switch-agent.ts'
import type { Clock } from '../lib/clock.ts'
import type { NewId } from '../lib/ids.ts'
import type { Definitions } from './open-definitions.ts'
import type { Runtime } from './open-runtime.ts'
import type { Storage } from './open-storage.ts'

type Deps = {
  readonly storage: Storage
  readonly runtime: Runtime
  readonly definitions: Definitions
  readonly clock: Clock
  readonly newId: NewId
}

/** What is done with agents in chats: one takes over from another. */
export function openAgents({ storage, runtime, definitions, clock, newId }: Deps) {
  const { log, sessions, lane, personas } = runtime
  const { agents, skillIndexFor } = definitions
  const switchAgent = createSwitchAgent({
    ...{ log, sessions, lane, now: clock.now },
    newContextId: () => newId('context'),
    pathOf: storage.paths.of,
    successor: async (projectId, agentId) => {
      const { definition } = await agents.get(projectId, agentId)
      if (definition.mode !== 'primary') {
        throw AppError.saying('config.invalid', say('agent.notForChats', { name: definition.name }))
      }
      const [personaHash, skills] = await Promise.all([
        personas.keep(definition.persona),
        skillIndexFor({ kind: 'chat', agentId, projectId }),
      ])
      return { definition, personaHash, skills }
    },
    definitionOf: (projectId, agentId) =>
      agents.get(projectId, agentId).then(
        ({ definition }) => definition,
        (error: unknown) => {
          if (error instanceof AppError) return null
          throw error
        },
      ),
    snapshotOf: (sessionId) => {
      const event = storage.reader.newestOfKind(sessionId, 'instructions.snapshot')
      return event?.kind === 'instructions.snapshot' ? event.payload.snapshot : null
    },
  })
  return { switchAgent }
}
