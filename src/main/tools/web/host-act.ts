import type { ToolAct } from '../tool.ts'
import { plainHost } from './guarded-lookup.ts'

/** The act of reaching a host. Rules about the tool and about `network` decide; without one it asks. */
export function hostAct(tool: string, { hostname }: URL, onlyReads: boolean): ToolAct {
  const host = plainHost(hostname)
  return {
    access: 'read',
    target: host,
    outside: false,
    proposedRule: { tool, pattern: host, action: 'allow' },
    external: { onlyReads, ruleNames: [tool, 'network'], reason: 'It connects to a host.' },
  }
}
