import { existsSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { nearNames } from '#shared/near-names.ts'
import { homeFolder } from '../electron/start/home-folder.ts'
import { buildStamp } from '../lib/build-stamp.ts'
import type { Command, Scene } from './command.ts'
import { COMMANDS } from './commands.ts'
import { createConnect } from './connect.ts'
import { EXIT_CODES } from './exit-codes.ts'
import { helpOf, overview } from './help.ts'
import type { Program } from './own-client.ts'
import { parseCommand } from './parse.ts'
import { processTerminal, type Terminal } from './terminal.ts'
import { UsageError } from './usage-error.ts'

type Start = {
  /** The words behind `orrery`. */
  readonly argv: readonly string[]
  readonly program: Program
  /** Starts the window with these options and returns its exit code. */
  readonly openWindow: (options: readonly string[]) => Promise<number>
}

/** Runs the command line and returns its exit code. The caller ends the process with it. */
export async function main({ argv, program, openWindow }: Start): Promise<number> {
  const [word, ...rest] = argv
  if (word === undefined) return openWindow([])
  if (word === '--version' || word === '-v') return version(program)
  const command = COMMANDS.find(({ name }) => name === word)
  const cwd = process.cwd()
  const folder = resolve(cwd, word)
  if (command === undefined && isFolder(folder) && rest.length === 0) return openWindow(['--project', folder])
  // A window option, such as --session, goes to the window.
  if (/^--(project|session|workflow-run|set)\b/.test(word)) return openWindow(argv)
  const terminal = processTerminal(EXIT_CODES.interrupted)
  if (word === 'help' || word === '--help' || word === '-h') return help(rest[0], terminal)
  const home = homeFolder(process.env, homedir(), cwd)
  const scene: Scene = {
    terminal,
    cwd,
    home,
    version: program.version,
    now: Date.now,
    connect: createConnect({ home, program }),
  }
  const code = await guarded(terminal, () => {
    if (command === undefined) throw unknownCommand(word)
    return carryOut(command, rest, scene)
  })
  await terminal.flushed()
  return code
}

async function carryOut(command: Command, words: readonly string[], scene: Scene): Promise<number> {
  const parsed = parseCommand(words, command)
  if (!parsed.is('help')) return command.run(parsed, scene)
  scene.terminal.out(helpOf(command))
  return EXIT_CODES.done
}

/** Turns what a command throws into words and an exit code. A bug shows its stack, since no window can report it. */
async function guarded({ err }: Terminal, act: () => Promise<number>): Promise<number> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof UsageError) {
      err(`${error.message}\n`)
      return EXIT_CODES.usage
    }
    if (error instanceof AppError) err(`${error.message}\n`)
    else err(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    return EXIT_CODES.failed
  }
}

/** Prints the version, with the commit and the time of a build from a git repository. */
function version({ version: number }: Program): number {
  const build = buildStamp()
  const from = build === null ? '' : ` (commit ${build.commit}, built ${build.builtAt})`
  process.stdout.write(`${number}${from}\n`)
  return EXIT_CODES.done
}

function help(name: string | undefined, { out, err }: Terminal): number {
  if (name === undefined) {
    out(overview(COMMANDS))
    return EXIT_CODES.done
  }
  const command = COMMANDS.find((each) => each.name === name)
  if (command === undefined) {
    err(`${unknownCommand(name).message}\n`)
    return EXIT_CODES.usage
  }
  out(helpOf(command))
  return EXIT_CODES.done
}

function unknownCommand(word: string): UsageError {
  const near = nearNames(
    word,
    COMMANDS.map(({ name }) => name),
  )
  const hint =
    near.length === 0
      ? 'See orrery help.'
      : `Did you mean ${near.map((name) => `orrery ${name}`).join(' or ')}?`
  return new UsageError(`There is no command and no folder ${word}. ${hint}`)
}

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory()
