import { createHash } from 'node:crypto'
import type { CarriedPart } from '#shared/project/project.ts'
import { findRepositoryRisk } from '../git/repository-risk.ts'
import { carriedCode } from './carried-code.ts'
import type { FolderReader } from './folder-reader.ts'
import type { PathRules } from './paths.ts'

type Deps = { readonly reader: FolderReader; readonly rules: PathRules }

/** Everything in a folder that trust turns on. */
export type TrustedContent = {
  /** The parts of its `.orrery/` folder that could run code. */
  readonly carries: readonly CarriedPart[]
  readonly carriesCode: boolean
  readonly gitMayStart: boolean
  /** Changes with the content. `null`: there is none. */
  readonly digest: string | null
}

/** Finds the programs that a folder names in `.orrery/` and in the settings of its repository. */
export async function trustedContent(folder: string, deps: Deps): Promise<TrustedContent> {
  const use = { reads: 'files', runsHooks: false, entersSubmodules: false } as const
  const [code, risk] = await Promise.all([
    carriedCode(folder, deps),
    findRepositoryRisk(folder, use, deps.rules.path),
  ])
  return {
    carries: code?.parts ?? [],
    carriesCode: code !== null,
    gitMayStart: risk !== null,
    digest:
      risk === null
        ? (code?.digest ?? null)
        : createHash('sha256')
            .update(JSON.stringify([code?.digest ?? null, risk]))
            .digest('hex'),
  }
}
