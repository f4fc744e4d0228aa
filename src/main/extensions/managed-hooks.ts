import type { FileProblem } from '#shared/agent/file-problem.ts'
import type { AppError } from '#shared/errors.ts'
import { type HookEntry, readHookFolder } from './hook-files.ts'
import type { Layer } from './read-folder.ts'

/** Reads the hooks of the administrator. `refusalOf` returns the reason why a path is not the administrator's. */
export async function readManagedHooks(
  folder: string,
  refusalOf: (path: string) => Promise<AppError | null>,
): Promise<Layer<HookEntry>> {
  const refused = await refusalOf(folder)
  if (refused !== null) return { items: [], problems: [problemOf(null, folder, refused)] }
  const read = await readHookFolder({ source: 'user', path: folder, within: null })
  const items: HookEntry[] = []
  const problems = [...read.problems]
  for (const entry of read.items) {
    const problem = await refusalOf(entry.file)
    if (problem === null) items.push({ ...entry, source: 'managed' })
    else problems.push(problemOf(entry.id, entry.file, problem))
  }
  return { items, problems }
}

function problemOf(id: string | null, file: string, problem: AppError): FileProblem {
  const { text: message, said } = problem.told()
  return { id, source: 'user', file, message, said }
}
