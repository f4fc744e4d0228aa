import type { Clock } from '../lib/clock.ts'
import type { ProcessTree } from '../lib/programs/process-tree.ts'
import { createAskTool } from './ask/ask.ts'
import { createBashTool } from './bash/bash.ts'
import type { BeforeCommand, EnvironmentOfCall, WatchCommand } from './bash/command-deps.ts'
import type { DescribeSandbox, EnterSandbox } from './bash/sandboxed.ts'
import { createEditTool } from './edit/edit.ts'
import type { BeforeChange } from './files/file-change.ts'
import type { PathFlavour } from './files/project-path.ts'
import { createGlobTool } from './glob/glob.ts'
import { createGrepTool } from './grep/grep.ts'
import { createJobTool } from './job/job.ts'
import type { Jobs } from './jobs/job-port.ts'
import { createListTool } from './list/list.ts'
import { createNotebookTool } from './notebook/notebook-edit.ts'
import { createPlanTool } from './plan/plan.ts'
import { createPresentTool } from './present/present.ts'
import type { ReadPdf } from './read/pdf.ts'
import { createReadTool } from './read/read.ts'
import type { Ripgrep } from './search/ripgrep.ts'
import type { Tool } from './tool.ts'
import { createWriteTool } from './write/write.ts'

export type ToolboxDeps = {
  readonly platform: NodeJS.Platform
  readonly flavour: PathFlavour
  readonly clock: Clock
  readonly processes: ProcessTree
  readonly watchProgram: WatchCommand
  readonly ripgrep: Ripgrep
  /** The environment this process has inherited. Commands get another one. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly commandEnvironment: EnvironmentOfCall
  /** Whether a shell is there. */
  readonly exists: (file: string) => boolean
  readonly searchLimitMs: number
  readonly readPdf: ReadPdf
  readonly beforeChange: BeforeChange
  readonly beforeCommand: BeforeCommand
  readonly enterSandbox: EnterSandbox
  readonly describeSandbox: DescribeSandbox
  readonly jobs: Jobs
}

export type Toolbox = {
  /** In the order in which models see them; it never changes, so that requests stay alike. */
  readonly tools: readonly Tool[]
  readonly find: (name: string) => Tool | null
}

/** The tools that come with the app. */
export function createToolbox(deps: ToolboxDeps): Toolbox {
  const search = { ...deps, timeLimitMs: deps.searchLimitMs }
  const tools = [
    createReadTool({ ...search, readPdf: deps.readPdf }),
    createWriteTool(deps),
    createEditTool(deps),
    createListTool(search),
    createGlobTool(search),
    createGrepTool(search),
    createBashTool(deps),
    createJobTool(deps),
    createAskTool(),
    createPlanTool(),
    createPresentTool(deps),
    createNotebookTool(deps),
  ]
  return { tools, find: (name) => tools.find((tool) => tool.name === name) ?? null }
}
