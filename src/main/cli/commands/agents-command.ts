import type { Command } from '../command.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { folderOf, projectAt } from '../find-project.ts'
import { printTable } from '../print-table.ts'
import { LIST_OPTIONS, withClient } from '../with-client.ts'

/** `orrery agents`: the agents that `orrery run --agent` takes in a folder. */
export const AGENTS: Command = {
  name: 'agents',
  summary: 'list the agents of the folder',
  usage: '',
  options: {
    project: { type: 'string', value: 'folder', help: 'the project; the default is the current folder' },
    ...LIST_OPTIONS,
  },
  run: async (parsed, scene) => {
    const folder = await folderOf(parsed, scene)
    return withClient(scene, async (client) => {
      const projectId = (await projectAt(client, folder))?.id ?? null
      const { agents: all } = await client.call('agents.list', { projectId })
      // The app uses hidden ones itself.
      const agents = all.filter(({ mode }) => mode !== 'hidden')
      const rows = agents.map(({ id, mode, source, description }) => [id, mode, source, description])
      scene.terminal.out(parsed.text('output') === 'json' ? `${JSON.stringify(agents)}\n` : printTable(rows))
      return EXIT_CODES.done
    })
  },
}
