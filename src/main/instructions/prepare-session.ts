import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { checkCoordinator } from '../agents/definitions/coordinator.ts'
import type { Definitions } from '../app/tools/open-definitions.ts'
import type { Prepared, SessionPlace } from '../runs/chats/sessions.ts'
import type { PersonaTexts } from './persona-texts.ts'
import type { InstructionsPlace, TakenInstructions } from './take-instructions.ts'

type Deps = Pick<Definitions, 'agents' | 'skillIndexFor'> & {
  /** Returns the instructions of the output style that the person chose; empty for none. */
  readonly styleFor: (projectId: SessionPlace['projectId']) => Promise<string>
  readonly personas: Pick<PersonaTexts, 'keep'>
  readonly takeSnapshot: (place: InstructionsPlace) => Promise<TakenInstructions>
  /** Returns the person's memory for a chat in this folder; empty for none. */
  readonly remembered: (cwd: string) => Promise<string>
}

/** Settles what a new session begins with: its instructions, with the skills its agent can load, and its persona. */
export function createPrepare({ agents, skillIndexFor, styleFor, personas, takeSnapshot, remembered }: Deps) {
  return async (place: SessionPlace): Promise<Prepared & TakenInstructions> => {
    const { definition } = await agents.get(place.projectId, place.agentId)
    if (place.kind === 'chat' && definition.mode !== 'primary') {
      throw AppError.saying('config.invalid', say('agent.notForChats', { name: definition.name }))
    }
    // The person reads the answers of chats only.
    const style = place.kind === 'chat' ? await styleFor(place.projectId) : ''
    const persona = style === '' ? definition.persona : `${definition.persona.trimEnd()}\n\n${style}`
    const personaHash = await personas.keep(persona)
    const skills = await skillIndexFor(place)
    const memory = place.kind === 'chat' ? await remembered(place.cwd) : ''
    const isAgent = place.kind === 'child'
    return { ...(await takeSnapshot({ cwd: place.cwd, skills, memory, isAgent })), personaHash }
  }
}

type Prepare = ReturnType<typeof createPrepare>

type NewDeps = Pick<Deps, 'agents'> & {
  readonly allowsBackground: () => boolean
  /** Reads the settings files of a folder again. They may change the agent of the chat. */
  readonly readSettings: (cwd: string) => Promise<void>
}

/** The same for a chat that is just made. One in coordinator mode stays in it, whatever was switched off since. */
export function preparingNew(prepare: Prepare, { agents, allowsBackground, readSettings }: NewDeps): Prepare {
  return async (place) => {
    if (place.kind === 'chat') {
      await readSettings(place.cwd)
      checkCoordinator((await agents.get(place.projectId, place.agentId)).definition, allowsBackground)
    }
    return prepare(place)
  }
}
