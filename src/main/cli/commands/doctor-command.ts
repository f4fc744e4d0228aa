import type { Command } from '../command.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { LIST_OPTIONS, withClient } from '../with-client.ts'

/** `orrery doctor`: the health of the installation. Ends with code 1 where a part does not work. */
export const DOCTOR: Command = {
  name: 'doctor',
  summary: 'check the database, the keychain, the sandbox, the search and the settings',
  usage: '[options]',
  options: LIST_OPTIONS,
  run: (parsed, scene) =>
    withClient(scene, async (client) => {
      // A window runs in Electron; a command does not, so its absence is no fault.
      const lines = (await client.call('app.health', {})).filter(({ part }) => part !== 'electron')
      const rows = lines.map(({ part, ok, detail, fix }) => ({
        part,
        ok,
        detail: detail.text,
        fix: fix?.text ?? null,
      }))
      const { out } = scene.terminal
      if (parsed.text('output') === 'json') out(`${JSON.stringify(rows)}\n`)
      else {
        for (const { part, ok, detail, fix } of rows) {
          out(`${ok ? '✓' : '✗'} ${part}: ${detail}${fix === null || ok ? '' : ` ${fix}`}\n`)
        }
        out(`Orrery ${scene.version}, Node ${process.versions.node}, home ${scene.home}\n`)
      }
      return rows.every(({ ok }) => ok) ? EXIT_CODES.done : EXIT_CODES.failed
    }),
}
