import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { buildOnce } from '../disk/build-once.ts'
import { openTempFolder } from '../disk/temp-folder.ts'

const root = resolve(import.meta.dirname, '../../..')
const SOURCES = {
  cli: 'src/main/cli/main.ts',
  'keychain-process': 'src/main/vault/keychain-process.ts',
  'tools-process': 'src/main/tools/apart/tools-process.ts',
  'mcp-process': 'src/main/mcp/client/mcp-process.ts',
  'index-worker': 'src/main/app/index-worker.ts',
  'wal-worker': 'src/main/database/wal-worker.ts',
  'home-worker': 'src/main/backups/home-worker.ts',
  'page-reader': 'src/main/knowledge/page-reader.ts',
  'script-worker': 'src/main/workflows/host/scripts/script-worker.ts',
}

/** Runs a program at a pseudo terminal, and passes on what is typed and printed. */
const AT_TERMINAL = `
import os, pty, sys
sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))
`

/** A command that has ended. */
export type Ended = { readonly code: number | null; readonly out: string; readonly err: string }

export type BuiltCommandLine = Awaited<ReturnType<typeof buildCommandLine>>

/** Builds the command line as the app's build does, and writes the script that starts it. */
export async function buildCommandLine() {
  const main = await buildOnce({
    sources: SOURCES,
    format: 'cjs',
    external: ['better-sqlite3', 'sqlite-vec', 'keytar', '@vscode/ripgrep'],
    define: { BUILD_STAMP: JSON.stringify({ commit: '0123456789', builtAt: '2026-01-02T03:04:05Z' }) },
  })
  const folder = await mkdtemp(join(root, 'out', 'command-line-'))
  const script = join(folder, 'orrery.cjs')
  const program = { main, resources: join(root, 'resources'), version: '1.2.3' }
  await writeFile(
    script,
    `const { main } = require(${JSON.stringify(join(main, 'cli.cjs'))})
const openWindow = async (options) => { console.log(JSON.stringify({ window: options })); return 0 }
main({ argv: process.argv.slice(2), program: ${JSON.stringify(program)}, openWindow }).then((code) => process.exit(code))
`,
  )
  return { script, main, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** A home and a project for commands, each in a folder with a difficult name. */
export async function openCommandRoom({ script }: Pick<BuiltCommandLine, 'script'>, config = '') {
  const folder = await openTempFolder('command line')
  await folder.write('home/config.toml', config)
  await folder.write('project/README.md', '# A project\n')
  const start = (words: readonly string[], more: { readonly input?: string; readonly cwd?: string } = {}) => {
    const child = spawn(process.execPath, [script, ...words], {
      cwd: more.cwd ?? folder.at('project'),
      env: { ...process.env, ORRERY_HOME: folder.at('home'), ORRERY_KEYCHAIN_SERVICE: 'orrery-test' },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    child.stdin.end(more.input ?? '')
    return { child, ended: endOf(child) }
  }
  return {
    ...folder,
    start,
    run: (
      words: readonly string[],
      more?: { readonly input?: string; readonly cwd?: string },
    ): Promise<Ended> => start(words, more).ended,
    /** Runs a command at a terminal of its own, and types an answer once its output holds a text. Linux only. */
    typed: async (words: readonly string[], more: { readonly until: string; readonly answer: string }) => {
      const child = spawn('python3', ['-c', AT_TERMINAL, process.execPath, script, ...words], {
        cwd: folder.at('project'),
        env: { ...process.env, ORRERY_HOME: folder.at('home'), ORRERY_KEYCHAIN_SERVICE: 'orrery-test' },
        stdio: ['pipe', 'pipe', 'pipe'],
      })
      let seen = ''
      child.stdout.on('data', (piece: Buffer) => {
        seen += piece.toString('utf8')
        if (seen.includes(more.until) && child.stdin.writable) child.stdin.end(more.answer)
      })
      return endOf(child)
    },
    put: async (file: string, text: string): Promise<string> => {
      await mkdir(dirname(folder.at(file)), { recursive: true })
      return folder.write(file, text)
    },
  }
}

function endOf(child: ChildProcess): Promise<Ended> {
  let out = ''
  let err = ''
  child.stdout?.setEncoding('utf8').on('data', (piece: string) => {
    out += piece
  })
  child.stderr?.setEncoding('utf8').on('data', (piece: string) => {
    err += piece
  })
  return new Promise((done) => child.once('close', (code) => done({ code, out, err })))
}
