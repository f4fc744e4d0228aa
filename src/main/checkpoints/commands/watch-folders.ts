import { isAbsolute, relative, sep } from 'node:path'
import type { CommandFiles } from '#shared/session/command-files.ts'

type Watch = (folder: string) => Promise<() => Promise<CommandFiles>>

/**
 * Watches the folder of a chat and its extra folders during a command. The answer counts the changes of all of them. An
 * extra folder around the folder of the chat is not watched, because its files would count twice.
 */
export async function watchFolders(
  root: string,
  extra: readonly string[],
  watch: Watch,
): Promise<() => Promise<CommandFiles>> {
  const beside = extra.filter((folder) => !holds(folder, root))
  const [finish, ...others] = await Promise.all([root, ...beside].map(watch))
  return async () => {
    if (finish === undefined) throw new Error('The folder of the chat is not watched.')
    const [own, ...found] = await Promise.all([finish, ...others].map((each) => each()))
    if (own === undefined) throw new Error('The folder of the chat was not looked at.')
    return sumOf(own, found, extra.length - beside.length)
  }
}

function sumOf(own: CommandFiles, others: readonly CommandFiles[], around: number): CommandFiles {
  if (!own.looked) return own
  const seen = others.filter((files) => files.looked)
  const notSeen = others.length - seen.length + around
  const sum = seen.reduce(
    (left, right) => ({
      looked: true,
      added: left.added + right.added,
      changed: left.changed + right.changed,
      removed: left.removed + right.removed,
      unlisted: left.unlisted + right.unlisted,
    }),
    own,
  )
  return notSeen === 0 ? sum : { ...sum, notSeen }
}

function holds(outer: string, inner: string): boolean {
  const way = relative(outer, inner)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}
