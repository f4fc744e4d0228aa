import { posix } from 'node:path'
import type { RulesDisk } from '../../../src/main/context/instructions/discover-rules.ts'

/** What stands where. Text and bytes are files, null is a file that cannot be read. */
export type MemoryTree = Readonly<Record<string, string | Uint8Array | { linkTo: string } | null>>

/** A disk in memory, with the paths of a system. */
export function memoryDisk(tree: MemoryTree, path: typeof posix = posix): RulesDisk {
  const resolve = (file: string): string => {
    const entry = tree[file]
    return entry !== null && typeof entry === 'object' && 'linkTo' in entry ? resolve(entry.linkTo) : file
  }
  const isFolder = (file: string) => Object.keys(tree).some((one) => one.startsWith(`${file}${path.sep}`))
  const bytesOf = (file: string): Uint8Array | null => {
    const entry = tree[resolve(file)]
    if (typeof entry === 'string') return new TextEncoder().encode(entry)
    return entry instanceof Uint8Array ? entry : null
  }
  return {
    parent: (file) => (path.dirname(file) === file ? null : path.dirname(file)),
    join: (folder, name) => path.join(folder, name),
    resolve: (folder, target) => path.resolve(folder, target),
    stat: async (file) => {
      const realPath = resolve(file)
      if (realPath in tree) return { kind: 'file', realPath }
      return isFolder(file) ? { kind: 'directory', realPath } : null
    },
    list: async (folder) => {
      const inner = Object.keys(tree).filter((one) => one.startsWith(`${folder}${path.sep}`))
      return [...new Set(inner.map((one) => one.slice(folder.length + 1).split(path.sep)[0] ?? ''))]
    },
    readFile: async (file, maxBytes) => {
      const bytes = bytesOf(file)
      return bytes === null ? null : { bytes: bytes.slice(0, maxBytes), size: bytes.byteLength }
    },
  }
}
