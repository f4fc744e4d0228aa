import { appendFile, cp } from 'node:fs/promises'
import { join } from 'node:path'
import { openBenchApp } from './bench-app.ts'
import { openElectron } from './electron-app.ts'
import { median } from './measure.ts'
import { startModel } from './model-process.ts'
import { atMost, type Bench, type BenchContext, figure } from './row.ts'

const SERVERS = 20
const ROUNDS = 20

/** CPU time of the main process before the first window shows, with 20 configured MCP servers and without. */
const mcpStart: Bench = async (context) => {
  const homes = await prepare(context)
  // The first start of a version stores its compiled code.
  for (const home of [homes.without, homes.with]) await cpuOf(context, home)
  const times = { with: [] as number[], without: [] as number[] }
  for (let round = 0; round < ROUNDS; round += 1) {
    const order = round % 2 === 0 ? (['with', 'without'] as const) : (['without', 'with'] as const)
    for (const which of order) times[which].push(await cpuOf(context, homes[which]))
  }
  const [servers, none] = [median(times.with), median(times.without)]
  return [
    atMost(`CPU time of main at start: ${SERVERS} MCP servers minus none`, servers - none, 'ms', 15),
    figure(`  with ${SERVERS} servers`, servers, 'ms'),
    figure('  without', none, 'ms'),
  ]
}
export default mcpStart

/** Two equal homes with one project and one chat. One of them has servers too. */
async function prepare({ root, folder }: BenchContext): Promise<{ with: string; without: string }> {
  const model = await startModel(root)
  const app = await openBenchApp(folder, model.baseUrl)
  await app.say('rounds 3')
  await app.close()
  await model.stop()
  const servers = join(folder, 'home-with-servers')
  await cp(app.home, servers, { recursive: true })
  const tables = Array.from(
    { length: SERVERS },
    (_, at) => `\n[mcp.servers.server-${at}]\ncommand = "node"\nargs = ["server-${at}.mjs", "--stdio"]\n`,
  )
  await appendFile(join(servers, 'config.toml'), tables.join(''))
  return { with: servers, without: app.home }
}

/** CPU time of the main process in milliseconds, from its start until one can write in its window. */
async function cpuOf(context: BenchContext, home: string): Promise<number> {
  const { app, quit } = await openElectron(context, 'orrery', home)
  const { user, system } = await app.evaluate(() => process.cpuUsage())
  await quit()
  return (user + system) / 1_000
}
