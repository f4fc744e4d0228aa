import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import vm from 'node:vm'
import { writeFileAtomic } from '../../lib/files/atomic-file.ts'

/** A CommonJS module before it runs; the words every such module may use are its arguments. */
export type ModuleBody = (
  exports: object,
  require: (id: string) => unknown,
  module: { exports: object },
  filename: string,
  dirname: string,
) => void

type Deps = {
  /** The cache folder of compiled code. It may be lost at any time. */
  readonly folder: string
  /** Runs something once the start is over and most functions that a start needs have been compiled. */
  readonly later: (act: () => Promise<void>) => void
}

const DIGEST_BYTES = 32

/**
 * Compiles modules, and keeps what was compiled for the next start: reading the app's code was the largest single part
 * of one. What is kept is used only for the very text it was made of and only when nothing in it has changed; V8 itself
 * refuses what another version of it made.
 */
export function createCompiledCode({ folder, later }: Deps) {
  const inUse = new Set<string>()
  let last = Promise.resolve()

  /** Stores compiled code. A failure only slows the next start. */
  async function keep(file: string, source: Buffer, script: vm.Script): Promise<void> {
    const code = script.createCachedData()
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFileAtomic(file, Buffer.concat([digestOf(source, code), code]), { mode: 0o600 })
    for (const name of await readdir(folder)) {
      if (!inUse.has(name)) await rm(join(folder, name), { force: true })
    }
  }

  return {
    compile(file: string): ModuleBody {
      const source = readFileSync(file)
      const name = `${basename(file)}.bin`
      inUse.add(name)
      const kept = join(folder, name)
      const cachedData = readKept(kept, source)
      // On the first line, so that the lines of an error are those of the file.
      const text = `(function (exports, require, module, __filename, __dirname) {${source.toString()}\n})`
      const script = new vm.Script(text, {
        filename: file,
        importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
        ...(cachedData === null ? {} : { cachedData }),
      })
      if (cachedData === null || script.cachedDataRejected === true) {
        later(() => {
          // Sequential, because each write sweeps the folder and would delete the drafts of others.
          last = last.then(() => keep(kept, source, script)).catch(() => undefined)
          return last
        })
      }
      return script.runInThisContext() as ModuleBody
    },
  }
}

export type CompiledCode = ReturnType<typeof createCompiledCode>

/** Requires a built module and what it requires, each compiled by `compile`. Everything else is left to `outside`. */
export function createRequireCompiled({ compile }: CompiledCode, outside: (id: string) => unknown) {
  const modules = new Map<string, { exports: object }>()

  return function load(file: string): object {
    const known = modules.get(file)
    if (known !== undefined) return known.exports
    const module = { exports: {} }
    modules.set(file, module)
    const folder = dirname(file)
    const require = (id: string) => (id.startsWith('.') ? load(join(folder, id)) : outside(id))
    compile(file)(module.exports, require, module, file, folder)
    return module.exports
  }
}

/** Half a file, or one that was changed, could end the process instead of being refused. */
function readKept(file: string, source: Buffer): Buffer | null {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch {
    return null
  }
  const code = bytes.subarray(DIGEST_BYTES)
  return digestOf(source, code).equals(bytes.subarray(0, DIGEST_BYTES)) ? code : null
}

function digestOf(source: Buffer, code: Buffer): Buffer {
  const { v8, electron = '' } = process.versions
  return createHash('sha256')
    .update(`${v8} ${electron} ${process.arch}\0`)
    .update(source)
    .update(code)
    .digest()
}
