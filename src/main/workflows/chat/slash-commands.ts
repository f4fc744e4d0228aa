import { commandWords } from '#shared/commands/registry.ts'
import { AppError } from '#shared/errors.ts'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import { nearNames } from '#shared/near-names.ts'
import { readPool } from '#shared/run/pool-directive.ts'
import { say } from '#shared/sentences.ts'
import { commandWord } from '#shared/session/app-commands.ts'
import { WORKFLOW_LIMITS } from '#shared/workflow/limits.ts'
import type { SavedWorkflow } from '#shared/workflow/workflow-run.ts'
import type { MainLocale } from '../../chats/main-locale.ts'
import type { RunCeilings } from '../../turn-setup/settings/project-settings.ts'
import type { SavedWorkflows } from '../host/saved-workflows.ts'
import type { Workflows } from '../host/workflows.ts'
import { commandArguments } from './command-arguments.ts'
import type { SessionNotices } from './session-notices.ts'
import { workflowStarted } from './workflow-words.ts'

type Deps = {
  readonly saved: Pick<SavedWorkflows, 'list'>
  readonly workflows: Pick<Workflows, 'check' | 'launch' | 'list' | 'resume'>
  readonly notices: Pick<SessionNotices, 'tell'>
  /** Returns the limits of a run started from a chat in this folder. */
  readonly ceilings: (root: string) => Promise<RunCeilings>
  readonly locale: () => MainLocale
  /** Command files by name, behind workflows. */
  readonly files: NamedCommands
  /** Skills by name, behind command files. */
  readonly skills: NamedCommands
}

type NamedCommands = {
  readonly names: (projectId: ProjectId) => Promise<readonly string[]>
  readonly match: (
    projectId: ProjectId,
    name: string,
    words: string,
  ) => Promise<((place: CommandPlace) => Promise<void>) | null>
}

/** The location where a command was typed. */
type CommandPlace = {
  readonly sessionId: SessionId
  readonly projectId: ProjectId
  readonly cwd: string
}

/** A ceiling is null where the person named none. */
type Given = { readonly args: unknown; readonly asked: RunCeilings }

/** `/name args` starts the saved workflow of that name. A text that only looks like a command is refused. */
export function createSlashCommands({ saved, workflows, notices, ceilings, locale, files, skills }: Deps) {
  const start = async (
    workflow: SavedWorkflow,
    { args, asked }: Given,
    place: CommandPlace,
  ): Promise<void> => {
    const { sessionId, projectId, cwd } = place
    const usual = await ceilings(cwd)
    const run = await workflows.launch({
      projectId,
      cwd,
      args,
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

  /** `/name resume` continues the newest unfinished run of that name. */
  const resumption = (projectId: ProjectId, name: string) => {
    const { runs } = workflows.list({ projectId, name, states: RESUMABLE, offset: 0, limit: MOST_RUNS })
    const run = runs.find((each) => each.name === name)
    if (run === undefined)
      throw AppError.saying('session.not_found', say('workflow.nothingToResume', { name }))
    return async ({ sessionId }: CommandPlace): Promise<void> => {
      const resumed = await workflows.resume(run.id, { launcherSessionId: sessionId })
      notices.tell(sessionId, workflowStarted(locale(), resumed, name), { run: resumed.id })
    }
  }

  return {
    /**
     * Returns the command of a text, or null for an ordinary message. Throws for an unknown or unusable
     * command before anything is created.
     */
    match: async (projectId: ProjectId, text: string) => {
      const name = commandWord(text)
      if (name === null) return null
      const rest = text
        .trim()
        .slice(name.length + 1)
        .trimStart()
      const all = await saved.list(projectId)
      const found = all.find((workflow) => workflow.name === name)
      if (found === undefined) {
        const words = rest.trim()
        const start =
          (await files.match(projectId, name, words)) ?? (await skills.match(projectId, name, words))
        if (start !== null) return start
        const named = await Promise.all([files.names(projectId), skills.names(projectId)])
        const names = [...all.map((workflow) => workflow.name), ...named.flat()]
        throw unknown(name, [...names, ...OF_APP])
      }
      if (rest.trim() === RESUME) return resumption(projectId, name)
      if (found.problem !== null) throw AppError.from(found.problem)
      const { asked, words } = ceilingsIn(rest)
      const args = commandArguments(words, found.argsSchema)
      await workflows.check(found.script, `${found.name}.js`, args)
      return (place: CommandPlace) => start(found, { args, asked }, place)
    },
  }
}

const RESUME = 'resume'
const RESUMABLE = ['paused', 'interrupted', 'stopped', 'failed'] as const
/** Names are matched in parts, so other runs may come first. */
const MOST_RUNS = 50

const OF_APP = commandWords()

function unknown(name: string, names: readonly string[]): AppError {
  const asText = say('command.asText', { name })
  // The window carries these out itself, unless something else goes along.
  if (OF_APP.includes(name)) return AppError.saying('ipc.refused', [say('command.alone', { name }), asText])
  const near = nearNames(name, names).map((each) => `/${each}`)
  const meant = near.length === 0 ? [] : [say('command.near', { names: near.join(', ') })]
  return AppError.saying('ipc.refused', [say('command.unknown', { name }), ...meant, asText])
}

/** The limits in front of the arguments hold for this run alone: the person's own word. */
function ceilingsIn(rest: string): { readonly asked: RunCeilings; readonly words: string } {
  const { pool, words } = readPool(rest)
  return { asked: { budget: pool.tokens, budgetUsd: pool.usd }, words }
}
