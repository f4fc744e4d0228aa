import type { AgentDefinition } from '#shared/agent/definition.ts'
import { builtinAgents } from '../../messages/en/builtin-agents.ts'
import type { Text } from '../../messages/TextProvider.tsx'

type Described = Pick<AgentDefinition, 'id' | 'source' | 'description'>
type Known = keyof typeof builtinAgents extends `agents.builtin.${infer Id}` ? Id : never

/** Returns the description of an agent: localised if bundled, otherwise from its file. */
export function agentAbout({ id, source, description }: Described, t: Text): string {
  return source === 'builtin' && isKnown(id) ? t(`agents.builtin.${id}`) : description
}

const isKnown = (id: string): id is Known => Object.hasOwn(builtinAgents, `agents.builtin.${id}`)
