import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { AppError } from '#shared/errors.ts'
import type { ProjectId } from '#shared/ids.ts'
import { WORKFLOW_LIMITS } from '#shared/workflow/limits.ts'
import type { SavedWorkflow, ScriptCheck } from '#shared/workflow/workflow-run.ts'
import { parseScript } from '../engine/parse-script.ts'
import type { Library, ScriptName } from '../engine/ports.ts'
import { invalidScript } from '../engine/script-fault.ts'

type Source = SavedWorkflow['source']

type Deps = {
  /** Scripts that come with the app, and the person's own. */
  readonly bundled: string
  readonly user: string
  /** The project's folder for scripts, or null while its code is not trusted. */
  readonly ofProject: (projectId: ProjectId) => Promise<string | null>
}

const ENDINGS = new Set(['.js', '.mjs'])

/** Scripts that can be started by name. A project's own come first, then the person's, then the bundled ones. */
export function createSavedWorkflows(deps: Deps) {
  const folders = async (projectId: ProjectId): Promise<[Source, string][]> => {
    const own = await deps.ofProject(projectId)
    return [
      ...(own === null ? [] : [['project', own] as [Source, string]]),
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

  return {
    list,
    /** One script by its name, from one place or from the first that has it. */
    find: async (projectId: ProjectId, name: string, source: Source | null): Promise<SavedWorkflow> => {
      const found = (await list(projectId)).find(
        (saved) => saved.name === name && (source === null || saved.source === source),
      )
      if (found === undefined) {
        throw new AppError('script.invalid', `There is no saved workflow named ${name} here.`)
      }
      return found
    },
    /** Finds nested workflows for a run in a project. Nothing outside of the script folders is read. */
    libraryFor: (projectId: ProjectId): Library => ({
      find: async (wanted: ScriptName) => {
        if ('scriptPath' in wanted)
          return readInside(
            (await folders(projectId)).map(([, path]) => path),
            wanted.scriptPath,
          )
        const found = (await list(projectId)).find((saved) => saved.name === wanted.name)
        if (found === undefined) {
          throw new AppError('script.invalid', `There is no saved workflow named ${wanted.name}.`)
        }
        return { source: found.script, fileName: `${found.name}.js` }
      },
    }),
  }
}

export type SavedWorkflows = ReturnType<typeof createSavedWorkflows>

/** What is known of a script before it is started. */
export function checkScript(script: string): ScriptCheck {
  const parsed = parseScript(script, 'script.js')
  if (!parsed.ok) {
    return { name: null, description: null, phases: [], argsSchema: null, problems: [parsed.problem] }
  }
  const { name, description, phases, args } = parsed.script.meta
  return { name, description, phases: phases ?? [], argsSchema: args ?? null, problems: [] }
}

async function scriptsIn(source: Source, folder: string): Promise<SavedWorkflow[]> {
  const names = await namesIn(folder)
  const scripts = names.filter((name) => ENDINGS.has(extname(name))).sort()
  return Promise.all(
    scripts.map(async (file) => savedFrom(source, file, await readScript(join(folder, file)))),
  )
}

function savedFrom(source: Source, file: string, script: string): SavedWorkflow {
  const parsed = parseScript(script, file)
  if (parsed.ok) {
    const { name, description, phases, args } = parsed.script.meta
    return {
      name,
      description,
      source,
      phases: phases ?? [],
      argsSchema: args ?? null,
      script,
      problem: null,
    }
  }
  const name = file.slice(0, -extname(file).length)
  const problem = invalidScript(file, parsed.problem).toData()
  return { name, description: '', source, phases: [], argsSchema: null, script, problem }
}

/** A folder that is not there holds no scripts. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error) return []
    throw error
  }
}

async function readScript(file: string): Promise<string> {
  const { size } = await stat(file)
  if (size <= WORKFLOW_LIMITS.maxScriptChars * 4) return readFile(file, 'utf8')
  throw new AppError('script.invalid', `${file} is too large for a script.`)
}

async function readInside(folders: readonly string[], path: string) {
  for (const folder of folders) {
    try {
      const real = await realpath(join(folder, path))
      const way = relative(await realpath(folder), real)
      if (way.startsWith(`..${sep}`) || way === '..' || !ENDINGS.has(extname(real))) continue
      return { source: await readScript(real), fileName: path }
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error
    }
  }
  throw new AppError('script.invalid', `There is no script ${path} in a workflows folder.`)
}
