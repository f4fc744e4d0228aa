import { type AgentsTable, type ChangesById, changesById } from '#shared/agent/agent-changes.ts'
import { keepNewest } from '#shared/keep-newest.ts'
import { rememberLast } from '#shared/remember-last.ts'
import type { FolderReading } from './layers/folder-files.ts'
import { projectPaths } from './paths.ts'

type Deps = {
  /** The path of the person's file, for display. */
  readonly config: string
  /** `[agents]` of the person under the layers above. */
  readonly agents: () => AgentsTable | undefined
  /** Returns the settings files of a folder. */
  readonly files: (root: string) => Promise<FolderReading>
}

/** Changes to agents of one settings file. */
type Layer = { readonly source: 'user' | 'project'; readonly file: string; readonly changes: ChangesById }

/** Maximum remembered folders. */
const KEPT = 64

/** The changes to agents in settings files. Answers with the same content are the same object. */
export function createAgentChanges({ config, agents, files }: Deps) {
  const known = new Map<string, readonly Layer[]>()
  const ofPerson = rememberLast((table: AgentsTable | undefined): readonly Layer[] => [
    { source: 'user', file: config, changes: changesById(table ?? {}) },
  ])
  const layerOf = (root: string, reading: FolderReading, which: 'project' | 'local'): Layer | null => {
    const { config: project, localConfig: local } = projectPaths(root)
    const file = which === 'project' ? project : local
    const changes = reading[which].config?.agents
    return changes === undefined ? null : { source: 'project', file, changes }
  }
  return {
    mine: (): readonly Layer[] => ofPerson(agents()),
    /** Returns the changes of both files of a folder. */
    ofFolder: async (root: string): Promise<readonly Layer[]> => {
      const reading = await files(root)
      const both = [layerOf(root, reading, 'project'), layerOf(root, reading, 'local')]
      const layers = both.filter((each) => each !== null)
      const before = known.get(root)
      if (before !== undefined && JSON.stringify(before) === JSON.stringify(layers)) return before
      keepNewest(known, root, layers, KEPT)
      return layers
    },
    /** Puts the changes of a folder behind those of the person. */
    joined: rememberLast((mine: readonly Layer[], folder: readonly Layer[]): readonly Layer[] =>
      folder.length === 0 ? mine : [...mine, ...folder],
    ),
  }
}
