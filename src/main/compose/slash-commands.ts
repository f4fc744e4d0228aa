import { AppError } from '#shared/errors.ts'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import { WORKFLOW_LIMITS } from '#shared/workflow/limits.ts'
import type { SavedWorkflow } from '#shared/workflow/workflow-run.ts'
import type { SavedWorkflows } from '../workflows/host/saved-workflows.ts'
import type { Workflows } from '../workflows/host/workflows.ts'
import { commandArguments } from './command-arguments.ts'
import type { MainLocale } from './main-locale.ts'
import type { RunCeilings } from './project-settings.ts'
import type { SessionNotices } from './session-notices.ts'
import { workflowStarted } from './workflow-words.ts'

type Deps = {
  readonly saved: Pick<SavedWorkflows, 'list'>
  readonly workflows: Pick<Workflows, 'check' | 'launch'>
  readonly notices: Pick<SessionNotices, 'tell'>
  /** How far a run may go that is started from a chat in this folder. */
  readonly ceilings: (root: string) => Promise<RunCeilings>
  readonly locale: () => MainLocale
}

/** Where a command was typed. */
type CommandPlace = {
  readonly sessionId: SessionId
  readonly projectId: ProjectId
  readonly cwd: string
}

/** A ceiling is null where the person named none. */
type Given = { readonly args: unknown; readonly asked: RunCeilings }

/** `/name args` starts the saved workflow of that name. Any other text is a message. */
export function createSlashCommands({ saved, workflows, notices, ceilings, locale }: Deps) {
  const start = async (
    workflow: SavedWorkflow,
    { args, asked }: Given,
    place: CommandPlace,
  ): Promise<void> => {
    const { sessionId, projectId, cwd } = place
    const usual = await ceilings(cwd)
    const run = await workflows.launch({
      ...{ projectId, cwd, args },
      launcherSessionId: sessionId,
      fromChat: true,
      script: workflow.script,
      fileName: `${workflow.name}.js`,
      concurrency: WORKFLOW_LIMITS.defaultConcurrency,
      budget: asked.budget ?? usual.budget,
      budgetUsd: asked.budgetUsd ?? usual.budgetUsd,
    })
    notices.tell(sessionId, workflowStarted(locale(), run, workflow.name), { run: run.id })
  }

  return {
    /**
     * What a text means as a command, or null when it is an ordinary message. A command that cannot be started throws
     * here, before anything is made for it.
     */
    match: async (projectId: ProjectId, text: string) => {
      const word = /^\/([a-z0-9]+(?:-[a-z0-9]+)*)(?:\s+([\s\S]*))?$/.exec(text.trim())
      if (word === null) return null
      const [, name = '', rest = ''] = word
      const found = (await saved.list(projectId)).find((workflow) => workflow.name === name)
      if (found === undefined) return null
      if (found.problem !== null) throw AppError.from(found.problem)
      const { asked, words } = ceilingsIn(rest)
      const args = commandArguments(words, found.argsSchema)
      await workflows.check(found.script, `${found.name}.js`, args)
      return (place: CommandPlace) => start(found, { args, asked }, place)
    },
  }
}

const CEILING = /^\s*\+(?:\$(\d{1,6}(?:\.\d{1,4})?)|(\d{1,9})([km]?))(?=\s|$)/i
const UNITS: Readonly<Record<string, number>> = { '': 1, k: 1_000, m: 1_000_000 }

/**
 * `+500k` in front of the arguments is the ceiling of this run in output tokens, `+$2.50` in US dollars: the person's own
 * word. Either can stand alone, and both in any order.
 */
function ceilingsIn(rest: string): { readonly asked: RunCeilings; readonly words: string } {
  let asked: RunCeilings = { budget: null, budgetUsd: null }
  let words = rest
  for (;;) {
    const [whole, dollars, digits = '', unit = ''] = CEILING.exec(words) ?? []
    const amount = Number(dollars ?? digits) * (UNITS[unit.toLowerCase()] ?? 1)
    if (whole === undefined || amount === 0) return { asked, words }
    asked = dollars === undefined ? { ...asked, budget: amount } : { ...asked, budgetUsd: amount }
    words = words.slice(whole.length)
  }
}
