import { ATTACH } from './background/attach-command.ts'
import { PS } from './background/ps-command.ts'
import { STOP } from './background/stop-command.ts'
import type { Command } from './command.ts'
import { AGENTS } from './commands/agents-command.ts'
import { BACKUP, RESTORE } from './commands/backup-commands.ts'
import { completionCommand } from './commands/completion-command.ts'
import { DOCTOR } from './commands/doctor-command.ts'
import { EXPORT, IMPORT } from './commands/files-commands.ts'
import { LOGS } from './commands/logs-command.ts'
import { PLUGINS } from './commands/plugins-command.ts'
import { SESSIONS } from './commands/sessions-command.ts'
import { TRIGGERS } from './commands/triggers-command.ts'
import { WORKFLOWS } from './commands/workflows-command.ts'
import { MCP } from './mcp/mcp-command.ts'
import { RUN } from './run/run-command.ts'

const WITHOUT_COMPLETION: readonly Command[] = [
  RUN,
  SESSIONS,
  AGENTS,
  PS,
  ATTACH,
  STOP,
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
