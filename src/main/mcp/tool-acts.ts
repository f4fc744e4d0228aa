import type { ToolAct } from '../tools/tool.ts'
import { serverRuleName } from './tool-names.ts'

/** Returns what a call of a server's tool does, for the rules. */
export function toolActs(server: string, fullName: string, onlyReads: boolean): readonly ToolAct[] {
  return [
    {
      access: 'execute',
      target: fullName,
      outside: false,
      proposedRule: { tool: fullName, action: 'allow' },
      external: { onlyReads, ruleNames: [fullName, serverRuleName(server)] },
    },
  ]
}
