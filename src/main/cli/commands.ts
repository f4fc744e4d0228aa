import { BACKUP, RESTORE } from './backup-commands.ts'
import type { Command } from './command.ts'
import { completionCommand } from './completion-command.ts'
import { DOCTOR } from './doctor-command.ts'
import { EXPORT, IMPORT } from './files-commands.ts'
import { LOGS } from './logs-command.ts'
import { MCP } from './mcp/mcp-command.ts'
import { PLUGINS } from './plugins-command.ts'
import { RUN } from './run/run-command.ts'
import { SESSIONS } from './sessions-command.ts'
import { TRIGGERS } from './triggers-command.ts'
import { WORKFLOWS } from './workflows-command.ts'

const WITHOUT_COMPLETION: readonly Command[] = [
  RUN,
  SESSIONS,
  EXPORT,
  IMPORT,
  BACKUP,
  RESTORE,
  WORKFLOWS,
  TRIGGERS,
  MCP,
  PLUGINS,
  DOCTOR,
  LOGS,
]

/** Every command of the command line, in the order of the help. */
export const COMMANDS: readonly Command[] = [...WITHOUT_COMPLETION, completionCommand(WITHOUT_COMPLETION)]
