import { resolve } from 'node:path'
import { backUp } from '../../backups/back-up.ts'
import { restore } from '../../backups/restore.ts'
import { homePaths } from '../../config/paths.ts'
import type { Command } from '../command.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import type { Terminal } from '../terminal.ts'
import { onlyWord } from './files-commands.ts'

/** `orrery backup`: the home as a folder elsewhere. It reads the files, so it also works while the window is open. */
export const BACKUP: Command = {
  name: 'backup',
  summary: 'copy chats, memory, settings and files into a new folder; secrets stay out',
  usage: '<folder>',
  options: {},
  run: (parsed, { cwd, home, version, now, terminal }) => {
    const target = resolve(cwd, onlyWord(parsed, 'the folder for the backup'))
    return untilInterrupted(terminal, async (signal) => {
      const made = await backUp({
        paths: homePaths(home),
        target,
        appVersion: version,
        now: now(),
        report: () => {},
        signal,
      })
      terminal.out(`${made}\n`)
      terminal.err('The copy of the database passed its check. Secrets are not in the backup.\n')
    })
  },
}

/** `orrery restore`: a new home from a backup. */
export const RESTORE: Command = {
  name: 'restore',
  summary: 'make a home from a backup; ORRERY_HOME names the home, which must be empty or new',
  usage: '<backup>',
  options: {},
  run: (parsed, { cwd, home, terminal }) => {
    const backup = resolve(cwd, onlyWord(parsed, 'the folder of a backup'))
    return untilInterrupted(terminal, async (signal) => {
      const { madeAt, appVersion } = await restore({ backup, home, signal })
      terminal.out(`${home}\n`)
      const made = new Date(madeAt).toISOString()
      terminal.err(`Restored the backup of ${made}, made by Orrery ${appVersion}. Enter your keys again.\n`)
    })
  },
}

/** Acts until Ctrl+C. What an abort leaves undone was removed by the act. */
async function untilInterrupted(
  { onInterrupt, err }: Terminal,
  act: (signal: AbortSignal) => Promise<void>,
): Promise<number> {
  const stop = new AbortController()
  const unsubscribe = onInterrupt(() => stop.abort())
  try {
    await act(stop.signal)
    return EXIT_CODES.done
  } catch (error) {
    if (!stop.signal.aborted) throw error
    err('Stopped. No unfinished copy is left.\n')
    return EXIT_CODES.interrupted
  } finally {
    unsubscribe()
  }
}
