import { homedir } from 'node:os'
import type { createMcpHandlers } from '../handlers/mcp-handlers.ts'
import type { RefusedBy } from '../mcp/inspector/inspector.ts'
import { judge } from '../tools/permission/judge.ts'
import { writeNamed } from '../turn-setup/requests/request-copies.ts'
import type { Rooms } from './open-rooms.ts'

type Deps = Parameters<typeof createMcpHandlers>[0]
type Given = Pick<Deps, 'shell' | 'signal'> & {
  readonly logger: { readonly warn: (text: string, data: { readonly reason: string }) => void }
}

/** Returns the dependencies of the handlers for MCP servers. */
export function mcpIn({ mcp, runtime }: Rooms, { shell, logger, signal }: Given): Deps {
  const { projectSettings } = runtime
  /** A request by hand is the person's own act. Rules that ask are answered by it; rules that refuse are not. */
  const refusedBy: RefusedBy = async (root, tool, acts) => {
    if (root !== null) await projectSettings.refresh(root)
    const rules = projectSettings.rules(root ?? '')
    const { verdict, reason } = judge({ tool, acts, rules, mode: 'ask', grants: [], home: homedir() })
    return verdict === 'deny' ? reason : null
  }
  return {
    ...{ mcp, refusedBy, shell, signal },
    write: writeNamed,
    report: (error) => logger.warn('An MCP server could not be started', { reason: String(error) }),
  }
}
