import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from '../command.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { wholeNumber } from '../parse.ts'

const USUAL = 50

/** `orrery logs`: the newest lines of the log. It reads the file, so it also works while the window is open. */
export const LOGS: Command = {
  name: 'logs',
  summary: 'print the newest lines of the log',
  usage: '[options]',
  options: {
    lines: { type: 'string', short: 'n', value: 'n', help: `so many lines; the default is ${USUAL}` },
    level: { type: 'string', value: ['info', 'warn', 'error'], help: 'only this level' },
    path: { type: 'boolean', help: 'print the path of the file instead' },
  },
  run: async (parsed, { home, terminal }) => {
    const file = join(home, 'logs', 'main.log')
    if (parsed.is('path')) {
      terminal.out(`${file}\n`)
      return EXIT_CODES.done
    }
    const count = wholeNumber('lines', parsed.text('lines')) ?? USUAL
    const level = parsed.text('level')
    const text = await readFile(file, 'utf8').catch(() => '')
    const lines = text
      .split('\n')
      .filter((line) => line !== '' && (level === null || levelOf(line) === level))
    for (const line of lines.slice(-count)) terminal.out(`${line}\n`)
    return EXIT_CODES.done
  },
}

/** A line that a crash cut off has no level. */
function levelOf(line: string): unknown {
  try {
    return (JSON.parse(line) as { readonly level?: unknown }).level
  } catch {
    return null
  }
}
