import { readFile } from 'node:fs/promises'

/**
 * Sends recorded requests again with bare `fetch`, in their order and with so many at once, and reads the answers whole. In
 * a process of its own, which pays for nothing that the app leaves behind.
 */
const [baseUrl = '', file = '', atOnce = '1'] = process.argv.slice(2)
const bodies = (await readFile(file, 'utf8')).split('\n')

async function replay(): Promise<void> {
  let next = 0
  const work = async (): Promise<void> => {
    for (let at = next++; at < bodies.length; at = next++) {
      const response = await fetch(`${baseUrl}/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: bodies[at] ?? '',
      })
      if (!response.ok) throw new Error(`The model answered ${response.status}.`)
      await response.text()
    }
  }
  await Promise.all(Array.from({ length: Number(atOnce) }, work))
}

process.send?.(bodies.length)
process.on('message', () => {
  const start = performance.now()
  const cpu = process.cpuUsage()
  void replay().then(() => {
    const { user, system } = process.cpuUsage(cpu)
    process.send?.({ ms: performance.now() - start, cpu: (user + system) / 1_000 })
  })
})
process.once('disconnect', () => process.exit(0))
