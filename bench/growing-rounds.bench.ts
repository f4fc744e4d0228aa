import { join } from 'node:path'
import { openBenchApp } from './bench-app.ts'
import { startModel } from './model-process.ts'
import { besideReplay } from './replay.ts'
import type { Bench, Row } from './row.ts'

const SIZES = [50, 200, 400] as const

/** Tool rounds of one chat beside a replay of their own requests, as the chat grows. */
const growingRounds: Bench = async ({ root, folder }) => {
  const model = await startModel(root)
  const app = await openBenchApp(folder, model.baseUrl, { maxTurns: 500 })
  await app.say('rounds 1')
  const rows: Row[] = []
  for (const rounds of SIZES) {
    const ours = () => app.say(`rounds ${rounds}`)
    const file = join(folder, `bodies-${rounds}.jsonl`)
    await model.record(file, ours)
    rows.push(
      ...(await besideReplay({
        root,
        file,
        baseUrl: model.baseUrl,
        atOnce: 1,
        ours,
        target: 1.8,
        name: `${rounds} tool rounds`,
      })),
    )
  }
  await app.close()
  await model.stop()
  return rows
}
export default growingRounds
