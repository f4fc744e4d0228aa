import { homedir } from 'node:os'
import path from 'node:path'
import { systemClock } from '../lib/clock.ts'
import { judge } from '../tools/permission/judge.ts'
import { createReadFilter } from '../tools/permission/read-filter.ts'
import { createFileNames } from '../tools/search/file-names.ts'
import { folderText } from '../tools/search/folder-text.ts'
import type { ToolAct } from '../tools/tool.ts'
import type { Rooms } from './open-rooms.ts'

/** Limit of a list of files, in milliseconds. */
const LIMIT_MS = 5_000

/** Returns the lists of files and folders for the handlers of projects. */
export function namesIn({ ripgrep, runtime }: Pick<Rooms, 'ripgrep' | 'runtime'>, signal: AbortSignal) {
  const home = homedir()
  const search = { ripgrep, clock: systemClock, timeLimitMs: LIMIT_MS, flavour: { path, home } }
  const { projectSettings } = runtime
  return {
    fileNames: createFileNames(search, signal),
    folderText: async (root: string, folder: string, extra: readonly string[]): Promise<string> => {
      await projectSettings.refresh(root)
      const rules = projectSettings.rules(root)
      const reading = (act: ToolAct) =>
        judge({ tool: 'read', acts: [act], rules, mode: 'ask', grants: [], home, folders: extra }).verdict
      const sight = createReadFilter(reading, extra)
      return folderText(search, { root, extra, folder, sight }, signal)
    },
  }
}
