import { openBenchApp } from './bench-app.ts'

/** The whole app with a model of one protocol, in a process of its own. Each message is said; its processor time goes back. */
const [folder = '', api = '', baseUrl = ''] = process.argv.slice(2)
const app = await openBenchApp(folder, baseUrl, { api })
process.on('message', (text: string) => {
  const start = process.cpuUsage()
  void app.say(text).then(() => {
    const { user, system } = process.cpuUsage(start)
    process.send?.((user + system) / 1_000)
  })
})
process.once('disconnect', () => void app.close().then(() => process.exit(0)))
process.send?.('ready')
