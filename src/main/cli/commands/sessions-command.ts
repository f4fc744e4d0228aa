import type { Command } from '../command.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { folderOf, projectAt } from '../find-project.ts'
import { wholeNumber } from '../parse.ts'
import { printTable } from '../print-table.ts'
import { UsageError } from '../usage-error.ts'
import { LIST_OPTIONS, withClient } from '../with-client.ts'

const USUAL_LIMIT = 50
const MOST = 1_000

/** `orrery sessions`: the chats of a folder or of all projects, newest first. */
export const SESSIONS: Command = {
  name: 'sessions',
  summary: 'list the chats of the folder',
  usage: '[options]',
  options: {
    all: { type: 'boolean', help: 'of all projects' },
    archived: { type: 'boolean', help: 'with archived chats' },
    limit: { type: 'string', value: 'n', help: `at most so many; the default is ${USUAL_LIMIT}` },
    project: { type: 'string', value: 'folder', help: 'the project; the default is the current folder' },
    ...LIST_OPTIONS,
  },
  run: async (parsed, scene) => {
    const limit = Math.min(wholeNumber('limit', parsed.text('limit')) ?? USUAL_LIMIT, MOST)
    const folder = await folderOf(parsed, scene)
    return withClient(scene, async (client) => {
      const own = await projectAt(client, folder)
      if (own === null && !parsed.is('all')) {
        throw new UsageError(`${folder} is no project yet. See orrery sessions --all.`)
      }
      const projects = parsed.is('all') ? await client.call('project.list', {}) : own === null ? [] : [own]
      const withArchived = parsed.is('archived')
      const lists = await Promise.all(
        projects.map(async ({ id, path }) => {
          const { sessions } = await client.call('session.list', { projectId: id, limit: MOST, withArchived })
          return sessions.map((chat) => ({ ...chat, project: path }))
        }),
      )
      const chats = lists
        .flat()
        .toSorted((one, other) => other.updatedAt - one.updatedAt)
        .slice(0, limit)
        .map(({ id, title, state, updatedAt, project }) => ({
          id,
          title,
          state,
          project,
          updatedAt: new Date(updatedAt).toISOString(),
        }))
      const rows = chats.map(({ id, updatedAt, state, title }) => [id, updatedAt, state, title])
      scene.terminal.out(parsed.text('output') === 'json' ? `${JSON.stringify(chats)}\n` : printTable(rows))
      return EXIT_CODES.done
    })
  },
}
