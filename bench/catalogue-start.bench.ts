import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openBenchApp } from './bench-app.ts'
import { openElectron } from './electron-app.ts'
import { median } from './measure.ts'
import { startModel } from './model-process.ts'
import { atMost, type Bench, type BenchContext, figure } from './row.ts'

const ROUNDS = 20
/** A catalogue that knows no model. */
const EMPTY = JSON.stringify({ date: '2026-01-01', source: 'none', roles: {}, models: [] })

type Side = { readonly root: string; readonly home: string }

/** CPU time of the main process before the first window shows, with the model catalogue and with an empty one. */
const catalogueStart: Bench = async (context) => {
  const home = await homeWithChat(context)
  const sides = {
    with: await sideOf(context, home, 'with'),
    without: await sideOf(context, home, 'without'),
  }
  await emptyCatalogue(sides.without.root)
  // The first start of a version stores its compiled code.
  for (const side of [sides.without, sides.with]) await cpuOf(context, side)
  const times = { with: [] as number[], without: [] as number[] }
  for (let round = 0; round < ROUNDS; round += 1) {
    const order = round % 2 === 0 ? (['with', 'without'] as const) : (['without', 'with'] as const)
    for (const which of order) times[which].push(await cpuOf(context, sides[which]))
  }
  const [whole, empty] = [median(times.with), median(times.without)]
  return [
    atMost('CPU time of main at start: the model catalogue minus an empty one', whole - empty, 'ms', 20),
    figure('  with the catalogue', whole, 'ms'),
    figure('  with an empty one', empty, 'ms'),
  ]
}
export default catalogueStart

/** A home with one project and one chat. */
async function homeWithChat({ root, folder }: BenchContext): Promise<string> {
  const model = await startModel(root)
  const app = await openBenchApp(folder, model.baseUrl)
  await app.say('rounds 3')
  await app.close()
  await model.stop()
  return app.home
}

/** A copy of the built app with a home of its own. */
async function sideOf({ root, folder }: BenchContext, home: string, name: string): Promise<Side> {
  const side = { root: join(folder, `app-${name}`), home: join(folder, `home-${name}`) }
  await mkdir(side.root)
  for (const part of ['main', 'preload', 'renderer'])
    await cp(join(root, 'out', part), join(side.root, 'out', part), { recursive: true })
  await cp(join(root, 'package.json'), join(side.root, 'package.json'))
  await cp(join(root, 'resources'), join(side.root, 'resources'), { recursive: true })
  await symlink(join(root, 'node_modules'), join(side.root, 'node_modules'))
  await cp(home, side.home, { recursive: true })
  return side
}

/** Replaces the catalogue of a built app. */
async function emptyCatalogue(root: string): Promise<void> {
  const chunks = join(root, 'out', 'main', 'chunks')
  const [file, ...others] = (await readdir(chunks)).filter((name) => /^catalogue-[\w-]+\.cjs$/.test(name))
  if (file === undefined || others.length > 0) throw new Error('The catalogue is not one file of the build.')
  await writeFile(join(chunks, file), `exports.default = ${JSON.stringify(EMPTY)}\n`)
}

/** CPU time of the main process in milliseconds, from its start until one can write in its window. */
async function cpuOf(context: BenchContext, { root, home }: Side): Promise<number> {
  const { app, quit } = await openElectron({ ...context, root }, 'orrery', home)
  const { user, system } = await app.evaluate(() => process.cpuUsage())
  await quit()
  return (user + system) / 1_000
}
