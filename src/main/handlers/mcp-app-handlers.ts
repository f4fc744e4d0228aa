import type { MCP_APP_CALLS } from '#shared/ipc/calls/mcp-app-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import type { AppHost, createServerApps } from '../mcp/apps/server-apps.ts'
import type { createServerSkills } from '../mcp/skills/server-skills.ts'

type Rooms = {
  readonly mcp: ReturnType<typeof createServerApps> &
    Pick<ReturnType<typeof createServerSkills>, 'listSkills' | 'allowSkills'>
  readonly host: AppHost
  /** Ends with the app. */
  readonly signal: AbortSignal
}

/** Creates the handlers for interactive views of MCP servers. */
export function createMcpAppHandlers({
  mcp,
  host,
  signal,
}: Rooms): Pick<Handlers, keyof typeof MCP_APP_CALLS> {
  return {
    'mcp.allowApps': async ({ digest, ...place }) => {
      await mcp.allowApps(place, digest)
      return null
    },
    'mcp.skills': (place) => mcp.listSkills(place),
    'mcp.allowSkills': async ({ seen, ...place }) => {
      await mcp.allowSkills(place, seen)
      return null
    },
    'mcp.openApp': ({ html, result, ...place }) => mcp.openApp(place, { html, result }, host),
    'mcp.callForApp': (wanted) => mcp.callForApp(wanted, host, signal),
    'mcp.answerForApp': (given) => mcp.answerForApp(given, host, signal),
  }
}
