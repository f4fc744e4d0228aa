import { realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { AppError } from '#shared/errors.ts'
import type { AppEvent } from '#shared/events/delivery.ts'
import type { Formatted } from '#shared/problems/formatted.ts'
import type { Project } from '#shared/project/project.ts'
import { say } from '#shared/sentences.ts'
import type { Drafts } from '../../config/drafts.ts'
import type { Clock } from '../../lib/clock.ts'
import { createProjectFiles, type ProjectFiles } from '../../project-files/project-files.ts'
import type { Projects } from '../../projects/registry.ts'
import { editAct } from '../../tools/files/file-acts.ts'
import type { Located } from '../../tools/files/locate-path.ts'
import type { PathFlavour } from '../../tools/files/project-path.ts'
import { judge } from '../../tools/permission/judge.ts'
import type { Ripgrep } from '../../tools/search/ripgrep.ts'
import type { ProjectSettings } from '../../turn-setup/settings/project-settings.ts'
import type { Formatting } from '../tools/open-formatting.ts'

type Deps = {
  readonly projects: Pick<Projects, 'usable'>
  readonly drafts: Drafts
  readonly ripgrep: Ripgrep
  readonly clock: Clock
  readonly home: string
  readonly tell: (event: AppEvent) => void
  readonly formatting: Pick<Formatting, 'tableOf' | 'text'>
  readonly settings: Pick<ProjectSettings, 'layers' | 'rules'>
}

/** Milliseconds that a save waits for the formatter. */
const FORMAT_LIMIT_MS = 10_000

/** Milliseconds a search in files may take without ripgrep. */
const SEARCH_LIMIT_MS = 20_000

/** Opens the files of projects for the viewer. */
export function openProjectFiles(deps: Deps): ProjectFiles {
  const { projects, drafts, ripgrep, clock, home, tell } = deps
  const flavour = { path, home: homedir(), appHome: home }
  return createProjectFiles({
    ripgrep,
    clock,
    drafts,
    timeLimitMs: SEARCH_LIMIT_MS,
    project: projects.usable,
    flavour,
    format: createFormatOnSave(deps, flavour),
    changed: (projectId) => tell({ kind: 'checkpoints.changed', projectId }),
  })
}

/** Formats saved texts where the project chose it. A file that rules close to edits or ask about stays as it is. */
function createFormatOnSave({ formatting, settings }: Deps, flavour: PathFlavour) {
  return async (of: Project, file: Located, text: string, signal: AbortSignal): Promise<Formatted> => {
    const table = await formatting.tableOf(of.id)
    if (table?.onSave !== true) return { state: 'off' }
    const root = await realpath(of.path)
    await settings.layers(root)
    const acts = [await editAct(file, { root, flavour })]
    const [rules, { home }] = [settings.rules(root), flavour]
    if (judge({ mode: 'accept_edits', rules, grants: [], tool: 'edit', acts, home }).verdict !== 'allow')
      return { state: 'off' }
    const limit = AbortSignal.timeout(FORMAT_LIMIT_MS)
    try {
      const place = { projectId: of.id, root }
      return await formatting.text(place, table, { path: file.shown, text }, AbortSignal.any([signal, limit]))
    } catch (error) {
      if (!limit.aborted) throw error
      const said = say('format.slow', { seconds: String(FORMAT_LIMIT_MS / 1_000) })
      throw AppError.saying('other', said, { cause: error })
    }
  }
}
