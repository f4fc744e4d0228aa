import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SessionId } from '#shared/ids.ts'
import { homePaths } from '../../config/paths.ts'
import type { Command } from '../command.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { wholeNumber } from '../parse.ts'
import { UsageError } from '../usage-error.ts'

const USUAL = 50

/** `orrery logs`: the newest lines of the log. It reads the file, so it also works while the window is open. */
export const LOGS: Command = {
  name: 'logs',
  summary: 'print the newest lines of the log',
  usage: '[options]',
  options: {
    lines: { type: 'string', short: 'n', value: 'n', help: `so many lines; the default is ${USUAL}` },
    level: { type: 'string', value: ['info', 'warn', 'error'], help: 'only this level' },
    chat: { type: 'string', value: 'id', help: 'of one chat, as orrery ps and orrery sessions list it' },
    path: { type: 'boolean', help: 'print the path of the file instead' },
  },
  run: async (parsed, { home, terminal }) => {
    const file = fileOf(home, parsed.text('chat'))
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

function fileOf(home: string, chat: string | null): string {
  const { log, sessionLogs } = homePaths(home)
  if (chat === null) return log
  const id = SessionId.safeParse(chat)
  if (!id.success) throw new UsageError('--chat takes the id of a chat. See orrery sessions --all.')
  return join(sessionLogs, `${id.data}.log`)
}

/** A line that a crash cut off has no level. */
function levelOf(line: string): unknown {
  try {
    return (JSON.parse(line) as { readonly level?: unknown }).level
  } catch {
    return null
  }
}
