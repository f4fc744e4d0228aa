import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { Text } from '../messages/TextProvider.tsx'
import { toolTitle } from './tool-title.ts'

/** Returns the subject of an agent's question in a word or two. */
export function questionSubject({ asks: [ask] }: Pick<AgentRun, 'asks'>, t: Text): string {
  return ask?.what === 'permission' ? toolTitle(ask.tool ?? '', t) : t('children.aQuestion')
}
