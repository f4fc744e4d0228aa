import { createAccessList } from '../diagnostics/access/access-list.ts'
import { createAuditRows } from '../diagnostics/audit/rows.ts'
import type { Rooms } from './open-rooms.ts'

/** Returns the list of everything that can run programs of others or be reached by other programs. */
export function accessIn(rooms: Rooms) {
  return createAccessList({
    projects: rooms.projects.list,
    servers: rooms.problems.serverStates,
    mcp: rooms.mcp.list,
    plugins: rooms.plugins.list,
    hooks: () => rooms.hooks.list(null),
    triggers: () => rooms.triggers.triggers.list(null),
    terminals: rooms.terminals.list,
    ports: rooms.jobs.jobs.opened,
    signIns: rooms.models.chatGpt.signIns,
    socket: () => rooms.paths.socket,
    newest: createAuditRows(rooms.storage.db).newest,
  })
}
