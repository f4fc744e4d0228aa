import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { Text } from '../messages/TextProvider.tsx'
import { toolTitle } from './tool-title.ts'

/** What an agent asks the person for, in a word or two. */
export function askText({ asks: [ask] }: Pick<AgentRun, 'asks'>, t: Text): string {
  return ask?.what === 'permission' ? toolTitle(ask.tool ?? '', t) : t('children.aQuestion')
}
