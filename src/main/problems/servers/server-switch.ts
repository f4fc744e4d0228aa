import { createHash } from 'node:crypto'
import type { ProjectId } from '#shared/ids.ts'
import type { LanguageServer } from '#shared/problems/language-server.ts'

type Program = Pick<LanguageServer, 'command' | 'args' | 'initializationOptions' | 'settings'>
type Named = { readonly projectId: ProjectId; readonly id: string }

/** A language server that the person switched on. */
export type SwitchedOn = { readonly projectId: ProjectId; readonly id: string; readonly digest: string }

type Stored = {
  readonly serversOn: () => readonly string[]
  readonly setServersOn: (names: readonly string[]) => void
}

/**
 * The fingerprint of the program of a server. What the person switched on is this program, not its name. What the project
 * tells the program belongs to it, because such values can name further programs.
 */
export function programDigest({ command, args = [], initializationOptions, settings }: Program): string {
  const told =
    initializationOptions === undefined && settings === undefined
      ? []
      : [initializationOptions ?? null, settings ?? null]
  return createHash('sha256')
    .update(JSON.stringify([command, args, ...told]))
    .digest('hex')
    .slice(0, 32)
}

/**
 * Creates the switches of language servers. A switch holds for one program: a server whose command changed is off until
 * the person switches it on again.
 */
export function createServerSwitches({ serversOn, setServersOn }: Stored) {
  const all = (): readonly SwitchedOn[] =>
    serversOn().flatMap((each) => {
      const read = readSwitch(each)
      return read === null ? [] : [read]
    })
  const of = ({ projectId, id }: Named) =>
    all().filter((each) => each.projectId === projectId && each.id === id)
  return {
    all,
    isOn: (server: Named & { readonly config: Program }): boolean =>
      of(server).some(({ digest }) => digest === programDigest(server.config)),
    /** Whether the person switched on another program under this name. */
    wasOn: (server: Named & { readonly config: Program }): boolean =>
      of(server).some(({ digest }) => digest !== programDigest(server.config)),
    turn: ({ projectId, id }: Named, digest: string | null): void => {
      const name = `${projectId} ${id}`
      const others = serversOn().filter((each) => {
        const read = readSwitch(each)
        return read === null ? each !== name : read.projectId !== projectId || read.id !== id
      })
      setServersOn(digest === null ? others : [...others, `${name} ${digest}`])
    },
  }
}

/** Reads a stored switch; null for one of an older version. The name of a server may hold spaces. */
function readSwitch(text: string): SwitchedOn | null {
  const [, projectId, id, digest] = /^(\S+) (.+) ([0-9a-f]{32})$/s.exec(text) ?? []
  if (projectId === undefined || id === undefined || digest === undefined) return null
  return { projectId: projectId as ProjectId, id, digest }
}
