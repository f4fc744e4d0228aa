import { extname } from 'node:path'
import { AppError } from '#shared/errors.ts'
import type { ProjectId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import { WORKFLOW_LIMITS } from '#shared/workflow/limits.ts'
import type { WorkflowMeta, WorkflowPlace } from '#shared/workflow/workflow.ts'
import type { SavedWorkflow, ScriptCheck } from '#shared/workflow/workflow-run.ts'
import { parseScript } from '../engine/parse-script.ts'
import type { Library, ScriptName } from '../engine/ports.ts'
import { invalidScript } from '../engine/script-fault.ts'
import { type ScriptFile, scriptFilesIn, scriptInside } from './scripts/script-files.ts'

type Deps = {
  /** Scripts that come with the app, and the person's own. */
  readonly bundled: string
  readonly user: string
  /** The project's folders for scripts in their order; none while its code is not trusted. */
  readonly ofProject: (projectId: ProjectId) => Promise<readonly string[]>
}

/** Scripts that can be started by name. A project's own come first, then the person's, then the bundled ones. */
export function createSavedWorkflows(deps: Deps) {
  const folders = async (projectId: ProjectId): Promise<[WorkflowPlace, string][]> => {
    const own = await deps.ofProject(projectId)
    return [
      ...own.map((folder) => ['project', folder] as [WorkflowPlace, string]),
      ['user', deps.user],
      ['bundled', deps.bundled],
    ]
  }

  const list = async (projectId: ProjectId): Promise<SavedWorkflow[]> => {
    const found = await Promise.all(
      (await folders(projectId)).map(([source, folder]) => scriptsIn(source, folder)),
    )
    return found.flat()
  }

  /** The script of a file, whatever it calls itself. Its path counts from a folder for scripts, and stays in it. */
  const at = async (projectId: ProjectId, scriptPath: string): Promise<SavedWorkflow> => {
    const places = await folders(projectId)
    const { text, folder, editedAt } = await scriptInside(
      places.map(([, path]) => path),
      scriptPath,
    )
    const source = places.find(([, path]) => path === folder)?.[0] ?? 'user'
    return savedFrom(source, { name: scriptPath, text, editedAt })
  }

  return {
    list,
    at,
    /** One script by its name, from one place or from the first that has it. */
    find: async (
      projectId: ProjectId,
      name: string,
      source: WorkflowPlace | null,
    ): Promise<SavedWorkflow> => {
      const found = (await list(projectId)).find(
        (saved) => saved.name === name && (source === null || saved.source === source),
      )
      if (found === undefined) {
        throw AppError.saying('script.invalid', say('script.notSaved', { name }))
      }
      return found
    },
    /** Finds nested workflows for a run in a project. Nothing outside of the script folders is read. */
    libraryFor: (projectId: ProjectId): Library => ({
      find: async (wanted: ScriptName) => {
        if ('scriptPath' in wanted) {
          const { script } = await at(projectId, wanted.scriptPath)
          return { source: script, fileName: wanted.scriptPath }
        }
        const found = (await list(projectId)).find((saved) => saved.name === wanted.name)
        if (found === undefined) {
          throw AppError.saying('script.invalid', say('script.notSaved', { name: wanted.name }))
        }
        return { source: found.script, fileName: `${found.name}.js` }
      },
    }),
  }
}

export type SavedWorkflows = ReturnType<typeof createSavedWorkflows>

/** Returns the facts about a script before its start. */
export function checkScript(script: string): ScriptCheck {
  const parsed = parseScript(script, 'script.js')
  if (!parsed.ok) {
    return { name: null, description: null, phases: [], argsSchema: null, problems: [parsed.problem] }
  }
  const { name, description, phases, args } = parsed.script.meta
  return { name, description, phases: phases ?? [], argsSchema: args ?? null, problems: [] }
}

/** A text that is meant as a script, whether or not anything is wrong in it. */
export function isScript(text: string): boolean {
  return text.length <= WORKFLOW_LIMITS.maxScriptChars && /^\s*export\s+const\s+meta\b/m.test(text)
}

async function scriptsIn(source: WorkflowPlace, folder: string): Promise<SavedWorkflow[]> {
  return (await scriptFilesIn(folder)).map((file) => savedFrom(source, file))
}

function savedFrom(source: WorkflowPlace, file: ScriptFile): SavedWorkflow {
  const editedAt = 'editedAt' in file && source !== 'bundled' ? file.editedAt : null
  const broken = (script: string, problem: AppError): SavedWorkflow => ({
    name: file.name.slice(0, -extname(file.name).length),
    description: '',
    source,
    file: file.name,
    editedAt,
    phases: [],
    argsSchema: null,
    script,
    problem: problem.toData(),
  })
  if ('problem' in file) return broken('', file.problem)
  const parsed = parseScript(file.text, file.name)
  if (!parsed.ok) return broken(file.text, invalidScript(file.name, parsed.problem))
  const { name, phases, args } = parsed.script.meta
  return {
    name,
    description: aboutOf(parsed.script.meta),
    source,
    file: file.name,
    editedAt,
    phases: phases ?? [],
    argsSchema: args ?? null,
    script: file.text,
    problem: null,
  }
}

/** Returns what a script is for and when to choose it. */
const aboutOf = ({ description, whenToUse }: WorkflowMeta): string =>
  whenToUse === undefined || whenToUse === '' ? description : `${description} ${whenToUse}`
