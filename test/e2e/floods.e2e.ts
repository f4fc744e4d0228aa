import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Desktop } from '../support/desktop/desktop.ts'
import { personAt } from '../support/desktop/desktop-person.ts'
import { modelLines, tellStory } from '../support/desktop/desktop-story.ts'
import { createFloodServer, FLOODS } from '../support/models/flood-server.ts'

const story = tellStory()
/** The most memory that main may take in any flood. */
const MOST_MEGABYTES = 500
const SAMPLES = 60
const SAMPLE_MS = 50

type Watched = { readonly samples: number; readonly megabytes: number }

/** Samples the memory of the main process, from inside it and as Electron reports it, until it is asked for the peak. */
async function watchMain({ app }: Desktop): Promise<() => Promise<Watched>> {
  const watch = await app.evaluateHandle(({ app: electron }, ms) => {
    const seen = { samples: 0, megabytes: 0 }
    const timer = setInterval(() => {
      const main = electron.getAppMetrics().find(({ pid }) => pid === process.pid)
      const bytes = Math.max(process.memoryUsage().rss, (main?.memory.workingSetSize ?? 0) * 1024)
      seen.samples += 1
      seen.megabytes = Math.max(seen.megabytes, Math.round(bytes / 2 ** 20))
    }, ms)
    timer.unref()
    return seen
  }, SAMPLE_MS)
  return () => watch.evaluate(({ samples, megabytes }) => ({ samples, megabytes }))
}

/** The run may reach the limit of an answer in the moment it is stopped; then there is no button any more. */
function endedMeanwhile(error: unknown): void {
  if (!(error instanceof Error && error.name === 'TimeoutError')) throw error
}

describe('an answer that never ends', () => {
  it.each(['text', 'tiny pieces of text', 'reasoning', 'arguments of a call', 'comments'] as const)(
    'of %s leaves main below 500 MB, and Stop ends it',
    async (kind) => {
      const { baseUrl } = await createFloodServer(FLOODS[kind])
      const home = join(story.folder, kind)
      mkdirSync(home)
      const model = modelLines(baseUrl).replace('maxTokens = 4096', 'maxTokens = 4000000')
      writeFileSync(join(home, 'config.toml'), model)
      const desktop = await story.start({ home })
      const person = personAt(desktop.page)
      await person.addProject(story.project)
      const peak = await watchMain(desktop)
      let isStopped = false
      // On a busy machine the app may end the answer before the button can be pressed.
      for (let turn = 0; turn < 4 && !isStopped; turn += 1) {
        await person.say('Begin.')
        isStopped = await person.stop.click({ timeout: 5_000 }).then(
          () => true,
          (error: unknown) => {
            endedMeanwhile(error)
            return false
          },
        )
        await person.rests()
      }
      expect(isStopped).toBe(true)
      // The next one pours until the app ends it, or for as long as the memory of main is looked at.
      await person.say('Again.')
      const before = (await peak()).samples
      await expect
        .poll(async () => (await peak()).samples - before, { timeout: 60_000 })
        .toBeGreaterThan(SAMPLES)
      if ((await person.stop.count()) > 0) await person.stop.click().catch(endedMeanwhile)
      await person.rests()
      const { megabytes } = await peak()
      expect(megabytes).toBeGreaterThan(50)
      expect(megabytes).toBeLessThan(MOST_MEGABYTES)
      await desktop.quit()
    },
  )
})
