import type { TriggerListing } from '#shared/trigger/trigger.ts'
import type { Command } from '../command.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { folderOf, projectAt } from '../find-project.ts'
import { printTable } from '../print-table.ts'
import { UsageError } from '../usage-error.ts'
import { LIST_OPTIONS, withClient } from '../with-client.ts'

/** `orrery triggers`: the schedules and triggers of a folder or of all projects. */
export const TRIGGERS: Command = {
  name: 'triggers',
  summary: 'list the schedules and triggers',
  usage: '[list] [options]',
  words: ['list'],
  options: {
    all: { type: 'boolean', help: 'of all projects' },
    project: { type: 'string', value: 'folder', help: 'the project; the default is the current folder' },
    ...LIST_OPTIONS,
  },
  run: async (parsed, scene) => {
    const [verb = 'list', ...more] = parsed.words
    if (verb !== 'list' || more.length > 0) throw new UsageError('Use orrery triggers list.')
    const folder = await folderOf(parsed, scene)
    return withClient(scene, async (client) => {
      const own = await projectAt(client, folder)
      if (own === null && !parsed.is('all')) {
        throw new UsageError(`${folder} is no project yet. See orrery triggers --all.`)
      }
      const projectId = parsed.is('all') || own === null ? null : own.id
      const rows = (await client.call('trigger.list', { projectId })).map(rowOf)
      const cells = rows.map(({ id, state, source, nextAt, name }) => [
        id,
        state,
        source,
        nextAt ?? '-',
        name,
      ])
      scene.terminal.out(parsed.text('output') === 'json' ? `${JSON.stringify(rows)}\n` : printTable(cells))
      return EXIT_CODES.done
    })
  },
}

/** One trigger as the command line shows it. Times are UTC. */
function rowOf({ trigger, nextAt, week, waiting }: TriggerListing) {
  return {
    id: trigger.id,
    name: trigger.name,
    state: trigger.enabled ? (waiting ? 'waiting' : 'on') : 'off',
    source: trigger.source.kind,
    nextAt: nextAt === null ? null : new Date(nextAt).toISOString(),
    runsOfWeek: week.runs,
    failedOfWeek: week.failed,
    usdOfWeek: week.usd,
  }
}
