import type { Client } from '../client.ts'
import type { Command } from '../command.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { printTable } from '../print-table.ts'
import { LIST_OPTIONS, withClient } from '../with-client.ts'

const MOST_CHATS = 1_000
const MOST_WORKFLOWS = 200
const ACTIVE: ReadonlySet<string> = new Set(['running', 'waiting', 'paused'])

/** One row of `orrery ps`: a chat or a workflow run that has not ended. */
type Row = {
  readonly id: string
  readonly kind: 'chat' | 'workflow'
  readonly state: string
  readonly name: string
  readonly project: string | null
}

/** `orrery ps`: the chats and workflow runs that run, wait for a person or are paused. */
export const PS: Command = {
  name: 'ps',
  summary: 'list the chats and workflows that run, wait or are paused',
  usage: '[options]',
  options: LIST_OPTIONS,
  run: (parsed, scene) =>
    withClient(scene, async (client) => {
      const rows = await activeRows(client)
      const cells = rows.map(({ id, kind, state, name }) => [id, kind, state, name])
      scene.terminal.out(parsed.text('output') === 'json' ? `${JSON.stringify(rows)}\n` : printTable(cells))
      return EXIT_CODES.done
    }),
}

async function activeRows(client: Client): Promise<readonly Row[]> {
  const projects = await client.call('project.list', {})
  const chats: Row[] = []
  for (const { id: projectId, path } of projects) {
    const asked = { projectId, limit: MOST_CHATS, withArchived: true }
    const { sessions } = await client.call('session.list', asked)
    for (const { id, state, title } of sessions) {
      if (ACTIVE.has(state)) chats.push({ id, kind: 'chat', state, name: title, project: path })
    }
  }
  const { runs } = await client.call('workflow.runs', {
    projectId: null,
    offset: 0,
    limit: MOST_WORKFLOWS,
    states: ['running', 'paused'],
  })
  const workflows = runs.map(
    ({ id, state, name, projectId }): Row => ({
      id,
      kind: 'workflow',
      state,
      name,
      project: projects.find((project) => project.id === projectId)?.path ?? null,
    }),
  )
  return [...chats, ...workflows]
}
