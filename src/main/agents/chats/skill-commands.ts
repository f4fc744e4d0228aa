import type { RemoteSkillRef, Skill } from '#shared/agent/skill.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type { NewId } from '../../lib/ids.ts'
import type { Lane } from '../../runs/chats/lane.ts'
import { messageOpening } from '../../runs/turns/chat-start.ts'

type Deps = {
  readonly skillsOf: (projectId: ProjectId) => Promise<readonly Skill[]>
  /** Reads the text of a skill of an MCP server. */
  readonly load: (projectId: ProjectId, remote: RemoteSkillRef, signal: AbortSignal) => Promise<string>
  readonly lane: Pick<Lane, 'goOn' | 'queueCommand'>
  readonly newId: NewId
}

/** The longest wait for the text of a server's skill, in milliseconds. */
const LOAD_MS = 30_000

/** The most rules of one run. */
const MOST_RULES = 100

/**
 * Creates `/name` for skills: the text of the skill goes along with the person's words. What a skill of the person allows
 * holds for this turn.
 */
export function createSkillCommands({ skillsOf, load, lane, newId }: Deps) {
  return {
    names: async (projectId: ProjectId): Promise<readonly string[]> =>
      (await skillsOf(projectId)).map(({ name }) => name),
    /** Returns the start of a skill; null when no skill has the name. */
    match: async (projectId: ProjectId, name: string, words: string) => {
      const skill = (await skillsOf(projectId)).find((each) => each.name === name)
      if (skill === undefined) return null
      return async ({ sessionId }: { readonly sessionId: SessionId }): Promise<void> => {
        const { remote } = skill
        const text =
          remote === undefined ? skill.text : await load(projectId, remote, AbortSignal.timeout(LOAD_MS))
        const typed = `/${name}${words === '' ? '' : ` ${words}`}`
        if (lane.queueCommand(sessionId, typed)) return
        const inputEventId = newId('event')
        const { first } = messageOpening([{ t: 'text', text: typed }], null, inputEventId)
        const { allowed = [], source } = skill
        const allow = source === 'user' ? allowed.slice(0, MOST_RULES) : []
        lane.goOn(sessionId, [loaded({ ...skill, text }), ...first], {
          inputEventId,
          ...(allow.length === 0
            ? {}
            : { bounds: { allow: allow.map((rule) => ({ ...rule, action: 'allow' as const })) } }),
        })
      }
    },
  }
}

function loaded({ name, folder, text }: Skill): NewDurableEvent {
  const place = folder === null ? '' : `Files this skill names are in ${folder}.\n\n`
  return {
    kind: 'harness.item',
    payload: {
      kind: 'runtime-notice',
      origin: 'system',
      visibility: 'compact',
      lifetime: 'run',
      placement: 'in-place',
      data: { said: [say('told.skill', { name })] },
      content: `The next message asks for the skill ${name}. It is loaded; follow it for that message.\n\n# The skill ${name}\n\n${place}${text}`,
    },
  }
}
